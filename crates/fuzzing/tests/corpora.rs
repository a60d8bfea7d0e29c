//! The inputs that are kept, fed once more: what was a finding stays repaired.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::{Path, PathBuf};

fn inputs(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let files = folder.join(target).read_dir().unwrap();
    files.map(|file| file.unwrap().path()).collect()
}

/// Feeds all inputs of a target; the name of the last one tells which led to a panic.
fn feed(name: &str) {
    let (_, target) = fuzzing::TARGETS.iter().find(|(n, _)| *n == name).unwrap();
    let inputs = inputs(name);
    assert!(!inputs.is_empty());
    for input in inputs {
        println!("{}", input.display());
        target(&std::fs::read(input).unwrap());
    }
}

macro_rules! corpora {
    ($($target:ident),*) => {
        const TESTED: &[&str] = &[$(stringify!($target)),*];

        $(#[test]
        fn $target() {
            feed(stringify!($target));
        })*
    };
}

corpora!(action, engine, record, requests, state, tampered);

#[test]
fn every_target_is_tested_and_called_by_the_fuzzer() {
    let fuzzer = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/fuzz_targets");
    for (name, _) in fuzzing::TARGETS {
        assert!(TESTED.contains(&name));
        assert!(fuzzer.join(name).with_extension("rs").exists());
    }
}
