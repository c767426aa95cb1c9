//! Pictures as files: SVG, and PNG where the program was built with it.

use crate::failure::Failure;
use crate::files;
use std::path::Path;

/// How wide a PNG is where nobody says so.
#[cfg(feature = "png")]
const WIDTH: u32 = 2000;

/// What kind of file a picture is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Picture {
    Svg,
    Png,
}

impl Picture {
    /// The kind that a file's name says.
    pub fn at(path: &Path) -> Result<Self, Failure> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        match ending.to_lowercase().as_str() {
            "svg" => Ok(Self::Svg),
            "png" if cfg!(feature = "png") => Ok(Self::Png),
            "png" => Err(Failure::usage("this program was built without PNG").help("name a file that ends in `.svg`")),
            _ => {
                let message = format!("{} is no name of a picture: it must end in .svg or .png", path.display());
                Err(Failure::usage(message).help(format!("as in `{}`", path.with_extension("svg").display())))
            }
        }
    }

    /// Writes a picture; a file that is there is replaced.
    pub fn write(self, path: &Path, svg: &str, width: Option<u32>) -> Result<(), Failure> {
        let unwritable = |fault: std::io::Error| Failure::unwritable(path, files::words(&fault));
        match self {
            Self::Svg => files::save_file(path, svg).map_err(unwritable),
            #[cfg(feature = "png")]
            Self::Png => {
                let png = ttr_render::png(svg, Some(width.unwrap_or(WIDTH)));
                let png = png.map_err(|fault| Failure::usage(format!("{}: {fault}", path.display())))?;
                files::save_bytes(path, &png).map_err(unwritable)
            }
            #[cfg(not(feature = "png"))]
            Self::Png => {
                let _ = width;
                Self::at(path).map(|_| ())
            }
        }
    }
}
