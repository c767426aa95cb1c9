//! Files, read whole and with a limit.

use crate::failure::Failure;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use ttr_files::save::BYTE_ORDER_MARK;

pub(crate) use ttr_table::disk::{
    Held, MAX_SAVE_BYTES, create_file, is_one_file, replace, save_bytes, save_file, sweep, words,
};

/// Writes a file that is not there yet, or one that may be replaced.
///
/// # Errors
/// If it is there and may not be replaced, though it was made a moment ago; or if it can't be written.
pub(crate) fn write(path: &Path, text: &str, may_replace: bool) -> Result<(), Failure> {
    let written = if may_replace { save_file(path, text) } else { create_file(path, text) };
    written.map_err(|fault| match fault.kind() {
        io::ErrorKind::AlreadyExists if !may_replace => there_already(path),
        _ => Failure::unwritable(path, words(&fault)),
    })
}

/// A file is there which only `--force` replaces.
pub(crate) fn there_already(path: &Path) -> Failure {
    Failure::usage(format!("{} is there already", path.display())).help("`--force` replaces it")
}

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

/// Whether a file holds a saved game, by how it begins; otherwise it is TOML.
pub(crate) fn is_save(bytes: &[u8]) -> bool {
    let mut mark = [0; 4];
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK.encode_utf8(&mut mark).as_bytes()).unwrap_or(bytes);
    bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{')
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
