//! What a person types against the names of things: without accents, case or hyphens, and only as much of a name as
//! tells it apart.

/// Words that are passed over where nothing is named by them.
const FILLERS: [&str; 10] = ["a", "an", "the", "to", "from", "for", "of", "and", "my", "please"];

/// A letter without its accent; some stand for two.
fn plain(letter: char) -> &'static str {
    match letter {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' | 'ǎ' => "a",
        'æ' => "ae",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì' | 'í' | 'î' | 'ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i",
        'ĵ' => "j",
        'ķ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => "o",
        'œ' => "oe",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ß' => "ss",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
        'þ' => "th",
        'ù' | 'ú' | 'û' | 'ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => "",
    }
}

/// The words of a text: small letters without accents, cut at whatever is neither letter nor digit.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase) {
        match letter {
            // Within a word: Coeur d'Alene; an accent that is a character of its own.
            '\'' | '’' | '\u{300}'..='\u{36f}' => {}
            _ if !plain(letter).is_empty() => folded.push_str(plain(letter)),
            _ if letter.is_alphanumeric() => folded.push(letter),
            _ => folded.push(' '),
        }
    }
    folded.split_whitespace().map(str::to_owned).collect()
}

/// What something can be called by.
#[derive(Clone, Default, Debug)]
pub(crate) struct Names {
    /// Words that name it: of cities, cards, players.
    named: Vec<String>,
    /// The words of each name.
    whole: Vec<Vec<String>>,
    /// Names of several words as one, with the length of the first: `newyork`.
    joined: Vec<(String, usize)>,
    /// Words that say what is done.
    said: Vec<String>,
    /// Words that describe it: colours and lengths.
    further: Vec<String>,
}

impl Names {
    /// Adds a name: its words, and all of them as one.
    pub fn name(&mut self, name: &str) {
        let words = words(name);
        if words.len() > 1 {
            self.joined.push((words.concat(), words[0].len()));
        }
        self.named.extend(words.iter().cloned());
        self.whole.push(words);
    }

    /// Adds words that say what is done.
    pub fn say(&mut self, text: &str) {
        self.said.extend(words(text));
    }

    /// Adds words that describe it.
    pub fn describe(&mut self, text: &str) {
        self.further.extend(words(text));
    }

    /// Whether a name begins with this word.
    pub fn begins_with(&self, word: &str) -> bool {
        self.named.iter().any(|name| name.starts_with(word))
    }

    /// Whether what is done is said with this word.
    pub fn says(&self, word: &str) -> bool {
        self.said.iter().any(|said| said.starts_with(word))
    }

    /// How well these words fit: how many words of names are typed whole, and how many names are. Nothing if one of the
    /// words fits nowhere.
    fn fit(&self, typed: &[String], how: How) -> Option<(usize, usize)> {
        let further: &[String] = if how.further { &self.further } else { &[] };
        let words = self.named.iter().chain(&self.said).chain(further).map(|word| (word.as_str(), 0));
        let joined = self.joined.iter().map(|(name, first)| (name.as_str(), *first));
        let all: Vec<(&str, usize)> = words.chain(joined).collect();
        let mut taken = vec![false; all.len()];
        assign(typed, &all, &mut taken, how).then(|| {
            let whole = self.whole.iter().filter(|name| name.iter().all(|word| typed.contains(word)));
            (typed.iter().filter(|word| self.named.contains(word)).count(), whole.count())
        })
    }
}

/// How names are compared.
#[derive(Clone, Copy)]
struct How {
    /// Descriptions count too.
    further: bool,
    /// Not only from the beginning of a word.
    inside: bool,
}

/// Gives every word that was typed a word of its own to stand for. Of names that are joined to one word, more than the
/// first of their words must be typed.
fn assign(typed: &[String], all: &[(&str, usize)], taken: &mut [bool], how: How) -> bool {
    let Some((word, rest)) = typed.split_first() else { return true };
    for (i, &(name, first)) in all.iter().enumerate() {
        let fits = match first {
            0 if how.inside => name.contains(word.as_str()),
            first => name.starts_with(word.as_str()) && word.len() > first,
        };
        if fits && !taken[i] {
            taken[i] = true;
            if assign(rest, all, taken, how) {
                return true;
            }
            taken[i] = false;
        }
    }
    false
}

