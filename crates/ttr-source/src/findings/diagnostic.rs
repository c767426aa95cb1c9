//! Diagnostics: what is wrong, where, and what would mend it. Plain data, rendered elsewhere.

use crate::text::files::Span;
use serde::Serialize;
use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The file can't be used.
    Error,
    /// It can, but surely was not meant so.
    Warning,
    /// Worth knowing.
    Info,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        })
    }
}

/// Whether a suggested edit may be made without asking.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Applicability {
    /// It is surely what was meant.
    Certain,
    /// It is a guess, for the author to judge.
    Maybe,
}

/// An edit that would mend the fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// What to replace.
    pub span: Span,
    /// By what.
    pub replacement: String,
    /// Whether it may be made without asking.
    pub applicability: Applicability,
}

/// One finding about a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The stable name of this kind of finding, listed in [`crate::CODES`] or declared by its module.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// Where.
    pub span: Option<Span>,
    /// What to write under the span.
    pub primary_label: Option<String>,
    /// Other places that have to do with it.
    pub labels: Vec<(Span, String)>,
    /// How to go on.
    pub help: Option<String>,
    /// The edit that would mend it, where one is known.
    pub suggestion: Option<Suggestion>,
    /// How many more like this there were, which are counted and not told.
    pub more: usize,
}

impl Diagnostic {
    /// A finding without a place yet.
    pub fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            severity,
            message: message.into(),
            span: None,
            primary_label: None,
            labels: Vec::new(),
            help: None,
            suggestion: None,
            more: 0,
        }
    }

    /// An error without a place yet.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// A warning without a place yet.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    /// With its place.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// With words under its place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary_label = Some(text.into());
        self
    }

    /// With another place that has to do with it.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push((span, text.into()));
        self
    }

    /// With a line on how to go on.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// What is wrong, with how many more like this there were.
    pub fn full_message(&self) -> String {
        match self.more {
            0 => self.message.clone(),
            more => format!("{} (and {more} more like this)", self.message),
        }
    }

    /// With an edit that may mend it.
    #[must_use]
    pub fn suggest(self, span: Span, replacement: impl Into<String>) -> Self {
        self.suggest_as(Applicability::Maybe, span, replacement)
    }

    /// With an edit that would mend it, and whether it may be made without asking.
    #[must_use]
    pub fn suggest_as(mut self, applicability: Applicability, span: Span, replacement: impl Into<String>) -> Self {
        self.suggestion = Some(Suggestion { span, replacement: replacement.into(), applicability });
        self
    }
}

/// Puts diagnostics in the order of their places; those without one come first.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by_key(|d| d.span.map(|s| (s.file, s.start)));
}
