use serde_json::{Map, Value, json};

use super::latex::escaped;
use super::plain::{PlainTable, PlainValue};
use super::*;
use crate::bench::record::{Category, Record, RecordFile};
use crate::report::table::TableCell;
use crate::report::tests::header;

fn sample() -> ReportTable {
    let mut table =
        ReportTable::new("50 % of \"a_b\", c", &["engine", "#solved", "#time", "#95 %", "#found", "#effort"]);
    table.rows.push(vec![
        "sat:local=a,b".into(),
        TableCell::number("12 of 20", 12.0),
        TableCell::seconds(Some(0.000_012_345)),
        TableCell::number("10.0 µs – 15.0 µs", 1e-5).within(1e-5, 1.5e-5),
        TableCell::number("25 %", 0.25),
        TableCell::number("1\u{202f}234 nodes", 1234.0),
    ]);
    table.rows.push(vec![
        "[x] \"y\"".into(),
        TableCell::number("20", 20.0),
        TableCell::nothing(),
        TableCell::nothing(),
        TableCell::nothing(),
        TableCell::number("7 nodes", 7.0),
    ]);
    table.notes.push("A note with 100 %\nand more".into());
    table
}

fn set(tables: &[ReportTable]) -> TableSet<'_> {
    TableSet::new("T".into(), "minesat report r".into(), tables.iter().map(|table| ("front", table)))
}

fn file(format: &str, tables: &[ReportTable], at: usize) -> (String, String) {
    let format = TABLE_FORMATS.iter().find(|f| f.name == format).unwrap();
    (format.files)(&set(tables)).swap_remove(at)
}

#[test]
fn csv_has_plain_numbers_and_quotes_what_needs_it() {
    let (name, text) = file("csv", &[sample(), sample()], 1);
    assert_eq!(name, "tables/front-50-of-a_b-c-2.csv");
    assert_eq!(
        text,
        "engine,solved,\"solved, as printed\",time (s),\"95 %, low (s)\",\"95 %, high (s)\",found (share),effort (nodes)\r\n\
         \"sat:local=a,b\",12,12 of 20,0.000012345,0.00001,0.000015,0.25,1234\r\n\
         \"[x] \"\"y\"\"\",20,20,,,,,7\r\n"
    );
}

#[test]
fn percent_are_told_from_shares_and_equal_heads_from_each_other() {
    let mut table = ReportTable::new("t", &["#a", "#a", "#b"]);
    table.rows.push(vec![
        TableCell::number("0 %", 0.0),
        TableCell::number("1", 1.0),
        TableCell::number("0/3", f64::INFINITY),
    ]);
    table.rows.push(vec![
        TableCell::number("40 %", 40.0),
        TableCell::number("2", 2.0),
        TableCell::number("2/3 · 1.50 s", 1.5),
    ]);
    let tables = [table];
    let plain = PlainTable::of(&set(&tables).tables[0]);
    assert_eq!(plain.columns, ["a (%)", "a", "b (s)", "b, as printed"]);
    assert_eq!(plain.rows[0][2..], [PlainValue::Missing, PlainValue::Text("0/3".into())]);
    assert_eq!(plain.rows[1][2], PlainValue::Number(1.5));
}

#[test]
fn json_has_the_rows_as_objects() {
    let (name, text) = file("json", &[sample()], 0);
    let value: Value = serde_json::from_str(&text).unwrap();
    let table = &value["tables"][0];
    assert_eq!((name.as_str(), table["columns"][3].as_str()), ("tables.json", Some("time (s)")));
    assert_eq!((&table["rows"][0]["time (s)"], &table["rows"][1]["time (s)"]), (&json!(0.000_012_345), &Value::Null));
    assert_eq!(table["rows"][0]["effort (nodes)"].as_u64(), Some(1234));
}

