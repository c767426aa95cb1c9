//! `ttr explain`: what a code means.

use crate::Program;
use crate::args::Explain;
use crate::failure::Failure;
use crate::out::Out;
use crate::tables::codes::all;
use ttr_source::{CodeInfo, nearest, shown};

/// Explains a code, or lists all of them.
pub(crate) fn run(program: &Program<'_>, options: &Explain, out: &mut Out) -> Result<(), Failure> {
    let registry = program.registry;
    let Some(asked) = &options.code else {
        let width = all(registry).map(|info| info.code.len()).max().unwrap_or_default();
        for info in all(registry) {
            let severity = info.severity.to_string();
            out.line(format!("{:width$}  {severity:7}  {}", info.code, info.summary))?;
        }
        out.gap()?;
        return Ok(out.line("`ttr explain CODE` says more about one.")?);
    };
    // As it stands in a message: `error[map::unknown-city]`.
    let code = asked.rsplit_once('[').map_or(asked.as_str(), |(_, code)| code).trim_end_matches(']');
    match all(registry).find(|info| info.code == code) {
        Some(info) => page(info, out),
        None => {
            let codes: Vec<&str> = all(registry).map(|info| info.code).collect();
            let near = nearest(code, codes.iter().copied());
            // Often only the last part is remembered.
            let ends = || codes.iter().copied().find(|known| known.rsplit_once("::").is_some_and(|(_, n)| n == code));
            let near = near.or_else(ends).map_or_else(String::new, |near| format!("did you mean `{near}`? "));
            let failure = Failure::usage(format!("there is no code {}", shown(code)));
            Err(failure.help(format!("{near}`ttr explain` lists them all")))
        }
    }
}

/// The page of a code, for a terminal: headings stand out, examples are set in.
fn page(info: &CodeInfo, out: &mut Out) -> Result<(), Failure> {
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
    if info.is_lint() {
        out.gap()?;
        out.line(format!("A map sets its level under [lints]: \"{}\" = \"allow\", or info, warn, deny.", info.code))?;
    }
    Ok(())
}