/// Which of these things a text means: the best fits, all of them if it does not tell them apart. Nothing if it means
/// none. Numbers alone mean none: whoever mistypes the number of a choice does not mean some route of that length.
pub(crate) fn meant(text: &str, things: &[Names]) -> Vec<usize> {
    // More words than any name has would only take time.
    let typed: Vec<String> = words(text).into_iter().take(12).collect();
    let short: Vec<String> = typed.iter().filter(|w| !FILLERS.contains(&w.as_str())).cloned().collect();
    if typed.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
        return Vec::new();
    }
    for (further, inside) in [(false, false), (true, false), (false, true), (true, true)] {
        for typed in [&typed, &short] {
            if typed.is_empty() {
                continue;
            }
            let how = How { further, inside };
            let fits: Vec<(usize, (usize, usize))> =
                things.iter().enumerate().filter_map(|(i, thing)| Some((i, thing.fit(typed, how)?))).collect();
            let Some(best) = fits.iter().map(|(_, whole)| *whole).max() else { continue };
            return fits.into_iter().filter(|(_, whole)| *whole == best).map(|(i, _)| i).collect();
        }
    }
    Vec::new()
}

/// Whether a text has these words, or words that begin so, one after the other.
pub(crate) fn in_order(typed: &[String], text: &str) -> bool {
    let mut words = words(text).into_iter();
    typed.iter().all(|typed| words.any(|word| word.starts_with(typed.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route(a: &str, b: &str, colour: &str) -> Names {
        let mut names = Names::default();
        names.name(a);
        names.name(b);
        names.say("claims with");
        names.describe(colour);
        names.describe("3");
        names
    }

    fn card(kind: &str) -> Names {
        let mut names = Names::default();
        names.name(kind);
        names.say("row take takes from the row");
        names
    }

    #[test]
    fn names_lose_accents_case_and_hyphens() {
        assert_eq!(words("Saint-Étienne"), ["saint", "etienne"]);
        assert_eq!(words("  Coeur d'Alene, ŁÓDŹ & Große Straße "), ["coeur", "dalene", "lodz", "grosse", "strasse"]);
        assert_eq!(words("Zu\u{308}rich"), ["zurich"]);
        assert_eq!(words("--"), Vec::<String>::new());
    }

    #[test]
    fn part_of_a_name_is_enough_where_it_tells_things_apart() {
        let things = [
            route("Boston", "Miami", "red"),
            route("Boston", "New York", "yellow"),
            route("New York", "Newark", "red"),
            card("red"),
            card("blue"),
        ];
        assert_eq!(meant("claim bos mia", &things), [0]);
        assert_eq!(meant("MIA to bos", &things), [0]);
        assert_eq!(meant("bos", &things), [0, 1]);
        assert_eq!(meant("bos newyork", &things), [1]);
        assert_eq!(meant("new new", &things), [2], "one word stands for one name");
        assert_eq!(meant("red", &things), [3], "what is named comes before what is described");
        assert_eq!(meant("claim red", &things), [0, 2]);
        assert_eq!(meant("take", &things), [3, 4]);
        assert_eq!(meant("ork bost", &things), [1], "from within a name, where nothing begins so");
        assert_eq!(meant("quebec", &things), Vec::<usize>::new());
        assert_eq!(meant("claim 3 yellow", &things), [1], "a number beside a word");
        assert_eq!(meant("-3", &things), Vec::<usize>::new());
        assert_eq!(meant("", &things), Vec::<usize>::new());
        assert_eq!(meant("the", &things), [3, 4], "a filler that says something");
    }

    #[test]
    fn a_whole_name_comes_before_a_longer_one() {
        let things = [card("red double ship"), card("red"), card("red ship")];
        assert_eq!(meant("red", &things), [1]);
        assert_eq!(meant("take red from the row", &things), [1]);
        assert_eq!(meant("red ship", &things), [2]);
        assert_eq!(meant("red double", &things), [0]);
        assert_eq!(meant("re", &things), [0, 1, 2]);
    }

    #[test]
    fn the_order_of_words_can_count() {
        let typed = words("exchange 1 tr 1 sh");
        assert!(in_order(&typed, "exchange 1 train piece for 1 ship piece"));
        assert!(!in_order(&typed, "exchange 1 ship piece for 1 train piece"));
    }
}
