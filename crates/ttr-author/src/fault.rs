//! What an author's text or wish has wrong, in a form that can be shown.

use ttr_core::compile::Failed;

/// Why something can't be made of what was given.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// What is asked for is not there, or can't be.
    #[error("{message}")]
    Wish {
        /// What was expected and what was found.
        message: String,
        /// How to go on.
        help: Option<String>,
    },
    /// The content of a text is at fault.
    #[error("{0}")]
    Content(String),
    /// A text is at fault, in ways that can be shown.
    #[error("{summary}")]
    Findings {
        /// What is at fault, with its text.
        failed: Box<Failed>,
        /// What the findings add up to.
        summary: String,
    },
}

impl Fault {
    pub(crate) fn wish(message: impl Into<String>) -> Self {
        Self::Wish { message: message.into(), help: None }
    }

    pub(crate) fn content(message: impl Into<String>) -> Self {
        Self::Content(message.into())
    }

    pub(crate) fn findings(failed: Failed, summary: impl Into<String>) -> Self {
        Self::Findings { failed: Box::new(failed), summary: summary.into() }
    }

    pub(crate) fn help(mut self, text: impl Into<String>) -> Self {
        if let Self::Wish { help, .. } = &mut self {
            *help = Some(text.into());
        }
        self
    }
}
