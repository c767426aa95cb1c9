//! `ttr maps`.

use crate::args::{Maps, PageFormat};
use crate::failure::Failure;
use crate::output::Out;
use crate::output::table::{markdown, table};
use crate::{Program, load};
use serde_json::{Value as Json, json};
use std::ffi::OsStr;
use ttr_core::compile::Failed;
use ttr_core::{GameSource, Registry};
use ttr_source::{MapSource, RulesRef, Severity, Sources};

/// A bundled map, in a line.
struct Entry {
    /// What it is called on the command line.
    name: String,
    map: MapSource,
    players: Option<(u8, u8)>,
}

impl Entry {
    fn rules(&self) -> &str {
        match &self.map.rules {
            Some(RulesRef::Named(name, _) | RulesRef::Path(name, _)) => name,
            Some(RulesRef::Inline(_)) => "its own",
            None => "none",
        }
    }

    fn spaces(&self) -> u64 {
        self.map.routes.iter().map(|route| u64::from(route.length)).sum()
    }

    fn status(&self) -> &str {
        self.map.board.status.as_deref().unwrap_or("not said")
    }

    fn json(&self) -> Json {
        json!({
            "name": self.name,
            "title": self.map.name,
            "summary": self.map.summary,
            "players": self.players.map(|(min, max)| json!({ "min": min, "max": max })),
            "rules": self.rules(),
            "cities": self.map.cities.len(),
            "connections": self.map.entries,
            "routes": self.map.routes.len(),
            "spaces": self.spaces(),
            "tickets": self.map.tickets.len(),
            "status": self.map.board.status,
        })
    }

    fn row(&self) -> [String; 9] {
        let players = self.players.map(|(min, max)| if min == max { min.to_string() } else { format!("{min}-{max}") });
        [
            self.name.clone(),
            self.map.name.clone(),
            self.rules().to_owned(),
            self.status().to_owned(),
            players.unwrap_or_else(|| "?".to_owned()),
            self.map.cities.len().to_string(),
            self.map.routes.len().to_string(),
            self.spaces().to_string(),
            self.map.tickets.len().to_string(),
        ]
    }
}

const HEADER: [&str; 9] = ["map", "title", "rules", "board", "players", "cities", "routes", "spaces", "tickets"];

/// Lists the maps that are bundled.
pub(crate) fn run(program: &Program<'_>, options: &Maps, out: &mut Out) -> Result<(), Failure> {
    let mut failed = Failed { diagnostics: Vec::new(), sources: Sources::new() };
    let entries: Vec<Entry> = program
        .registry
        .maps()
        .map(|(name, text)| {
            let file = failed.sources.add(name, text);
            let (map, found) = MapSource::load(&failed.sources, file);
            failed.diagnostics.extend(found.into_iter().filter(|d| d.severity == Severity::Error));
            Entry { name: name.to_owned(), map, players: range(program.registry, name) }
        })
        .collect();
    match options.format {
        PageFormat::Json => out.json(&entries.iter().map(Entry::json).collect())?,
        PageFormat::Markdown => out.file(&markdown(HEADER, 4, entries.iter().map(Entry::row)))?,
        PageFormat::Table => {
            out.line(table(HEADER, 4).rows(entries.iter().map(Entry::row)).to_string())?;
        }
    }
    if failed.diagnostics.is_empty() {
        return Ok(());
    }
    let summary = "a bundled map is at fault".to_owned();
    Err(Failure::Faults { failed: Box::new(failed), by_command_line: false, summary })
}

fn range(registry: &Registry, name: &str) -> Option<(u8, u8)> {
    let source: GameSource = load::source(registry, OsStr::new(name), None, &[]).ok()?;
    ttr_author::range_of_players(&source)
}
