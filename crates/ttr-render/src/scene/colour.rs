//! Colours by their names, each with a sign for who can't tell them apart.

/// A colour of routes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paint {
    /// What it is called on the board.
    pub name: String,
    /// How it is drawn, `#rrggbb`.
    pub fill: String,
    /// Its sign; nothing for a colour that stands for any.
    pub sign: Option<Sign>,
}

/// The sign of a colour, on every space of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// A dot.
    Dot,
    /// A ring.
    Ring,
    /// A bar along the route.
    Bar,
    /// A bar across the route.
    Across,
    /// A cross.
    Cross,
    /// A slanted cross.
    Saltire,
    /// A diamond.
    Diamond,
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// Two dots.
    Dots,
    /// Two bars across.
    Bars,
    /// An angle.
    Angle,
}

const SIGNS: [Sign; 12] = [
    Sign::Dot,
    Sign::Ring,
    Sign::Bar,
    Sign::Across,
    Sign::Cross,
    Sign::Saltire,
    Sign::Diamond,
    Sign::Triangle,
    Sign::Square,
    Sign::Dots,
    Sign::Bars,
    Sign::Angle,
];

/// Colours that boards have, in tones that go together, and the sign of each.
const KNOWN: [(&str, &str, Option<Sign>); 21] = [
    ("black", "#3b3f45", Some(Sign::Cross)),
    ("blue", "#2f7fc4", Some(Sign::Bar)),
    ("green", "#58a044", Some(Sign::Diamond)),
    ("orange", "#ee8a2c", Some(Sign::Square)),
    ("purple", "#b565ad", Some(Sign::Saltire)),
    ("red", "#d4382f", Some(Sign::Triangle)),
    ("white", "#fdfdfb", Some(Sign::Ring)),
    ("yellow", "#f5d327", Some(Sign::Dot)),
    ("gray", "#a9adb0", Some(Sign::Bars)),
    ("grey", "#a9adb0", Some(Sign::Bars)),
    ("pink", "#ef9fc0", Some(Sign::Saltire)),
    ("brown", "#8a5a3c", Some(Sign::Across)),
    ("cyan", "#45bfd0", Some(Sign::Dots)),
    ("turquoise", "#36b5a2", Some(Sign::Dots)),
    ("teal", "#1f7a7a", Some(Sign::Dots)),
    ("navy", "#274573", Some(Sign::Angle)),
    ("gold", "#d8a927", Some(Sign::Angle)),
    ("silver", "#c6cbd0", Some(Sign::Across)),
    ("lime", "#a8cf3f", Some(Sign::Angle)),
    ("magenta", "#c93f93", Some(Sign::Bars)),
    ("beige", "#dcc9a3", Some(Sign::Across)),
];

/// Tones for colours of other names.
const OTHERS: [&str; 8] = ["#7a6fd0", "#c98d5a", "#4f9d8f", "#b0506a", "#8c9a3b", "#5f86a8", "#cf7f86", "#7b6a58"];

/// The colours of a board's routes. Those that no card has stand for any colour, and bear no sign.
pub fn paints<'a>(names: impl IntoIterator<Item = (&'a str, &'a str, bool)>) -> Vec<Paint> {
    let names: Vec<(&str, &str, bool)> = names.into_iter().collect();
    let known = |name: &str| KNOWN.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name));
    let mut free: Vec<Sign> = SIGNS.to_vec();
    let mut signs: Vec<Option<Sign>> = Vec::new();
    for (name, _, paid) in &names {
        let sign = known(name).and_then(|(_, _, sign)| *sign).filter(|sign| *paid && free.contains(sign));
        free.retain(|other| Some(*other) != sign);
        signs.push(sign);
    }
    let mut others = OTHERS.iter().cycle();
    let mut free = free.into_iter().cycle();
    let paints = names.into_iter().zip(signs).map(|((name, shown, paid), sign)| Paint {
        name: shown.to_owned(),
        fill: known(name).map_or_else(|| others.next().copied().unwrap_or("#a9adb0"), |(_, fill, _)| fill).to_owned(),
        sign: if paid { sign.or_else(|| free.next()) } else { None },
    });
    paints.collect()
}

/// The colours of players' pieces, which differ in lightness too.
const PLAYERS: [&str; 8] = ["#c8102e", "#1f4fa3", "#f4c20d", "#1d1d1f", "#2e8b3d", "#f7f3ea", "#7b3fa0", "#f07f1b"];

/// The colour of a player's pieces.
pub(crate) fn of_player(colour: usize) -> &'static str {
    PLAYERS[colour % PLAYERS.len()]
}

/// Black or white, whichever is read better on a colour.
pub(crate) fn ink_on(fill: &str) -> &'static str {
    let part = |at: usize| fill.get(at..at + 2).and_then(|hex| u32::from_str_radix(hex, 16).ok()).unwrap_or(128);
    let light = 299 * part(1) + 587 * part(3) + 114 * part(5);
    if light > 140_000 { "#1d2226" } else { "#ffffff" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_of_cards_has_a_sign_of_its_own() {
        let names = ["red", "Blue", "mauve", "ochre", "gray", "pink", "purple"];
        let paints = paints(names.iter().map(|name| (*name, *name, *name != "gray")));
        let mut signs: Vec<Sign> = paints.iter().filter_map(|paint| paint.sign).collect();
        assert_eq!(signs.len(), 6);
        while let Some(sign) = signs.pop() {
            assert!(!signs.contains(&sign), "{sign:?}");
        }
        assert_eq!(paints[4], Paint { name: "gray".to_owned(), fill: "#a9adb0".to_owned(), sign: None });
        assert_ne!(paints[2].fill, paints[3].fill);
    }

    #[test]
    fn ink_is_read_on_every_colour() {
        assert_eq!(["#3b3f45", "#fdfdfb", "#f5d327", "?"].map(ink_on), ["#ffffff", "#1d2226", "#1d2226", "#ffffff"]);
    }
}
