//! `ttr schema`.

use crate::args::{Schema, SchemaFormat, SchemaOf};
use crate::commands::rules::reference;
use crate::failure::Failure;
use crate::output::Out;
use crate::{Program, files};
use ttr_files::schema;
use ttr_table::protocol;

/// Prints the schema of maps, rule sets, score files, tests or messages, or writes it to a file.
pub(crate) fn run(program: &Program<'_>, options: &Schema, out: &mut Out) -> Result<(), Failure> {
    let schema = match options.of {
        SchemaOf::Map => schema::map(program.registry),
        SchemaOf::Ruleset => schema::rule_set(program.registry),
        SchemaOf::Score => schema::score(program.registry),
        SchemaOf::Test => schema::tests(program.registry),
        SchemaOf::Protocol => protocol::schema(),
    };
    let text = match options.format {
        SchemaFormat::Json => format!("{schema:#}\n"),
        SchemaFormat::Markdown => reference::file(options.of, &schema),
    };
    match &options.output {
        None => Ok(out.file(&text)?),
        Some(path) => files::save_file(path, &text).map_err(|fault| Failure::unwritable(path, files::words(&fault))),
    }
}
