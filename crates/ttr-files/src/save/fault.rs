//! Why a save can't be used.

use ttr_core::Failed;

/// Why a save can't be used: the first line that does not fit.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct SaveFault {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
    /// The findings about the map or the rule set in the save, where one of these is at fault.
    pub compile: Option<Box<Failed>>,
}

impl PartialEq for SaveFault {
    fn eq(&self, other: &Self) -> bool {
        (self.line, &self.what) == (other.line, &other.what)
    }
}

impl SaveFault {
    pub(super) fn new(line: usize, what: impl Into<String>) -> Self {
        Self { line, what: what.into(), compile: None }
    }
}
