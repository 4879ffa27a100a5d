// SPDX-License-Identifier: MIT
//! Compiles the single C file of the libraries and the sources of the readers, or links those of
//! the system.
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// The libraries that the readers use if the features say so: the feature, the name for pkg-config,
/// the name for the linker, and what the sources are told.
const OTHERS: [(&str, &str, &str, &[&str]); 4] = [
    ("ZLIB", "zlib", "z", &["-DFORMAT_WITH_ZLIB", "-DRUNS_WITH_ZLIB"]),
    ("LZ4", "liblz4", "lz4", &["-DFORMAT_WITH_LZ4"]),
    ("ZSTD", "libzstd", "zstd", &["-DFORMAT_WITH_ZSTD"]),
    ("SQLITE", "sqlite3", "sqlite3", &["-DRUNS_WITH_SQLITE"]),
];

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

fn has(feature: &str) -> bool {
    env::var_os(format!("CARGO_FEATURE_{feature}")).is_some()
}

/// Links a library as pkg-config says, or by its name where there is no pkg-config or it does not
/// know the library. Returns the options for the compiler.
fn link(package: &str, library: &str) -> Vec<String> {
    let asked = command(&tool("PKG_CONFIG", "pkg-config")).args(["--cflags", "--libs", package])
        .output();
    let said = match asked {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).into(),
        _ => format!("-l{library}"),
    };
    let (mut flags, mut linked) = (Vec::new(), Vec::new());
    for word in said.split_whitespace() {
        match word.split_at(word.len().min(2)) {
            ("-l", name) => linked.push(name),
            ("-L", folder) => println!("cargo:rustc-link-search=native={folder}"),
            _ => flags.push(word.to_string()),
        }
    }
    for name in linked {
        println!("cargo:rustc-link-lib={name}");
    }
    flags
}

/// Adds the C files of a folder and of the folders in it.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut paths: Vec<PathBuf> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().map_or(false, |end| end == "c") {
            found.push(path);
        }
    }
}

fn system() {
    for folder in env::split_paths(&env::var_os("GPUOCC_LIB_DIR").unwrap_or_default()) {
        println!("cargo:rustc-link-search=native={}", folder.display());
    }
    for name in ["gpuocc", "gpuocc-models", "gpuocc-kernels", "gpuocc-runs"] {
        if name == "gpuocc-runs" && !has("RUNS") {
            continue;
        }
        if env::var_os("GPUOCC_LIB_DIR").is_some() {
            println!("cargo:rustc-link-lib={name}");
        } else {
            link(name, name);
        }
    }
}

/// The options for all files, and for those of the readers.
fn options(folder: &Path) -> (Vec<String>, Vec<String>) {
    let level = env::var("OPT_LEVEL").unwrap();
    let mut all: Vec<String> =
        ["-std=c99", "-ffp-contract=off", "-fPIC", "-fvisibility=hidden", "-c"].iter()
            .map(|word| word.to_string()).collect();
    all.push(format!("-O{}", if level == "z" { "s" } else { &level }));
    if env::var("CARGO_CFG_TARGET_ARCH").unwrap() == "x86" {
        all.extend(["-msse2".to_string(), "-mfpmath=sse".to_string()]);
    }
    all.extend(tool("CFLAGS", ""));
    let mut own = vec!["-D_POSIX_C_SOURCE=200809L".to_string()];
    for part in ["include", "kernels", "runs"] {
        own.push(format!("-I{}", folder.join(part).display()));
    }
    if env::var_os("CARGO_CFG_UNIX").is_some() {
        own.push("-DFORMAT_WITH_LLVM".to_string()); // it is loaded when it is needed
    }
    (all, own)
}

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap());
    let (folder, out) = (here.join("c"), PathBuf::from(env::var("OUT_DIR").unwrap()));
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=c");
    println!("cargo:include={}", folder.display());
    println!("cargo:rerun-if-env-changed=GPUOCC_LIB_DIR");
    if has("SYSTEM") {
        return system();
    }
    let (all, mut own) = options(&folder);
    let mut files = Vec::new();
    for (feature, part) in [("KERNELS", "kernels"), ("RUNS", "runs")] {
        if has(feature) {
            sources(&folder.join(part), &mut files);
        }
    }
    files.push(folder.join("gpuocc.c")); // takes longest, and is taken first
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=gpuocc");
    for (feature, package, library, told) in OTHERS {
        if has("KERNELS") && has(feature) {
            own.extend(told.iter().map(|word| word.to_string()));
            own.extend(link(package, library));
        }
    }
    let (compiler, waiting) = (tool("CC", "cc"), Mutex::new(files.clone()));
    let object = |file: &Path| {
        let name = file.strip_prefix(&folder).unwrap().to_string_lossy().replace(['/', '\\'], "-");
        out.join(name).with_extension("o")
    };
    let compile = || while let Some(file) = { let next = waiting.lock().unwrap().pop(); next } {
        let mut compile = command(&compiler);
        compile.args(&all);
        if file.parent() != Some(&folder) {
            compile.args(&own);
        }
        run(compile.arg("-o").arg(object(&file)).arg(&file).current_dir(&folder));
    };
    let jobs = env::var("NUM_JOBS").ok().and_then(|jobs| jobs.parse().ok()).unwrap_or(1);
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(compile);
        }
    });
    let archive = out.join("libgpuocc.a");
    let _ = std::fs::remove_file(&archive);
    run(command(&tool("AR", "ar")).arg("crs").arg(&archive)
        .args(files.iter().map(|file| object(file))));
    if has("KERNELS") && env::var("CARGO_CFG_TARGET_OS").unwrap() == "linux" {
        println!("cargo:rustc-link-lib=dl");
    }
}
