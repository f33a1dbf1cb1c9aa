//! What a report leaves for a paper: CSV, LaTeX, JSON and PDF.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::program::run;

/// The values of the lines of a file in CSV (RFC 4180).
fn lines(text: &str) -> Vec<Vec<String>> {
    let (mut lines, mut line, mut value, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => value.extend(letters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => line.push(std::mem::take(&mut value)),
            '\n' if !quoted => {
                assert_eq!(value.pop(), Some('\r'));
                line.push(std::mem::take(&mut value));
                lines.push(std::mem::take(&mut line));
            }
            _ => value.push(letter),
        }
    }
    assert!(line.is_empty() && value.is_empty() && !quoted, "the last line has an end");
    lines
}

fn bench(folder: &Path, engines: &str, to: &str) {
    let words = ["bench", "-i", "boards.jsonl", "-e", engines, "-q", "classify,count", "-o", to];
    let (code, _, err) = run(folder, &words);
    assert_eq!(code, 0, "{err}");
}

/// The files that a command says it wrote, by their ending.
fn written(folder: &Path, words: &str, ending: &str) -> Vec<String> {
    let (code, out, err) = run(folder, &words.split(' ').collect::<Vec<_>>());
    assert_eq!(code, 0, "{words}: {err}");
    let paths: Vec<&str> = out.lines().filter(|line| line.starts_with("paper/")).collect();
    assert_eq!(paths.iter().collect::<BTreeSet<_>>().len(), paths.len());
    paths
        .into_iter()
        .filter(|path| path.ends_with(ending))
        .map(|path| fs::read_to_string(folder.join(path)).unwrap())
        .collect()
}

#[test]
fn a_report_is_written_for_papers() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (code, _, err) =
        run(folder, &["generate", "scatter", "--rows", "4", "--cols", "4", "--count", "3", "-o", "boards.jsonl"]);
    assert_eq!(code, 0, "{err}");
    bench(folder, "frontier,sat:local=adder,sat:local=binomial,backtrack:naive", "one");

    let tables = written(folder, "report one/records.jsonl --to csv -o paper", ".csv");
    assert!(tables.len() > 6, "{}", tables.len());
    for text in &tables {
        let table = lines(text);
        assert!(table.len() > 1 && table.iter().all(|line| line.len() == table[0].len()), "{text}");
        assert_eq!(table[0].iter().collect::<BTreeSet<_>>().len(), table[0].len(), "{text}");
        for (at, head) in table[0].iter().enumerate().filter(|(_, head)| head.ends_with("(s)")) {
            let plain = |value: &str| value.is_empty() || value.parse::<f64>().is_ok_and(|s| (0.0..10.0).contains(&s));
            assert!(table[1..].iter().all(|line| plain(&line[at])), "{head}: {text}");
        }
    }
    let rows = lines(tables.last().unwrap());
    assert_eq!((rows.len(), rows[0][0].as_str()), (1 + 3 * 4 * 2, "records"));
    let column = |name: &str| rows[0].iter().position(|head| head == name).unwrap();
    let (engine, local) = (column("engine"), column("option_local"));
    assert!(local > column("max_rss_kib"));
    for row in &rows[1..] {
        let named = row[engine].strip_prefix("sat:local=").unwrap_or_default();
        assert_eq!(row[local], named);
        assert_eq!(row[column("status")], "ok");
    }

    let tex = written(folder, "report one/records.jsonl --to latex -o paper", ".tex");
    assert_eq!(tex.len(), tables.len() - 1);
    for text in &tex {
        let inside: Vec<&str> = text.lines().filter(|line| !line.starts_with('%')).collect();
        let columns =
            inside[0].strip_prefix("\\begin{tabular}{").and_then(|rest| rest.strip_suffix('}')).unwrap().len();
        let rows = inside.iter().filter(|line| line.ends_with("\\\\"));
        assert!(
            rows.clone().count() > 1 && rows.clone().all(|row| row.matches(" & ").count() == columns - 1),
            "{text}"
        );
        assert_eq!(inside.last(), Some(&"\\end{tabular}"));
        assert!(text.is_ascii(), "{text}");
    }
    // Formats are joined by commas; the report itself is there too.
    let all = written(folder, "report one/records.jsonl --to json,csv -o paper", "");
    assert_eq!(all.len(), tables.len() + 1);
    assert!(folder.join("paper/report.md").exists() && folder.join("paper/tables.json").exists());

    bench(folder, "frontier,sat:local=adder", "two");
    let words = "report --compare one/records.jsonl two/records.jsonl --noise 1000 --to csv -o paper";
    let compared = written(folder, words, ".csv");
    let both = lines(compared.last().unwrap());
    let of = |path: &str| both.iter().filter(|line| line[0] == path).count();
    assert_eq!((of("one/records.jsonl"), of("two/records.jsonl")), (24, 12));
    assert!(lines(&compared[0])[0].contains(&"later / earlier".to_string()), "{}", compared[0]);

    for (words, said) in [
        ("report one/records.jsonl --to xml", "csv (a file per table, and every measurement in rows.csv)"),
        ("report one/records.jsonl --plots png", "[possible values: svg, pdf]"),
        ("report --compare one/records.jsonl two/records.jsonl --plots pdf", "cannot be used with"),
    ] {
        let (code, _, err) = run(folder, &words.split(' ').collect::<Vec<_>>());
        assert!(code == 2 && err.contains(said), "{words}: {err}");
    }
}

#[test]
fn plots_are_written_as_pdf_too() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, &["generate", "scatter", "--rows", "5", "--cols", "5", "--count", "4", "-o", "boards.jsonl"]);
    bench(folder, "frontier,search,backtrack:naive,backtrack:mrv,backtrack:propagate", "one");
    let names = |ending: &str| -> BTreeSet<String> {
        let entries = fs::read_dir(folder.join("paper/plots")).unwrap().map(|e| e.unwrap().file_name());
        entries.filter_map(|name| name.to_str()?.strip_suffix(ending).map(String::from)).collect()
    };
    let report = ["report", "one/records.jsonl", "--scatter", "frontier,search", "-o", "paper"];
    assert_eq!(run(folder, &report).0, 0);
    assert_eq!(names(".pdf"), BTreeSet::new());
    let (code, out, err) = run(folder, &[&report[..], &["--plots", "pdf"]].concat());
    assert_eq!(code, 0, "{err}");
    assert_eq!(names(".pdf"), names(".svg"));
    assert!(names(".pdf").iter().any(|name| name.starts_with("scatter-")) && names(".pdf").len() > 2);
    for name in names(".pdf") {
        assert!(out.lines().any(|line| line == format!("paper/plots/{name}.pdf")), "{out}");
        let bytes = fs::read(folder.join(format!("paper/plots/{name}.pdf"))).unwrap();
        assert!(bytes.starts_with(b"%PDF-") && bytes.ends_with(b"%%EOF"), "{name}");
    }
}
