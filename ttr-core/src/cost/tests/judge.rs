//! The definition of a payment, word for word, on plain lists: slow, and with no type of the solver in it.

pub struct Kind {
    pub colour: Option<u8>,
    pub units: usize,
}

pub struct Part {
    pub units: usize,
    pub cards: Vec<usize>,
    pub wilds: Vec<usize>,
    pub variable: Option<u8>,
    pub wilds_from: usize,
    pub wilds_to: usize,
    pub groups: Option<(usize, usize)>,
}

/// A card given to a part: its kind, and whether it plays as a wild.
type Given = (usize, bool);

/// All the bags within a hand.
pub fn bags_within(hand: &[u8]) -> Vec<Vec<u8>> {
    let Some((&first, rest)) = hand.split_first() else { return vec![vec![]] };
    let rest = bags_within(rest);
    (0..=first).flat_map(|n| rest.iter().map(move |bag| [&[n][..], bag].concat())).collect()
}

pub fn is_within(a: &[u8], b: &[u8]) -> bool {
    a.iter().zip(b).all(|(a, b)| a <= b)
}

/// The payments from a hand: what covers, with no smaller bag in it that does; the first kinds first.
pub fn payments(hand: &[u8], parts: &[Part], kinds: &[Kind]) -> Vec<Vec<u8>> {
    let covers: Vec<_> = bags_within(hand).into_iter().filter(|bag| covers(bag, parts, kinds)).collect();
    let minimal = |bag: &&Vec<u8>| !covers.iter().any(|less| less != *bag && is_within(less, bag));
    let mut payments: Vec<_> = covers.iter().filter(minimal).cloned().collect();
    payments.sort_by(|a, b| b.cmp(a));
    payments
}

pub fn covers(bag: &[u8], parts: &[Part], kinds: &[Kind]) -> bool {
    let cards: Vec<usize> = bag.iter().enumerate().flat_map(|(kind, &n)| vec![kind; n.into()]).collect();
    give(&cards, parts, kinds, &mut vec![vec![]; parts.len()], (0, false))
}

/// Gives the cards to parts in every way (cards of a kind in one order only).
fn give(cards: &[usize], parts: &[Part], kinds: &[Kind], given: &mut Vec<Vec<Given>>, from: (usize, bool)) -> bool {
    let Some((&kind, rest)) = cards.split_first() else {
        return parts.iter().zip(given.iter()).all(|(part, given)| is_covered(part, given, kinds))
            && agree(parts, given, kinds);
    };
    for p in 0..parts.len() {
        for wild in [false, true] {
            let may = if wild { parts[p].wilds.contains(&kind) } else { parts[p].cards.contains(&kind) };
            if may && (p, wild) >= from {
                given[p].push((kind, wild));
                let from = if rest.first() == Some(&kind) { (p, wild) } else { (0, false) };
                let done = give(rest, parts, kinds, given, from);
                given[p].pop();
                if done {
                    return true;
                }
            }
        }
    }
    false
}

fn is_covered(part: &Part, given: &[Given], kinds: &[Kind]) -> bool {
    let wilds = given.iter().filter(|&&(_, wild)| wild).count();
    let enough = match part.groups {
        None => given.iter().map(|&(kind, _)| kinds[kind].units).sum::<usize>() >= part.units,
        Some((size, most_wilds)) => can_be_sorted(given, part.units, size, most_wilds, kinds),
    };
    enough && wilds >= part.wilds_from && wilds <= part.wilds_to
}

fn agree(parts: &[Part], given: &[Vec<Given>], kinds: &[Kind]) -> bool {
    parts.iter().filter_map(|part| part.variable).all(|variable| {
        let together = parts.iter().zip(given).filter(|(part, _)| part.variable == Some(variable));
        let coloured = together.flat_map(|(_, given)| given).filter(|&&(_, wild)| !wild);
        let colours: Vec<_> = coloured.map(|&(kind, _)| kinds[kind].colour).collect();
        colours.iter().all(|colour| *colour == colours[0])
    })
}

fn can_be_sorted(given: &[Given], groups: usize, size: usize, most_wilds: usize, kinds: &[Kind]) -> bool {
    if given.len() != groups * size {
        return false;
    }
    if given.is_empty() {
        return true;
    }
    // The first card's group, in every way.
    (0..1u32 << given.len()).filter(|set| set & 1 == 1 && set.count_ones() as usize == size).any(|set| {
        let (group, rest): (Vec<_>, Vec<_>) = (0..given.len()).partition(|i| set >> i & 1 == 1);
        let colours: Vec<_> = group.iter().filter(|&&i| !given[i].1).map(|&i| kinds[given[i].0].colour).collect();
        let rest: Vec<_> = rest.iter().map(|&i| given[i]).collect();
        colours.iter().all(|colour| *colour == colours[0])
            && size - colours.len() <= most_wilds
            && can_be_sorted(&rest, groups - 1, size, most_wilds, kinds)
    })
}
