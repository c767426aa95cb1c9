//! Letters out of font files.

use crate::tiny_font::{font, words};
use std::time::{Duration, Instant};
use ttr_render::{Drawing, FontFault, FontFile, MAX_FONT_BYTES, MAX_LETTERS, Place, Scene, TooLarge, Track};

const WORDS: &str = "東京 თბილისი";

fn file(bytes: Vec<u8>) -> FontFile {
    FontFile::new(bytes).expect("a font")
}

fn scene(name: &str, fonts: &[FontFile]) -> Scene {
    let place = |name: &str| Place { name: name.to_owned(), ..Place::default() };
    let tracks = vec![Track { ends: [0, 1], length: 3, ..Track::default() }];
    Scene { places: vec![place(name), place("Ayr")], tracks, fonts: fonts.to_vec(), ..Scene::default() }
}

fn drawn(name: &str, fonts: &[FontFile]) -> Drawing {
    Drawing::of(&scene(name, fonts)).expect("a picture")
}

/// A collection of fonts.
fn collection(fonts: &[Vec<u8>]) -> Vec<u8> {
    let mut file = b"ttcf".to_vec();
    file.extend(words(&[1, 0, 0, fonts.len() as u16]));
    let mut at = file.len() + 4 * fonts.len();
    for font in fonts {
        file.extend((at as u32).to_be_bytes());
        at += font.len();
    }
    for font in fonts {
        let begin = file.len() as u32;
        let mut font = font.clone();
        // Tables are found from the beginning of the file.
        for table in 0..usize::from(font[5]) {
            let offset = &mut font[12 + 16 * table + 8..][..4];
            let moved = u32::from_be_bytes([offset[0], offset[1], offset[2], offset[3]]) + begin;
            offset.copy_from_slice(&moved.to_be_bytes());
        }
        file.extend(font);
    }
    file
}

/// A glyph that is made of others.
fn composite(of: &[u16]) -> Vec<u8> {
    let mut glyph = words(&[0xffff, 0, 0, 0, 0]);
    for (i, part) in of.iter().enumerate() {
        let more = if i + 1 < of.len() { 0x20 } else { 0 };
        glyph.extend(words(&[0x3 | more, *part, 0, 0]));
    }
    glyph
}

#[test]
fn letters_that_the_font_lacks_come_from_files_in_their_order() {
    let [kanji, georgian] = [font(1000, &['東', '京'], &[]), font(2048, &['თ', 'ბ', 'ი', 'ლ', 'ს', 'a', 'A'], &[])];
    assert_eq!(drawn(WORDS, &[file(kanji.clone())]).missing, ['ბ', 'თ', 'ი', 'ლ', 'ს']);
    let both = drawn(WORDS, &[file(kanji.clone()), file(georgian.clone())]);
    assert_eq!(both.missing, []);
    // The one has a thousand units, the other 2048: on the page they are as large.
    for (id, path) in
        [("u6771", "M100 0L100 -900L900 -900L900 0Z"), ("u10d7", "M99.6 0L99.6 -900.4L900.4 -900.4L900.4 0Z")]
    {
        assert!(both.svg.contains(&format!(r#"<path id="{id}" d="{path}"/>"#)), "{}", both.svg);
        assert!(both.svg.contains(&format!("href=\"#{id}\"")));
    }
    // What the embedded font has is its own; the same files give the same picture, in one collection too.
    assert!(!both.svg.contains("u0061") && !both.svg.contains("u0041"));
    assert_eq!(drawn(WORDS, &[file(kanji.clone()), file(georgian.clone())]), both);
    assert_eq!(drawn(WORDS, &[file(collection(&[kanji, georgian]))]).svg, both.svg);
    // Files that are not needed change nothing.
    let plain = drawn("Bath", &[]);
    assert_eq!(drawn("Bath", &[file(font(1000, &['B', '京'], &[]))]).svg, plain.svg);
    // Labels have the room of what is drawn in them.
    let wide = |fonts: &[FontFile]| drawn("東東東東東東", fonts).layout.labels[0].rect.width();
    assert!(wide(&[file(font(1000, &['東'], &[]))]) > 1.3 * wide(&[]));
}

#[test]
fn what_is_no_font_is_told() {
    let why = |bytes: &[u8]| FontFile::new(bytes.to_vec()).expect_err("no font").to_string();
    for none in [b"".as_slice(), b"\0\x01", b"[map]\nname = 'x'\n", &[0xff; 300]] {
        assert_eq!(why(none), "it is no TrueType or OpenType font");
    }
    assert!(why(b"wOF2 and more").contains("unpack it"));
    assert_eq!(FontFile::new(vec![0; MAX_FONT_BYTES + 1]), Err(FontFault::TooLarge));
    let sound = font(1000, &['東'], &[]);
    assert_eq!(
        why(&sound[..sound.len() / 2]),
        "it is a font, but cut off: its table `glyf` ends behind the end of the file"
    );
    assert_eq!(why(&sound[..40]), "it is a font, but damaged or cut off");
    let without = |table: &[u8]| {
        let at = sound.windows(4).position(|tag| tag == table).expect("it is there");
        [&sound[..at], b"none", &sound[at + 4..]].concat()
    };
    assert_eq!(why(&without(b"cmap")), "it is a font, but does not say which letters it has");
    assert_eq!(why(&without(b"glyf")), "it is a font, but has no outlines of letters");
    // One face that can be read is enough, and absurd units do no harm.
    let half = collection(&[without(b"cmap"), sound]);
    assert_eq!(drawn("東", &[file(font(8, &['東'], &[]))]).missing, []);
    assert_eq!(drawn("東", &[file(half)]).missing, []);
}

#[test]
fn damaged_fonts_do_no_harm() {
    let sound = collection(&[font(1000, &['東', '京'], &[]), font(64, &['თ'], &[composite(&[1, 1])])]);
    for end in 0..sound.len() {
        if let Ok(cut) = FontFile::new(sound[..end].to_vec()) {
            drawn(WORDS, &[cut]);
        }
    }
    for at in 0..sound.len() {
        for value in [0xff, sound[at] ^ 1] {
            let mut bytes = sound.clone();
            bytes[at] = value;
            if let Ok(file) = FontFile::new(bytes) {
                drawn(WORDS, &[file]);
            }
        }
    }
}

#[test]
fn hostile_fonts_cost_little() {
    // Each glyph is made of a hundred of the next: 100^30 boxes.
    let nested: Vec<Vec<u8>> = (0..30).map(|i| composite(&[i + 2; 100])).chain([composite(&[0; 100])]).collect();
    let mut bomb = font(1000, &['東'], &nested);
    // The letter is the first of them.
    let at = bomb.windows(12).position(|w| w[..8] == [0, 0, 0x67, 0x71, 0, 0, 0x67, 0x71]).expect("its group");
    bomb[at + 11] = 2;
    let begun = Instant::now();
    assert_eq!(drawn("東", &[file(bomb)]).missing, ['東'], "it can't be drawn");
    // More letters than a picture has.
    let letters: String = ('一'..).take(MAX_LETTERS + 1).collect();
    let refused = Drawing::of(&scene(&letters, &[file(font(1000, &['東'], &[]))]));
    let what = "different letters out of font files";
    assert_eq!(refused.err(), Some(TooLarge::Many { what, most: MAX_LETTERS, found: MAX_LETTERS + 1 }));
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}
