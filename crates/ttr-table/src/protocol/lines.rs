//! Lines of a protocol: of a limited length, whatever comes.

use std::io::{self, BufRead};

/// Most bytes of a line: a saved game fits in, as text within JSON.
pub const MAX_LINE_BYTES: usize = 2 * crate::disk::MAX_SAVE_BYTES;

/// What was read.
#[derive(PartialEq, Eq, Debug)]
pub enum Line {
    /// A line, without its end.
    Whole(Vec<u8>),
    /// A line that is too long; it was passed over.
    TooLong,
    /// Nothing more comes.
    End,
}

/// The next line, of at most so many bytes.
pub fn next(from: &mut impl BufRead, most: usize) -> io::Result<Line> {
    let (mut line, mut read, mut too_long) = (Vec::new(), false, false);
    loop {
        let buffer = match from.fill_buf() {
            Err(fault) if fault.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if buffer.is_empty() {
            return Ok(match (too_long, read) {
                (true, _) => Line::TooLong,
                (false, true) => Line::Whole(line),
                (false, false) => Line::End,
            });
        }
        read = true;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        too_long |= line.len() + part.len() > most;
        if too_long {
            // What is passed over need not be kept.
            line = Vec::new();
        } else {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        from.consume(used);
        if end.is_some() {
            return Ok(if too_long { Line::TooLong } else { Line::Whole(line) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_passed_over() {
        for size in [1, 3, 4, 100] {
            let text = b"ab\n\nabcd\nabcde\nabcdefghi\nx\nend".as_slice();
            let mut from = io::BufReader::with_capacity(size, text);
            let mut all = Vec::new();
            loop {
                match next(&mut from, 4).expect("text") {
                    Line::Whole(line) => all.push(String::from_utf8(line).expect("text")),
                    Line::TooLong => all.push("too long".to_owned()),
                    Line::End => break,
                }
            }
            assert_eq!(all, ["ab", "", "abcd", "too long", "too long", "x", "end"], "{size}");
        }
        assert_eq!(next(&mut b"abcdef".as_slice(), 4).expect("text"), Line::TooLong, "without an end too");
    }
}
