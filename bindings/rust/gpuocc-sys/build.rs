// SPDX-License-Identifier: MIT
//! Compiles the single C file of the libraries, or links those of the system.
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn run(command: &mut Command) {
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("{command:?} ended with {status}"),
        Err(error) => panic!("{command:?}: {error}"),
    }
}

/// Finds a tool for the target: CC_x86_64_unknown_linux_gnu, TARGET_CC, CC, or the usual one.
fn tool(name: &str, usual: &str) -> Vec<String> {
    let target = env::var("TARGET").unwrap().replace('-', "_");
    let names = [format!("{name}_{target}"), format!("TARGET_{name}"), name.to_string()];
    for name in &names {
        println!("cargo:rerun-if-env-changed={name}");
    }
    let found = names.iter().find_map(|name| env::var(name).ok());
    found.unwrap_or_else(|| usual.to_string()).split_whitespace().map(String::from).collect()
}

fn command(words: &[String]) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    command
}

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap());
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=c");
    println!("cargo:include={}", here.join("c").display());
    println!("cargo:rerun-if-env-changed=GPUOCC_LIB_DIR");
    if env::var_os("CARGO_FEATURE_SYSTEM").is_some() {
        for folder in env::split_paths(&env::var_os("GPUOCC_LIB_DIR").unwrap_or_default()) {
            println!("cargo:rustc-link-search=native={}", folder.display());
        }
        println!("cargo:rustc-link-lib=gpuocc");
        println!("cargo:rustc-link-lib=gpuocc-models");
        println!("cargo:rustc-link-lib=gpuocc-kernels");
        return;
    }
    let out = PathBuf::from(env::var("OUT_DIR").unwrap());
    let (object, archive) = (out.join("gpuocc.o"), out.join("libgpuocc.a"));
    let level = env::var("OPT_LEVEL").unwrap();
    let mut compile = command(&tool("CC", "cc"));
    compile.args(["-std=c99", "-ffp-contract=off", "-fPIC", "-fvisibility=hidden", "-c"]);
    compile.arg(format!("-O{}", if level == "z" { "s" } else { &level }));
    if env::var("CARGO_CFG_TARGET_ARCH").unwrap() == "x86" {
        compile.args(["-msse2", "-mfpmath=sse"]);
    }
    compile.args(tool("CFLAGS", "")).arg("-o").arg(&object).arg(Path::new("gpuocc.c"));
    run(compile.current_dir(here.join("c")));
    let _ = std::fs::remove_file(&archive);
    run(command(&tool("AR", "ar")).arg("crs").arg(&archive).arg(&object));
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=gpuocc");
}
