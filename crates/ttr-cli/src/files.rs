//! Files, read whole and with a limit.

use crate::failure::Failure;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

pub(crate) use ttr_table::disk::{MAX_SAVE_BYTES, replace, save_bytes, save_file, words};

/// Reads a file of at most so many bytes.
///
/// # Errors
/// If it can't be read, or is larger.
pub(crate) fn read(path: &Path, most: usize) -> Result<Vec<u8>, Failure> {
    let unreadable = |fault: io::Error| Failure::unreadable(path, words(&fault));
    let file = File::open(path).map_err(unreadable)?;
    let known = file.metadata().map_err(unreadable)?;
    if known.is_dir() {
        return Err(Failure::unreadable(path, "it is a directory"));
    }
    let mut bytes = Vec::new();
    // What is no plain file need not have a size, nor an end.
    if known.len() <= most as u64 {
        file.take(most as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    }
    if known.len() > most as u64 || bytes.len() > most {
        let message = format!("{}: the file is too large; at most {most} bytes are read", path.display());
        return Err(Failure::content(message));
    }
    Ok(bytes)
}

/// Reads a file of text, UTF-8, of at most so many bytes.
///
/// # Errors
/// If it can't be read, is larger, or is not UTF-8; then with the line.
pub(crate) fn read_text(path: &Path, most: usize) -> Result<String, Failure> {
    String::from_utf8(read(path, most)?).map_err(|fault| {
        let at = fault.utf8_error().valid_up_to();
        let bytes = fault.as_bytes();
        let line = 1 + bytes[..at].iter().filter(|&&b| b == b'\n').count();
        let byte = bytes.get(at).copied().unwrap_or_default();
        let message = format!("{}: line {line}: not UTF-8 text: byte 0x{byte:02X} can't stand here", path.display());
        Failure::content(message).help(match bytes {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "it looks like UTF-16: save it as UTF-8",
            _ => "saved games are text: this file is something else, or was damaged",
        })
    })
}
