//! The samples of the experiments, where the corpora are at hand: `DEBULHA_DATA`, else beside the workspace.

use super::*;

/// Each experiment has a sample, or is excluded for a reason that holds.
#[test]
fn samples_are_as_pinned() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let data = debulha_corpus::folder(&root);
    let mut off = Vec::new();
    for experiment in load_all(&root.join("experiments")).unwrap() {
        let id = &experiment.id;
        let part = match experiment.sample.as_ref() {
            None => panic!("{id}: no [sample]; see experiments/README.md"),
            Some(Sample::Excluded(_)) => continue,
            Some(Sample::Part(part)) => part,
        };
        match part.run(&experiment, &data) {
            Err(ExperimentError::NoData { name, .. }) => println!("skipped: {id}: no {name}"),
            numbers => {
                let numbers = numbers.unwrap();
                if !part.is_as_pinned(&numbers) {
                    off.push(format!("{id}: {numbers:?}, pinned {:?}", part.ours));
                }
            }
        }
    }
    let hint = "if this is meant, `debulha-lab reproduce --all --sample --pin` pins it";
    assert!(off.is_empty(), "{}\n{hint}", off.join("\n"));
}

#[test]
fn exclusions_must_be_true() {
    let (dir, file) = folder();
    let text = std::fs::read_to_string(&file).unwrap();
    let error = |sample: &str| {
        std::fs::write(&file, format!("{text}\n[sample]\n{sample}\n")).unwrap();
        load_all(&dir.path().join("experiments")).unwrap_err().to_string()
    };
    assert!(error("excluded = \"records\"").contains("\"small\" needs no layout records"));
    assert!(error("excluded = \"times\"").contains("more than times"));
    assert!(error("of = \"other\"\npages = 1").contains("no row, table or chart \"other\""));
}

#[test]
fn samples_are_pinned_in_place() {
    let (dir, file) = folder();
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("{text}\n[sample]\nof = \"site\"\nsite = \"b-2\"\npages = 5\n")).unwrap();
    let experiment = load(&dir);
    let Some(Sample::Part(part)) = &experiment.sample else { panic!("no sample") };
    let numbers = part.run(&experiment, &dir.path().join("data")).unwrap();
    assert_eq!(numbers, [[1.0; 3]]);
    pin_sample(&experiment, &numbers).unwrap();
    let Some(Sample::Part(part)) = load(&dir).sample else { panic!("no sample") };
    assert!(part.is_as_pinned(&numbers) && !part.is_as_pinned(&[[0.9; 3]]));
}
