//! Tells the program what it was built with: figures can be compared only where that is the same.

use std::env;
use std::process::Command;

fn main() {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(rustc).arg("--version").output();
    let version = version.map(|out| String::from_utf8_lossy(&out.stdout).trim().to_owned()).unwrap_or_default();
    let var = |name: &str| env::var(name).unwrap_or_default();
    println!("cargo:rustc-env=BENCH_RUSTC={version}");
    println!("cargo:rustc-env=BENCH_TARGET={}", var("TARGET"));
    println!("cargo:rustc-env=BENCH_FEATURES={}", var("CARGO_CFG_TARGET_FEATURE"));
    println!("cargo:rustc-env=BENCH_PROFILE={}", var("PROFILE"));
    println!("cargo:rerun-if-changed=build.rs");
}
