//! Why a command could not do what it was asked to, and the exit code that goes with it.

use std::io;
use std::path::{Path, PathBuf};
use ttr_author::Fault;
use ttr_core::Panicked;
use ttr_core::compile::Failed;
use ttr_table::seats::NoPlayer;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The command line asks for something that there is not.
    #[error("{message}")]
    Usage {
        /// What was expected and what was found.
        message: String,
        /// How to go on.
        help: Option<String>,
    },
    /// A file can't be read.
    #[error("can't read {}: {why}", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// A file can't be written.
    #[error("can't write {}: {why}", path.display())]
    Unwritable {
        /// Which.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// The content of a file is at fault, or a game does not hold what it promises.
    #[error("{message}")]
    Content {
        /// Where, and what is wrong.
        message: String,
        /// How to go on.
        help: Option<String>,
    },
    /// A map, a rule set or an override is at fault, in ways that can be shown.
    #[error("{failed}")]
    Faults {
        /// What is at fault, with its text.
        failed: Box<Failed>,
        /// Without the words of the command line it would do.
        by_command_line: bool,
        /// What the findings add up to.
        summary: String,
    },
    /// All that is wrong was printed already, as what the command is for.
    #[error("something is wrong")]
    Told {
        /// Whether some of it is no fault of a file's content.
        unreadable: bool,
    },
    /// What was found can't be printed.
    #[error("can't write the output: {0}")]
    Output(#[from] io::Error),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Wish { message, help } => Self::Usage { message, help },
            Fault::Content(message) => Self::content(message),
            Fault::Findings { failed, summary } => Self::Faults { failed, by_command_line: false, summary },
        }
    }
}

impl From<NoPlayer> for Failure {
    fn from(NoPlayer { message, help }: NoPlayer) -> Self {
        Self::Usage { message, help }
    }
}

impl Failure {
    /// A fault of the command line.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::Usage { message: message.into(), help: None }
    }

    /// A fault of a file's content.
    pub fn content(message: impl Into<String>) -> Self {
        Self::Content { message: message.into(), help: None }
    }

    /// A file that can't be read.
    pub fn unreadable(path: &Path, why: impl ToString) -> Self {
        Self::Unreadable { path: path.to_owned(), why: why.to_string() }
    }

    /// A file that can't be written.
    pub fn unwritable(path: &Path, why: impl ToString) -> Self {
        Self::Unwritable { path: path.to_owned(), why: why.to_string() }
    }

    /// The system draws no numbers.
    pub fn undrawn(why: io::Error) -> Self {
        Self::Usage {
            message: format!("the operating system draws no random numbers: {why}"),
            help: Some("`--seed` and `--secret` need none".to_owned()),
        }
    }

    /// Code panicked.
    pub fn panicked(panicked: &Panicked) -> Self {
        match panicked.module {
            Some(_) => Self::content(panicked.to_string()).help("this is a mistake in the code of the module"),
            // Whose code it was is not always noted.
            None => Self::content(format!("a module or the program panicked: {}", panicked.what)),
        }
    }

    /// With a line on how to go on.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        if let Self::Usage { help, .. } | Self::Content { help, .. } = &mut self {
            *help = Some(text.into());
        }
        self
    }

    /// Whether the reader of the output has gone away, which is no fault.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(why) if why.kind() == io::ErrorKind::BrokenPipe)
    }

    /// The exit code.
    pub fn exit_code(&self) -> u8 {
        match self {
            _ if self.is_closed_pipe() => 0,
            Self::Content { .. } | Self::Faults { by_command_line: false, .. } | Self::Told { unreadable: false } => 1,
            _ => 2,
        }
    }
}
