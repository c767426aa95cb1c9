//! The `ttr` command line as a library.
