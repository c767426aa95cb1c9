//! `ttr test`: what it prints, for people and for programs, and its exit codes.

use crate::support::program::{Folder, Ran, program};
use serde_json::json;

const BOARD: &str = "rules = \"classic\"\nset = { tickets = false }\n\
    board.routes = [{ between = [\"Ayr\", \"Bath\"], length = 2, colour = \"red\" }]\n";

fn test(name: &str, then: &str) -> String {
    format!(
        "[[test]]\nname = {name:?}\nclauses = \"G10a\"\ngiven.players = [{{ name = \"Ann\", hand = [\"red\", \"red\"] }}, \"Bob\"]\n\
        when = [\"Ann claims Ayr - Bath with 2 red\"]\nthen = {{ {then} }}\n"
    )
}

fn run(folder: &Folder, line: &str) -> Ran {
    let done = program().args(line.split_whitespace()).current_dir(folder.path()).output().expect("the program starts");
    Ran {
        code: done.status.code().expect("a code"),
        out: String::from_utf8(done.stdout).expect("text"),
        err: String::from_utf8(done.stderr).expect("text"),
    }
}

#[test]
fn tests_are_run_one_by_one_and_told_to_people_and_programs() {
    let folder = Folder::new("tests-as-data");
    folder.file(
        "a.toml",
        format!("{BOARD}{}{}", test("it is so", "to-act = \"Bob\""), test("it is not so", "to-act = \"Ann\"")),
    );
    folder.file("b.toml", format!("{BOARD}{}", test("all is well", "players.Ann = { score = 2, hand = [] }")));
    let ran = run(&folder, "test a.toml b.toml");
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    for text in [
        "  holds   it is so",
        "  FAILS   it is not so",
        "  holds   all is well",
        "error[test::not-so]: to decide now is Bob",
        "3 tests in 2 files: 2 hold, 1 fail",
    ] {
        assert!(ran.out.contains(text), "{text:?} in {}", ran.out);
    }
    assert_eq!(run(&folder, "test a.toml --only well").code, 2, "no test of that name");
    assert_eq!(run(&folder, "test b.toml --only well").code, 0);
    assert_eq!(run(&folder, "test b.toml missing.toml").code, 2);
    let short = run(&folder, "test a.toml --format short");
    assert_eq!(short.out.lines().count(), 1, "{}", short.out);
    let told: serde_json::Value =
        serde_json::from_str(&run(&folder, "test a.toml b.toml --format json").out).expect("JSON");
    assert_eq!(told["files"][0]["tests"][1]["holds"], json!(false));
    assert_eq!(told["files"][0]["tests"][1]["clauses"], json!(["G10a"]));
    assert_eq!(told["files"][0]["tests"][1]["diagnostics"][0]["code"], json!("test::not-so"));
    assert_eq!(told["files"][1]["holds"], json!(true));
}

#[test]
fn maps_beside_the_tests_are_found() {
    let folder = Folder::new("tests-beside");
    folder.file(
        "isle.toml",
        "format = 1\nname = \"Isle\"\nrules = \"classic\"\nset = { tickets = false }\n\
        routes = [{ between = [\"Ayr\", \"Bath\"], length = 2, colour = \"red\" }]\n[cities]\nAyr = {}\nBath = {}\n",
    );
    folder.file("t.toml", format!("map = \"isle.toml\"\n{}", test("it is so", "to-act = \"Bob\"")));
    folder.file("u.toml", format!("map = \"ile.toml\"\n{}", test("it is so", "to-act = \"Bob\"")));
    assert_eq!(run(&folder, "test t.toml").code, 0);
    let ran = run(&folder, "test u.toml");
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("error[test::no-game]: no map is named \"ile.toml\", and as a file: "), "{}", ran.out);
}
