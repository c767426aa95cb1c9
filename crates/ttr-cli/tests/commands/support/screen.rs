//! What is on the screen of a game: what is asked, and what can be chosen.

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Prompt {
    /// A decision, perhaps of a person by name.
    Decide(String),
    Pay,
    GoOn,
    Curtain,
    /// The program has ended.
    End,
}

/// The prompt with which a text ends.
pub fn prompt(text: &str) -> Option<Prompt> {
    let last = text.rsplit('\n').next().unwrap_or_default();
    match last {
        "pay (or `back`)> " => Some(Prompt::Pay),
        _ if last.ends_with("> ") && !last.starts_with(' ') => {
            Some(Prompt::Decide(last.trim_end_matches("> ").to_owned()))
        }
        _ if last.starts_with("Enter goes on") && last.ends_with(". ") => Some(Prompt::GoOn),
        _ if last.contains("press Enter, ") && last.ends_with(". ") => Some(Prompt::Curtain),
        _ => None,
    }
}

/// Something that can be chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    pub number: usize,
    pub text: String,
    /// Whether it is marked as on the way of a ticket.
    pub on_way: bool,
}

/// What can be chosen: the numbers of the last list on the screen, each with what stands behind it.
pub fn choices(text: &str) -> Vec<Choice> {
    let mut all: Vec<Choice> = Vec::new();
    for line in text.lines() {
        let found = on_line(line);
        // A list begins anew.
        if found.first().is_some_and(|choice| all.iter().any(|other| other.number == choice.number)) {
            all.clear();
        }
        all.extend(found);
    }
    all
}

/// The choices on a line: a mark or a space, a number at the right of three columns, a bracket.
fn on_line(line: &str) -> Vec<Choice> {
    let letters: Vec<char> = line.chars().collect();
    let starts: Vec<(usize, usize, bool)> = (0..letters.len()).filter_map(|at| item(&letters, at)).collect();
    let mut all = Vec::new();
    for (i, &(at, number, on_way)) in starts.iter().enumerate() {
        let from = at + 6;
        let to = starts.get(i + 1).map_or(letters.len(), |(next, ..)| *next);
        let text: String = letters.get(from..to).unwrap_or_default().iter().collect();
        all.push(Choice { number, text: text.trim().to_owned(), on_way });
    }
    all
}

fn item(letters: &[char], at: usize) -> Option<(usize, usize, bool)> {
    if at > 0 && letters[at - 1] != ' ' {
        return None;
    }
    let on_way = match letters[at] {
        '*' => true,
        ' ' => false,
        _ => return None,
    };
    let digits: String = letters.get(at + 1..at + 4)?.iter().collect();
    let number = digits.trim_start();
    if letters.get(at + 4..at + 6)? != [')', ' '] || !number.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    Some((at, number.parse().ok()?, on_way))
}

/// How many of the tickets on the screen are to be chosen, if it asks for tickets: the least and the most.
pub fn deal(text: &str) -> Option<(usize, usize)> {
    let line = text.lines().rev().find(|line| line.contains(" of them, by numbers as in `1 2`"))?;
    let range = line.split(" of them").next()?;
    let words: Vec<&str> = range.split_whitespace().collect();
    match words.as_slice() {
        [.., least, "to", most] => Some((least.parse().ok()?, most.parse().ok()?)),
        [.., n] => Some((n.parse().ok()?, n.parse().ok()?)),
        [] => None,
    }
}

/// The score sheet at the end.
pub fn sheet(screen: &str) -> &str {
    let at = screen.rfind("\nscore\n").expect("a score sheet");
    let end = ["the game is in ", "seed "].into_iter().filter_map(|rest| screen[at..].find(rest)).min();
    &screen[at..end.map_or(screen.len(), |n| at + n)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_off_the_screen() {
        let screen = "\
 >   player 1 (you)             45      4         3       0
  [ ] A - B (12): 3 to go: A (2 gray) C (1 red) B
    greedy 2 claims Omaha - Duluth (gray, track 1) with 2 yellow
   1) draw a card from the train deck
   2) take blue from the row      3) take red from the row
     claim (* is on the way of a ticket):
*  6) Sault St. Marie - Toronto 2 gray  * 12) Pittsburgh - Raleigh 2 gray
   7) Toronto - Pittsburgh 2 gray       *100) Omaha - Duluth 2 gray
> ";
        let all = choices(screen);
        assert_eq!(all.iter().map(|c| c.number).collect::<Vec<_>>(), [1, 2, 3, 6, 12, 7, 100]);
        assert_eq!(all[1].text, "take blue from the row");
        assert_eq!((all[3].text.as_str(), all[3].on_way), ("Sault St. Marie - Toronto 2 gray", true));
        assert_eq!((all[5].text.as_str(), all[5].on_way), ("Toronto - Pittsburgh 2 gray", false));
        assert_eq!(prompt(screen), Some(Prompt::Decide(String::new())));
        assert_eq!(choices(&format!("{screen}claim\n   3) a\n   5) b\n")).len(), 2, "a new list");
        assert_eq!(deal("     keep 2 to 3 of them, by numbers as in `1 2`, by names, or `all`\n> "), Some((2, 3)));
        assert_eq!(deal(screen), None);
    }
}
