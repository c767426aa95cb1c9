//! `ttr fmt`: one layout, no comment lost, nothing written that was not asked for.

use crate::support::program::{Folder, program, ttr, words};
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

const BEFORE: &str = include_str!("../../fmt/comments.before.toml");
const AFTER: &str = include_str!("../../fmt/comments.after.toml");

/// Runs `ttr fmt` with a text on standard input.
fn piped(args: &[&str], text: impl AsRef<[u8]>) -> (i32, String, String) {
    let mut child = program()
        .arg("fmt")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(text.as_ref()).expect("it reads");
    let done = child.wait_with_output().expect("it ends");
    let [out, err] = [done.stdout, done.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    (done.status.code().expect("a code"), out, err)
}

#[test]
fn comments_are_kept_in_every_position() {
    assert_eq!(piped(&["-"], BEFORE), (0, AFTER.to_owned(), String::new()));
    assert_eq!(piped(&["-"], AFTER).1, AFTER, "a file in its layout stays as it is");
    let windows = |text: &str| text.replace('\n', "\r\n");
    assert_eq!(piped(&["-"], windows(BEFORE)).1, windows(AFTER), "lines go on ending as they did");
    let marked = |text: &str| format!("\u{feff}{text}");
    assert_eq!(piped(&["-"], marked(BEFORE)).1, marked(AFTER));
    let comments = |text: &str| text.matches('#').count();
    assert_eq!(comments(BEFORE), comments(AFTER));
}

#[test]
fn files_are_written_in_place_and_only_if_they_change() {
    let folder = Folder::new("fmt");
    let one = folder.file("one.toml", BEFORE);
    let two = folder.file("two.toml", AFTER);
    let written = |path: &Path| fs::metadata(path).expect("a file").modified().expect("a time");
    let before = written(&two);
    let said = ttr([Path::new("fmt"), &one, &two]).fine();
    assert_eq!(said, format!("laid out {}\n", one.display()));
    assert_eq!(fs::read_to_string(&one).expect("a file"), AFTER);
    assert_eq!(written(&two), before, "not touched");
    assert_eq!(ttr([Path::new("fmt"), &one, &two]).fine(), "");
    assert_eq!(folder.names(), ["one.toml", "two.toml"]);
}

#[test]
fn check_prints_the_difference_and_writes_nothing() {
    let folder = Folder::new("fmt-check");
    let one = folder.file("one.toml", "format=1\nname = \"x\"\n");
    let ran = ttr([Path::new("fmt"), Path::new("--check"), &one]);
    let name = one.display();
    let difference = format!("--- {name}\n+++ {name}\n@@ -1,2 +1,2 @@\n-format=1\n+format = 1\n name = \"x\"\n");
    assert_eq!((ran.code, ran.out), (1, difference));
    assert_eq!(ran.err, "error: 1 file is not in its layout\nhelp: `ttr fmt FILE` lays it out\n");
    assert_eq!(fs::read_to_string(&one).expect("a file"), "format=1\nname = \"x\"\n");
    let two = folder.file("two.toml", "format=1\n");
    assert!(ttr([Path::new("fmt"), Path::new("--check"), &one, &two]).err.contains("2 files are not"));
    let fine = folder.file("fine.toml", AFTER);
    assert_eq!(ttr([Path::new("fmt"), Path::new("--check"), &fine]).fine(), "");
}

#[test]
fn what_is_no_toml_is_told_and_left_alone() {
    let folder = Folder::new("fmt-broken");
    for (name, bytes, says) in [
        ("syntax.toml", &b"format = 1\nroutes = [\n{ a = 1\n"[..], "file::syntax"),
        ("twice.toml", b"a=1\na=2\n", "given twice"),
        ("deep.toml", "a = ".bytes().chain([b'['; 99]).collect::<Vec<_>>().leak(), "file::too-deep"),
        ("binary.toml", b"\x00\x01\xff\xfe", "file::not-utf8"),
        ("wide.toml", b"\xff\xfea\0", "UTF-16"),
    ] {
        let path = folder.file(name, bytes);
        let other = folder.file("other.toml", "a=1\n");
        let ran = ttr([Path::new("fmt"), &path, &other]);
        assert_eq!(ran.code, 1, "{}", ran.err);
        assert!(ran.err.contains(says) && !ran.err.contains("panicked"), "{}", ran.err);
        assert_eq!(fs::read(&path).expect("a file"), bytes, "{name} is as it was");
        assert_eq!(fs::read_to_string(&other).expect("a file"), "a = 1\n", "the other file is laid out all the same");
    }
    let (code, out, err) = piped(&["-"], "a = ");
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("standard input:1:"), "{err}");
    let large = folder.file("large.toml", vec![b'#'; 8 * 1024 * 1024 + 1]);
    assert!(ttr([Path::new("fmt"), &large]).fails(1).contains("too large"));
    assert!(words("fmt nowhere.toml").fails(2).contains("can't read nowhere.toml"));
    assert!(ttr([Path::new("fmt"), folder.path()]).fails(2).contains("it is a directory"));
    assert_eq!(words("fmt").code, 2, "it wants a file");
}
