//! What can't be done, as a message: with a code, the field or the rule at fault, and words.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;
use std::time::Duration;
use ttr_core::{Illegal, Panicked, UndoRefused, cx::Fault};
use ttr_source::cut;

/// What kind of trouble.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The line is not JSON, or no object.
    NotJson,
    /// The line is longer than any that is read.
    LineTooLong,
    /// There is no request of this kind.
    UnknownKind,
    /// A field is missing, not known, of the wrong type, names something that there is not, or lays out what can't be; `field`
    /// says which.
    BadField,
    /// There is no game of this number, or no longer.
    NoSuchGame,
    /// As many games are under way as can be.
    TooManyGames,
    /// The games under way take as much memory as they may together: `end` forgets one.
    TooMuch,
    /// The map, the rule set or the overrides can't be used; `findings` says why.
    BadRules,
    /// The saved game can't be used; `line` says where.
    BadSave,
    /// It is for somebody else to decide.
    NotYourTurn,
    /// The game is over.
    GameOver,
    /// A rule refuses the action; `rule` says which.
    IllegalAction,
    /// The last decision can't be taken back.
    UndoRefused,
    /// What the script says can't come now.
    BadChance,
    /// A module broke a promise of the engine; the step did not take place.
    ModuleFault,
    /// A module panicked; its game has ended.
    ModulePanic,
    /// A module did not come back in time; its game has ended.
    ModuleHangs,
}

/// Something could not be done, and nothing has changed, but for `module-panic` and `module-hangs`, which end the game.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Trouble {
    /// What kind of trouble.
    pub code: Code,
    /// What is wrong, in words.
    pub text: Box<str>,
    /// The field at fault, as a path such as `players[1]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<Box<str>>,
    /// The rule that refuses it, as `module/name`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Box<str>>,
    /// The line of the saved game, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The module at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub module: Option<Box<str>>,
    /// The game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// What is wrong with the map or the rules, as `ttr check --format json` has it under `diagnostics`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<FindingInfo>")]
    pub findings: Vec<Json>,
}

/// What is wrong with a map, a rule set or an override, and where. Lines and columns are counted from 1.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "stands in the schema for what is made elsewhere")]
struct FindingInfo {
    /// Its code, which `ttr explain` explains.
    code: String,
    /// `error`, `warning` or `info`.
    severity: String,
    /// What is wrong, in words.
    message: String,
    /// How to mend it, in words.
    help: Option<String>,
    /// The map, the rule set or the override.
    file: String,
    /// The line.
    line: Option<u32>,
    /// The column.
    column: Option<u32>,
    /// The line of its end.
    end_line: Option<u32>,
    /// The column behind its end.
    end_column: Option<u32>,
    /// Other places that it is about.
    labels: Vec<LabelInfo>,
    /// What to write instead.
    suggestion: Option<SuggestionInfo>,
}

/// A place that a finding is about.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "stands in the schema for what is made elsewhere")]
struct LabelInfo {
    /// What is there, in words.
    text: String,
    /// Whether it is the place of the finding itself.
    primary: bool,
    /// The map, the rule set or the override.
    file: String,
    /// The line.
    line: u32,
    /// The column.
    column: u32,
    /// The line of its end.
    end_line: u32,
    /// The column behind its end.
    end_column: u32,
}

/// What to write instead of what stands there.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "stands in the schema for what is made elsewhere")]
struct SuggestionInfo {
    /// The text to write.
    replacement: String,
    /// Whether it is certain that this was meant.
    certain: bool,
    /// The map, the rule set or the override.
    file: String,
    /// The line.
    line: u32,
    /// The column.
    column: u32,
    /// The line of its end.
    end_line: u32,
    /// The column behind its end.
    end_column: u32,
}

impl Trouble {
    /// Trouble of a kind, in words.
    pub fn new(code: Code, text: impl Into<String>) -> Self {
        let text = text.into().into_boxed_str();
        Self { code, text, field: None, rule: None, line: None, module: None, game: None, findings: Vec::new() }
    }

    /// A field is at fault.
    pub fn field(field: impl Into<String>, text: impl Into<String>) -> Self {
        Self { field: Some(cut(&field.into()).into_owned().into()), ..Self::new(Code::BadField, text) }
    }

    /// A step was refused or failed.
    pub fn illegal(illegal: Illegal) -> Self {
        match illegal {
            Illegal::Refused { rule, text } => {
                let code = match rule.as_str() {
                    "core/not-yours" => Code::NotYourTurn,
                    "core/game-over" => Code::GameOver,
                    _ => Code::IllegalAction,
                };
                Self { rule: Some(rule.into()), ..Self::new(code, text) }
            }
            Illegal::Fault(fault) => Self::fault(&fault),
        }
    }

    /// A step failed.
    pub fn fault(fault: &Fault) -> Self {
        match fault {
            Fault::Chance { .. } => Self::new(Code::BadChance, fault.to_string()),
            Fault::Module { module, .. } => {
                Self { module: Some(module.as_str().into()), ..Self::new(Code::ModuleFault, fault.to_string()) }
            }
        }
    }

    /// A module panicked.
    pub fn panicked(panicked: &Panicked) -> Self {
        let module = panicked.module.unwrap_or("core");
        Self { module: Some(module.into()), ..Self::new(Code::ModulePanic, panicked.to_string()) }
    }

    /// A module did not come back for so long.
    pub fn hangs(module: Option<&'static str>, patience: Duration) -> Self {
        let whose = module.map_or_else(|| "the engine".to_owned(), |id| format!("module {id}"));
        let seconds = patience.as_secs_f64();
        let text = format!("{whose} has been at work for {seconds} s and was given up: it loops, or takes very long");
        Self { module: Some(module.unwrap_or("core").into()), ..Self::new(Code::ModuleHangs, text) }
    }

    /// Nothing can be taken back.
    pub fn undo(refused: UndoRefused) -> Self {
        Self::new(Code::UndoRefused, refused.to_string())
    }
}
