//! What authors of maps, rule sets and modules have: commands that check, mend and lay out files, begin new ones and run tests.

mod check;
mod fix;
mod fmt;
mod info;
mod module_guide;
mod new;
mod tables;
mod tests_as_data;
