//! Modules that are broken on purpose: the kit finds each, names the property, and shows it in a short game that breaks the
//! same property when it is looked at again. Their twins, which are not broken, pass.

mod modules;

use modules::{MAP, RULES, registry};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use ttr_testkit::props::ALL;
use ttr_testkit::{Failure, Kit};

fn kit(modules: &[&str], broken: bool) -> Kit {
    let kit = Kit::new(registry).map_text("fen", MAP).rules_text("fen", RULES).games(6);
    let kit = kit.folder(env!("CARGO_TARGET_TMPDIR"));
    modules.iter().fold(kit, |kit, module| kit.set(format!("{module}.broken={broken}")))
}

/// The kit passes the modules as they should be, and finds what is broken of them: with this property, in a game of at most so
/// many decisions, which shows it again.
#[track_caller]
fn found(modules: &[&str], property: &str, most: usize) -> Box<Failure> {
    if let Err(failure) = kit(modules, false).run() {
        panic!("the twin is broken too: {failure}");
    }
    found_in(&kit(modules, true), property, most)
}

#[track_caller]
fn found_in(kit: &Kit, property: &str, most: usize) -> Box<Failure> {
    let failure = kit.run().expect_err("it is broken");
    println!("{failure}\n");
    assert_eq!(failure.property, property, "{failure}");
    assert!(failure.decisions <= most, "{failure}");
    let file = failure.file.clone().expect("it is written");
    let text = std::fs::read_to_string(&file).expect("a file");
    assert_eq!(Some(&text), failure.save.as_ref());
    let again = kit.run_save(&text).expect_err("it is still broken");
    assert_eq!(again.property, property, "{again}");
    let command = failure.command.clone().expect("a command");
    assert!(command.starts_with("TTR_REPLAY=") && !command.contains('\n'), "{command}");
    failure
}

fn page() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/testkit.md")).expect("the page of the kit")
}

#[test]
fn forgets_to_return_pieces() {
    let failure = found(&["camps"], "conservation", 4);
    assert!(failure.message.contains("module camps has forgotten the pieces it put to "), "{failure}");
    // This is the one that the documentation explains.
    let text = failure.to_string().replace(env!("CARGO_TARGET_TMPDIR"), "target/ttr-testkit");
    assert!(page().contains(&format!("```text\n{text}\n```")), "docs/testkit.md does not show this:\n{text}");
}

#[test]
fn the_page_lists_every_property() {
    let rows = ALL.iter().map(|property| format!("| `{}` | {} |\n", property.name, property.says));
    let rows: String = rows.collect();
    assert!(page().contains(&rows), "docs/testkit.md does not list this:\n{rows}");
}

#[test]
fn the_line_that_shows_it_again_does() {
    const TEST: &str = "the_line_that_shows_it_again_does";
    let kit = kit(&["bribes"], true);
    if std::env::var_os("TTR_REPLAY").is_some() {
        return kit.check();
    }
    let failure = kit.run().expect_err("it is broken");
    let file = failure.file.as_ref().expect("a file");
    assert_eq!(failure.command, Some(format!("TTR_REPLAY={} cargo test {TEST}", file.display())));
    let again = |file: &Path| {
        let test = std::env::current_exe().expect("this test");
        let done = Command::new(test).args(["--exact", TEST, "--nocapture"]).env("TTR_REPLAY", file).output();
        let done = done.expect("it runs");
        assert!(!done.status.success());
        String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr)
    };
    let said = again(file);
    assert!(said.contains("conservation: it does not hold that") && said.contains("nobody put them away"), "{said}");
    let said = again(Path::new("nowhere.ttr.jsonl"));
    assert!(said.contains("TTR_REPLAY: nowhere.ttr.jsonl can't be read"), "{said}");
}

#[test]
fn forgets_to_put_cards_away() {
    found(&["bribes"], "conservation", 1);
}

#[test]
fn leaks_a_hidden_choice_into_an_event() {
    let failure = found(&["vault"], "secrets", 3);
    assert!(failure.message.contains("hears of a secret"), "{failure}");
}

#[test]
fn leaks_a_hidden_card_into_a_register() {
    found(&["boasts"], "secrets", 3);
}

#[test]
fn leaks_what_a_hand_lacks_by_not_asking() {
    let failure = found(&["bows"], "views", 9);
    assert!(failure.message.contains("sounds different"), "{failure}");
}

#[test]
fn scores_twice_banked_and_counted() {
    let failure = found(&["fame"], "score", 20);
    assert!(failure.message.contains("[fame/banked]") && failure.message.contains("[fame/fame]"), "{failure}");
}

#[test]
fn scores_twice_the_same_line() {
    let failure = found(&["echo"], "score", 12);
    assert!(failure.message.contains("scores twice"), "{failure}");
}

#[test]
fn scores_more_the_more_often_it_is_asked() {
    found(&["moods"], "score", 0);
}

#[test]
fn lists_an_illegal_action() {
    let failure = found(&["gifts"], "legality", 1);
    assert!(failure.message.contains("gifts/give"), "{failure}");
}

#[test]
fn lists_what_was_legal_before() {
    found(&["curfew"], "open-routes", 8);
}

#[test]
fn does_not_list_what_has_become_legal() {
    found(&["dawn"], "open-routes", 8);
}

#[test]
fn depends_on_the_order_of_modules() {
    found(&["tolls-added", "tolls-doubled"], "order", 4);
}

#[test]
fn depends_on_who_was_installed_before() {
    found(&["audience", "stage"], "order", 0);
}

#[test]
fn a_game_never_ends() {
    found(&["dawdling"], "end", 0);
}

#[test]
fn an_action_never_ends() {
    let failure = found(&["spinning"], "end", 0);
    assert!(failure.message.contains("without a decision"), "{failure}");
}

#[test]
fn a_rule_never_comes_back() {
    assert!(kit(&["sleeping"], false).run().is_ok());
    let kit = kit(&["sleeping"], true).patience(Duration::from_secs(3));
    let failure = found_in(&kit, "end", 60);
    assert!(failure.message.contains("nothing came back"), "{failure}");
    assert!(failure.message.contains("module sleeping loops there"), "{failure}");
}

#[test]
fn panics() {
    let failure = found(&["clumsy"], "panics", 12);
    assert!(failure.message.contains("module clumsy panicked: dropped it"), "{failure}");
}

#[test]
fn games_on_a_large_board_become_short_too() {
    for (map, module, property) in [("usa", "camps", "conservation"), ("world", "clumsy", "panics")] {
        let folder = env!("CARGO_TARGET_TMPDIR");
        let kit = Kit::new(registry).map(map).set(format!("{module}.broken=true")).folder(folder);
        found_in(&kit, property, 10);
    }
}
