//! What is read and what is written: maps, rule sets, overrides and score files with their faults, and the pages and tables of the
//! project that follow from its sources.

mod breaks;
mod broken;
mod clause_pages;
mod editors;
mod fuzz;
mod house;
mod module_files;
mod saves;
mod score_fields;
mod sources;
