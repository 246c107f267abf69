//! Genera, misère values and canonical forms against what the field has published.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::Run;
use grundy_misere::{FormId, Forms, Genus, HeapForms, Temper};

/// Heap games with their genera from heap 0 (CGSuite's tests).
const GENERA: [(&str, &str); 4] = [
    ("0.77", "0 1 2 3 1 4^146 3 2^2 1^1 4^046 2^2 6^46 4^046 1^1 2^2 7^57 1^13 4^64 3^31 2^20 1^031"),
    ("0.07", "0 0 1 1 2 0 3 1 1 0 3^1431 3 2^0520 2 4^146 0 5^057 2^0520 2 3^1431 3"),
    ("4!.0", "0 0 0 1 0 2 1 0 2 1 0 2 1 3^1431 2 1 3^1431 2 4^0564 3^1431 0^20"),
    (
        "0.3F",
        "0 1 2 0 1 2 3^1431 4^0564 5^46 3^1431 4^0564 5^4875 6^(1,9,10,8) 7^075 8^6875 6^(1,9,10,8) \
         7^075 8^(6,10,8) 9^(1,9,12,11,9) 10^(0,11,13,9,11) 11^(6,10,8)",
    ),
];

const MISERE_VALUES: [(&str, &str); 3] = [
    ("0.77", "1 0 2 3 0 1 3 2 1 0 2 4 0 1 2 5 1 6 3 2 0"),
    ("0.07", "1 1 0 0 2 1 3 0 0 1 1 3 0 2 1 1 0 0 2 1 3"),
    ("4!.0", "1 1 1 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2"),
];

fn forms_of(code: &str, heaps: usize) -> HeapForms {
    let mut forms = HeapForms::new(&code.parse().unwrap(), 10_000_000);
    (0..heaps).for_each(|_| _ = forms.next(&Run::unlimited()).unwrap());
    forms
}

/// The digits that a genus as published begins with; a bare number is that of a Nim heap.
fn published(text: &str) -> (u64, Vec<u64>) {
    let Some((nimber, digits)) = text.split_once('^') else {
        let size = text.parse().unwrap();
        return (size, Genus::of_heap(size).digits().to_vec());
    };
    let digits = match digits.strip_prefix('(').and_then(|digits| digits.strip_suffix(')')) {
        Some(list) => list.split(',').map(|digit| digit.parse().unwrap()).collect(),
        None => digits.chars().map(|digit| digit.to_digit(10).unwrap().into()).collect(),
    };
    (nimber.parse().unwrap(), digits)
}

#[test]
fn genera_are_those_that_are_published() {
    for (code, row) in GENERA {
        let row: Vec<&str> = row.split_ascii_whitespace().collect();
        let found = forms_of(code, row.len());
        for (heap, text) in row.into_iter().enumerate() {
            let genus = found.forms().genus(found.ids()[heap]);
            let (nimber, digits) = published(text);
            assert_eq!(genus.nimber, nimber, "{code} heap {heap}");
            let same = digits.iter().enumerate().all(|(place, &digit)| genus.digit(place) == digit);
            assert!(same, "{code} heap {heap}: {genus} is not {text}");
            assert_eq!(found.genus_text(heap), text, "{code} heap {heap}, as the field writes it");
        }
    }
}

#[test]
fn misere_values_are_those_that_are_published() {
    for (code, row) in MISERE_VALUES {
        let row: Vec<u64> = row.split_ascii_whitespace().map(|value| value.parse().unwrap()).collect();
        let found = forms_of(code, row.len());
        let values: Vec<u64> =
            found.ids().iter().map(|&form| found.forms().genus(form).misere_value()).collect();
        assert_eq!(values, row, "{code}");
    }
}

#[test]
fn canonical_forms_are_written_as_cgsuite_does() {
    let (mut forms, run) = (Forms::new(100_000), Run::unlimited());
    let one = forms.nim_heap(1, &run).unwrap();
    let two = forms.nim_heap(2, &run).unwrap();
    let mut of = |options: &[FormId]| forms.of_options(options.to_vec(), &run).unwrap();
    let single = of(&[two]);
    let twice = of(&[single]);
    let restive = of(&[single, 0]);
    let restless = of(&[single, one]);
    let odd = of(&[twice, restless]);
    let told = |form: FormId| (forms.text(form, 80).unwrap(), forms.genus_text(form), forms.temper(form));
    let is = |text: &str, genus: &str, temper| (text.to_owned(), genus.to_owned(), temper);
    assert_eq!(told(single), is("*[2#]", "0^0", Temper::Tame));
    assert_eq!(told(twice), is("*[2##]", "1^1", Temper::Tame));
    assert_eq!(told(restive), is("*[2#0]", "1^2", Temper::Restive));
    assert_eq!(told(restless), is("*[2#1]", "2^1420", Temper::Restless));
    assert_eq!(told(odd).1, "0^0", "generally tame");
    let kayles = forms_of("0.77", 21);
    assert_eq!(kayles.forms().text(kayles.ids()[5], 80).unwrap(), "*[2[2]321]");
    assert!(kayles.forms().count() < 1_000, "{} forms", kayles.forms().count());
    let grundy = forms_of("4!.0", 23);
    assert_eq!(
        grundy.forms().text(grundy.ids()[22], 200).unwrap(),
        "*[(((2[2]21)[2](2[2]21)20)(2[2]21)3)((2[2]21)[2](2[2]21)20)(2[2]21)[1]2[2]1]"
    );
}

#[test]
fn forms_end_politely() {
    let mut forms = HeapForms::new(&"0.77".parse().unwrap(), 100);
    let ended = (0..40).find(|_| forms.next(&Run::unlimited()).is_err());
    assert!(ended.is_some_and(|heap| heap > 3), "{ended:?}");
}
