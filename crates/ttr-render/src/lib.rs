//! Pictures of boards: a board in, SVG text out; no files.
//!
//! A [`Scene`] says what is drawn, as plain data; [`Scene::of`] makes one of the rules of a game and the file of its map, by itself
//! or at a moment of a game. [`Drawing::of`] lays it out and writes it. The same scene gives the same text, to the byte.
//! A scene that is too much work gives none, always the same one too.
//!
//! ```
//! use ttr_render::{Drawing, Place, Scene, Track};
//!
//! let place = |name: &str| Place { name: name.to_owned(), ..Place::default() };
//! let scene = Scene {
//!     title: "Two towns".to_owned(),
//!     places: vec![place("Ayr"), place("Bath")],
//!     tracks: vec![Track { ends: [0, 1], length: 3, ..Track::default() }],
//!     ..Scene::default()
//! };
//! let drawing = Drawing::of(&scene).expect("a small scene");
//! assert_eq!(drawing.svg.matches(r#"class="space""#).count(), 3);
//! ```

mod draw;
mod geometry;
mod layout;
mod scene;
mod work;

pub use draw::Drawing;
pub use draw::font::{Font, font};
pub use draw::font_file::{FontFault, FontFile, MAX_FONT_BYTES};
#[cfg(feature = "png")]
pub use draw::png::{MAX_PIXELS, PngFault, png};
pub use geometry::{Point, Rect, Slanted};
pub use layout::labels::Label;
pub use layout::{Bed, Layout, OpenEnd, Space, badges, radius};
pub use scene::colour::{Paint, Sign, paints};
pub use scene::{Held, Highlight, Moment, Place, Player, Scene, Track};
pub use work::{MAX_LETTERS, MAX_PLACES, MAX_SPACES, MAX_TEXT_BYTES, MAX_TRACKS, TooLarge};
