//! Most points win; ties are broken by a list of measures, and what is left tied is a shared victory (G24, C11).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::page::Better;
use ttr_core::{Chapter, Installer, Manifest, Page, Phase, RuleModule};

/// Parameters of victory.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Victory {
    /// Measures that break ties, one after the other: `completed-tickets`, or the name of an award for who has it.
    #[schemars(extend("x-names" = "measures"))]
    pub ties: Vec<String>,
}

impl RuleModule for Victory {
    fn manifest() -> Manifest {
        Manifest::new("victory", "who wins among equals")
            .search_terms(["winner", "win", "tie", "tie-break", "draw"])
            .examples(include_str!("victory.toml"))
    }

    fn install(self, b: &mut Installer<'_>) {
        b.ties("ties", &self.ties);
        b.tell(tell);
    }
}

fn tell(page: &mut Page<'_>) {
    let breaks = page.rules().tie_breaks().map(|(name, better)| {
        let name = name.replace('-', " ");
        match better {
            Better::Most => format!("the most {name}"),
            Better::Fewest => format!("the fewest {name}"),
            Better::Award => format!("the {name} bonus"),
        }
    });
    let breaks: Vec<String> = breaks.collect();
    let ties = match &breaks[..] {
        [] => "Players with equal points share the victory.".to_owned(),
        _ => format!("Ties are broken by {}; who is equal still shares the victory.", breaks.join(", then by ")),
    };
    let text = format!("The most points win; a score may be below zero. {ties}");
    page.say(Chapter::Scoring, Phase::Ties, "win", text).on(&["ties"]).clauses(&["G23", "G24"]);
}
