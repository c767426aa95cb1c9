//! `ttr explain`: what a code means.

use crate::Program;
use crate::args::Explain;
use crate::failure::Failure;
use crate::output::Out;
use ttr_author::explain;
use ttr_source::CodeInfo;

/// Explains a code, or lists all of them.
pub(crate) fn run(program: &Program<'_>, options: &Explain, out: &mut Out) -> Result<(), Failure> {
    let registry = program.registry;
    let Some(asked) = &options.code else {
        let width = explain::codes(registry).map(|info| info.code.len()).max().unwrap_or_default();
        for info in explain::codes(registry) {
            let severity = info.severity.to_string();
            out.line(format!("{:width$}  {severity:7}  {}", info.code, info.summary))?;
        }
        out.gap()?;
        return Ok(out.line("`ttr explain CODE` says more about one.")?);
    };
    let info = explain::find(registry, asked)?;
    // Pictures have warnings too, which are no findings about a map.
    let is_lint = info.is_lint() && registry.codes().any(|known| known.code == info.code);
    page(info, is_lint, out)
}

/// The page of a code, for a terminal: headings stand out, examples are set in.
fn page(info: &CodeInfo, is_lint: bool, out: &mut Out) -> Result<(), Failure> {
    out.heading(format!("{}[{}]: {}", info.severity, info.code, info.summary))?;
    out.gap()?;
    let mut fence = false;
    for line in info.text.trim().lines() {
        match line.strip_prefix("```") {
            Some(_) => fence = !fence,
            None if fence => out.line(format!("    {line}").trim_end())?,
            None => out.line(line)?,
        }
    }
    if info.in_schema {
        out.gap()?;
        out.line("Editors that use the schema mark it too.")?;
    }
    if is_lint {
        out.gap()?;
        out.line(format!("A map sets its level under [lints]: \"{}\" = \"allow\", or info, warn, deny.", info.code))?;
    }
    Ok(())
}
