//! The formats of `--format`. One that several commands have goes by the same names in all of them: what is for reading is
//! `table` or `human`, a page is `markdown` or `md`.

use clap::ValueEnum;

/// How results are printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// For reading; also as `human`.
    #[value(alias = "human")]
    Table,
    /// For other programs.
    Json,
}

/// How something is printed that also makes a page.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PageFormat {
    /// For reading; also as `human`.
    #[value(alias = "human")]
    Table,
    /// For other programs.
    Json,
    /// A page of a book; also as `md`.
    #[value(alias = "md")]
    Markdown,
}

/// How a schema is printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SchemaFormat {
    /// JSON Schema, for editors.
    Json,
    /// A page of the reference, for reading; also as `md`.
    #[value(alias = "md")]
    Markdown,
}

/// How findings are printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CheckFormat {
    /// With the lines they are about; also as `table`.
    #[value(alias = "table")]
    Human,
    /// For other programs.
    Json,
    /// One line each.
    Short,
}

/// How the rules are printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RulesFormat {
    /// For reading here; also as `human`.
    #[value(alias = "human", alias = "table")]
    Text,
    /// Markdown; also as `md`.
    #[value(alias = "md")]
    Markdown,
    /// A page for a browser.
    Html,
}
