//! Font files: where letters come from that the embedded font lacks.

use crate::draw::face::{Face, Useless};
use skrifa::Tag;
use skrifa::font::Blob;
use skrifa::raw::{FileRef, FontRef};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use ttr_source::is_unseen;

/// Most bytes of a font file.
pub const MAX_FONT_BYTES: usize = 64 * 1024 * 1024;
/// So many faces of a collection are looked at.
const MAX_FACES: usize = 64;
/// How wide a letter may be, in its size. Some of Arabic are whole sentences.
const WIDEST: f64 = 16.0;
/// The tables that a letter is drawn from.
const TABLES: [&[u8; 4]; 10] =
    [b"head", b"maxp", b"cmap", b"hhea", b"hmtx", b"loca", b"glyf", b"CFF ", b"CFF2", b"VARC"];

/// A font file, read: TrueType or OpenType, or a collection of such. Clones share it.
#[derive(Clone)]
pub struct FontFile(Arc<Inner>);

struct Inner {
    bytes: Arc<Vec<u8>>,
    faces: Vec<Face>,
    /// What was looked for, and what was found.
    known: Mutex<BTreeMap<char, Option<Arc<Lent>>>>,
}

/// A letter of a font file.
pub(crate) struct Lent {
    /// How far it is to the next letter.
    pub advance: f64,
    /// Its outline.
    pub outline: String,
}

/// Why a font file can't be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FontFault {
    /// It is something else.
    #[error("it is no TrueType or OpenType font")]
    NotAFont,
    /// It is packed for the web.
    #[error("it is packed for web pages (WOFF): unpack it to a TrueType or OpenType file")]
    Packed,
    /// It is too large.
    #[error("a font file has at most {} MiB", MAX_FONT_BYTES / 1024 / 1024)]
    TooLarge,
    /// It is cut off within a table.
    #[error("it is a font, but cut off: its table `{0}` ends behind the end of the file")]
    CutOff(String),
    /// It is a font that can't be read.
    #[error("it is a font, but damaged or cut off")]
    Damaged,
    /// It can be read, but letters can't be drawn from it.
    #[error("it is a font, but {0}")]
    Useless(&'static str),
}

impl FontFile {
    /// Reads a font file.
    ///
    /// # Errors
    /// If no letters can be drawn from it.
    pub fn new(bytes: Vec<u8>) -> Result<Self, FontFault> {
        if bytes.len() > MAX_FONT_BYTES {
            return Err(FontFault::TooLarge);
        }
        match bytes.get(..4) {
            Some(b"wOFF" | b"wOF2") => return Err(FontFault::Packed),
            Some(b"\0\x01\0\0" | b"true" | b"OTTO" | b"ttcf") => {}
            _ => return Err(FontFault::NotAFont),
        }
        let bytes = Arc::new(bytes);
        let (mut faces, mut fault) = (Vec::new(), FontFault::Damaged);
        let file = FileRef::new(&bytes).map_err(|_| FontFault::Damaged)?;
        for (index, font) in (0..).zip(file.fonts().take(MAX_FACES)) {
            let found = font.map_err(|_| FontFault::Damaged).and_then(|font| face(&bytes, &font, index));
            match found {
                Ok(face) => faces.push(face),
                Err(why) if fault == FontFault::Damaged => fault = why,
                Err(_) => {}
            }
        }
        if faces.is_empty() {
            return Err(fault);
        }
        Ok(Self(Arc::new(Inner { bytes, faces, known: Mutex::default() })))
    }

    /// The letter for this, out of the first face that has it.
    pub(crate) fn letter(&self, letter: char) -> Option<Arc<Lent>> {
        let Inner { faces, known, .. } = &*self.0;
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(letter).or_insert_with(|| faces.iter().find_map(|face| lent(face, letter)).map(Arc::new)).clone()
    }
}

impl PartialEq for FontFile {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.bytes == other.0.bytes
    }
}

impl fmt::Debug for FontFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FontFile({} bytes, {} faces)", self.0.bytes.len(), self.0.faces.len())
    }
}

fn face(bytes: &Arc<Vec<u8>>, font: &FontRef<'_>, index: u32) -> Result<Face, FontFault> {
    let tables = font.table_directory().table_records();
    if tables.len() < usize::from(font.table_directory().num_tables()) {
        return Err(FontFault::Damaged);
    }
    let cut = tables.iter().find(|table| {
        let end = u64::from(table.offset()) + u64::from(table.length());
        TABLES.iter().any(|tag| Tag::new(tag) == table.tag()) && end > bytes.len() as u64
    });
    if let Some(cut) = cut {
        return Err(FontFault::CutOff(cut.tag().to_string().trim_end().to_owned()));
    }
    Face::of(Blob::Shared(bytes.clone()), index).map_err(|why| match why {
        Useless::Unread => FontFault::Damaged,
        Useless::Letters => FontFault::Useless("does not say which letters it has"),
        Useless::Outlines => FontFault::Useless("has no outlines of letters"),
    })
}

/// A letter of a face, if it is one that can be seen, or a blank.
fn lent(face: &Face, letter: char) -> Option<Lent> {
    let glyph = face.glyph(letter)?;
    let advance = face.advance(glyph);
    let outline = face.outline(glyph)?;
    let is_blank = letter.is_whitespace() || is_unseen(letter);
    let is_usable = (0.0..=WIDEST * Face::UNITS).contains(&advance) && (is_blank || !outline.is_empty());
    is_usable.then_some(Lent { advance, outline })
}