#[test]
fn latex_is_escaped() {
    let (name, text) = file("latex", &[sample()], 0);
    assert_eq!(name, "tables/front-50-of-a_b-c.tex");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1], "% \\caption{50 \\% of \\char34{}a\\_b\\char34{}, c}");
    assert_eq!(lines[2], "% A note with 100 \\% and more");
    assert_eq!(lines[3], "\\begin{tabular}{lrrrrr}");
    assert!(lines[7].contains("12 of 20 & 12.3 $\\mu$s & 10.0 $\\mu$s -- 15.0 $\\mu$s & 25 \\% & 1\\,234 nodes \\\\"));
    assert!(lines[8].starts_with("  {}[x] "), "{text}");
    assert_eq!(lines.last(), Some(&"\\end{tabular}"));
    assert_eq!(
        escaped("\\{}%&#$_~^ a--b ≈ × é 🚩\n"),
        "\\textbackslash{}\\{\\}\\%\\&\\#\\$\\_\\textasciitilde{}\\textasciicircum{} a-{}-b $\\approx$ $\\times$ é [U+1F6A9] "
    );
    // Whatever is written is ASCII or a letter that T1 has, and no character of the text is left with a meaning.
    for c in (0..0x3000).filter_map(char::from_u32) {
        let tex = escaped(&c.to_string());
        assert!(
            tex.chars().all(|c| c.is_ascii() && !c.is_control() || c.is_alphabetic() && u32::from(c) < 0x100),
            "{c:?}"
        );
        assert!(tex.len() > 1 || !"\\{}%&#$_~^".contains(&tex) || c == '\u{a0}', "{c:?} {tex}");
    }
}

/// A record with every field, so that a new one is missed here.
fn whole() -> Record {
    let text = || Some("x".to_string());
    let (number, real) = (Some(1), Some(0.5));
    Record {
        file: "f".into(),
        file_sha256: "h".into(),
        suite: text(),
        instance: "i,1".into(),
        board_sha256: "b".into(),
        family: "c".into(),
        tier: "t".into(),
        rows: 1,
        cols: 2,
        covered: 2,
        mines: Some(1),
        engine: "sat".into(),
        complete: true,
        query: "count".into(),
        run: 1,
        timeout_seconds: 10.0,
        wall_limit_seconds: real,
        memory_bytes: 1,
        status: "ok".into(),
        category: Category::Correct,
        message: text(),
        conflict: text(),
        decision: text(),
        safe_cells: number,
        mine_cells: number,
        open_cells: number,
        unknown_cells: number,
        models: text(),
        models_digits: number,
        models_sha256: text(),
        frontier_models: text(),
        frontier_models_digits: number,
        frontier_models_sha256: text(),
        classes: Some(vec!["s.".into(), "mm".into()]),
        classes_sha256: text(),
        effort: number,
        effort_unit: text(),
        cpu_seconds: Some(1e-7),
        samples: vec![0.5, 0.25],
        seconds: real,
        wall_seconds: 0.5,
        cpu_user_seconds: 0.5,
        cpu_sys_seconds: 0.5,
        involuntary_switches: 1,
        load: real,
        core: Some(0),
        starved: true,
        attempts_before: 1,
        max_rss_kib: 1,
        counters: Map::from_iter([("nodes".to_string(), json!(3)), ("option_local".to_string(), json!("adder"))]),
    }
}

#[test]
fn rows_have_every_field_in_its_column() {
    let fields = serde_json::to_value(whole()).unwrap();
    let names: Vec<&str> = fields.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(names, [records::FIXED, &["nodes", "option_local"]].concat());
    let bare = Record { instance: "second".into(), ..Record::default() };
    let records = RecordFile {
        path: "r.jsonl".into(),
        header: header(),
        records: vec![whole(), bare],
        complete_bytes: 0,
        is_cut: false,
    };
    let text = record_rows(&[&records]);
    let lines: Vec<&str> = text.split("\r\n").collect();
    assert!(
        lines[0].starts_with("records,file,file_sha256,suite,instance,")
            && lines[0].ends_with(",max_rss_kib,option_local,nodes")
    );
    assert!(lines[1].starts_with("r.jsonl,f,h,x,\"i,1\",b,") && lines[1].ends_with(",1,adder,3"), "{text}");
    assert!(lines[1].contains(",s. mm,x,1,x,0.0000001,0.5 0.25,"), "{text}");
    assert!(lines[2].contains(",second,") && lines[2].ends_with(",false,0,0,,"), "{text}");
    assert_eq!(lines.len(), 4);
}
