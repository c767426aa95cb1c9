//! From SVG to PNG, with nothing from the machine: the letters are outlines.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::fmt;

/// Most pixels of a picture.
pub const MAX_PIXELS: u64 = 200_000_000;

/// Why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PngFault {
    /// It would have more pixels than can be drawn.
    TooLarge {
        /// So many from left to right.
        width: u32,
        /// So many from top to bottom.
        height: u64,
    },
    /// The SVG can't be read, or the PNG not written.
    Unfit(String),
}

impl fmt::Display for PngFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { width, height } => {
                write!(f, "{width} x {height} pixels are too many: at most {MAX_PIXELS}")
            }
            Self::Unfit(why) => write!(f, "the picture can't be made: {why}"),
        }
    }
}

impl std::error::Error for PngFault {}

/// A picture as PNG, so many pixels wide; as many as its own units where nothing is said.
///
/// # Errors
/// If it would be too large.
pub fn png(svg: &str, width: Option<u32>) -> Result<Vec<u8>, PngFault> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|fault| PngFault::Unfit(fault.to_string()))?;
    let size = tree.size();
    let width = width.unwrap_or(size.width().ceil() as u32).max(1);
    let scale = width as f32 / size.width();
    let height = f64::from(size.height() * scale).ceil().max(1.0) as u64;
    let too_large = PngFault::TooLarge { width, height };
    if u64::from(width) * height > MAX_PIXELS {
        return Err(too_large);
    }
    let mut pixels = u32::try_from(height).ok().and_then(|height| Pixmap::new(width, height)).ok_or(too_large)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|fault| PngFault::Unfit(fault.to_string()))
}
