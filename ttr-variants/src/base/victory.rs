//! Most points win; ties are broken by a list of measures, and what is left tied is a shared victory (G24, C11).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ttr_core::{Installer, Manifest, RuleModule};

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
    }

    fn install(self, b: &mut Installer<'_>) {
        b.ties("ties", &self.ties);
    }
}
