//! A small font, made by hand: a box for each letter.

/// A TrueType font of so many units with a box for each of these letters, in this order of numbers; `more` are further glyphs.
pub fn font(units: u16, letters: &[char], more: &[Vec<u8>]) -> Vec<u8> {
    let mut glyphs = vec![Vec::new()];
    glyphs.extend(letters.iter().map(|_| boxed(units)));
    glyphs.extend(more.iter().cloned());
    let count = u16::try_from(glyphs.len()).expect("few glyphs");
    let mut groups: Vec<(u32, u32)> = letters.iter().copied().map(u32::from).zip(1..).collect();
    groups.sort_unstable();
    let mut cmap = words(&[0, 1, 3, 10, 0, 12, 12, 0]);
    cmap.extend((16 + 12 * groups.len() as u32).to_be_bytes());
    cmap.extend([0; 4]);
    cmap.extend((groups.len() as u32).to_be_bytes());
    groups.iter().for_each(|(letter, glyph)| [letter, letter, glyph].iter().for_each(|n| cmap.extend(n.to_be_bytes())));
    let mut head = words(&[1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, units]);
    head.extend(words(&[0; 8]));
    head.extend(words(&[0, 0, units, units, 0, 8, 2, 1, 0]));
    let mut hhea = words(&[1, 0, units, 0, 0, units]);
    hhea.extend(words(&[0; 11]));
    hhea.extend(words(&[1]));
    let mut hmtx = words(&[units, units / 10]);
    hmtx.extend(words(&vec![units / 10; glyphs.len() - 1]));
    let mut maxp = words(&[1, 0, count]);
    maxp.extend(words(&[4, 1, 4, 1, 2, 0, 0, 0, 0, 0, 0, 9, 9]));
    let (mut glyf, mut loca) = (Vec::new(), vec![0; 4]);
    for glyph in glyphs {
        glyf.extend(glyph);
        loca.extend((glyf.len() as u32).to_be_bytes());
    }
    file(&[
        (b"cmap", cmap),
        (b"glyf", glyf),
        (b"head", head),
        (b"hhea", hhea),
        (b"hmtx", hmtx),
        (b"loca", loca),
        (b"maxp", maxp),
    ])
}

/// A box from the line up, nearly as wide as it is high.
fn boxed(units: u16) -> Vec<u8> {
    let (low, high) = (units / 10, units - units / 10);
    let mut glyph = words(&[1, low, 0, high, high, 3, 0]);
    glyph.extend([1; 4]);
    let across = high - low;
    glyph.extend(words(&[low, 0, across, 0]));
    glyph.extend(words(&[0, high, 0, high.wrapping_neg()]));
    glyph
}

/// Numbers as fonts have them.
pub fn words(all: &[u16]) -> Vec<u8> {
    all.iter().flat_map(|word| word.to_be_bytes()).collect()
}

fn file(tables: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut file = words(&[1, 0, tables.len() as u16, 0, 0, 0]);
    let mut at = file.len() + 16 * tables.len();
    for (tag, table) in tables {
        file.extend(*tag);
        [0, at as u32, table.len() as u32].iter().for_each(|n| file.extend(n.to_be_bytes()));
        at += table.len().next_multiple_of(4);
    }
    for (_, table) in tables {
        file.extend(table);
        file.resize(file.len().next_multiple_of(4), 0);
    }
    file
}
