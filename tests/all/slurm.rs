//! `scripts/slurm/submit.sh` against a `sbatch` that runs jobs at once, as Slurm does with their options.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

/// Takes `--array=1-N`, `--output`, `--dependency` and `--clusters`; prints the number of the job, with a cluster if `CLUSTER` says
/// so. In names of logs `%%` is a percent sign and `%a` the task. A job runs with what a task of an array is given.
const SBATCH: &str = r#"#!/bin/sh
printf '%s\n' "$@" -- >>"$CALLS"
tasks=1 log=
while [ $# -gt 0 ]; do
    case "$1" in
    --array=1-*) tasks=${1#--array=1-} ;;
    --output=*) log=${1#--output=} ;;
    --dependency=afterany:7 | --clusters=north) ;;
    --dependency=* | --clusters=*) echo "no such job: $1" >&2 && exit 1 ;;
    --*) ;;
    *) break ;;
    esac
    shift
done
for task in $(seq "$tasks"); do
    place=$(printf '%s' "$log" | sed "s/%%/\n/g; s/%a/$task/g" | tr '\n' '%')
    SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=$tasks "$@" >>"$place" 2>&1
done
echo "7${CLUSTER:+;$CLUSTER}"
"#;

const PLAN: &str = "[[run]]\ninstances = [\"builtin:sources.jsonl\"]\nengines = [\"frontier\", \"search\"]\n\
                    queries = [\"count\"]\nonly = { first = 2 }\n";

fn program(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Submits the plan in two shares to a cluster of this name.
fn submitted(folder: &Path, results: &Path, cluster: &str, more: &[&str]) -> Output {
    let bin = folder.join("bin");
    fs::create_dir_all(&bin).unwrap();
    program(&bin.join("sbatch"), SBATCH);
    program(&bin.join("scontrol"), "#!/bin/sh\necho 'TaskPlugin              = task/cgroup'\n");
    fs::write(folder.join("plan.toml"), PLAN).unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let mut submit = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/slurm/submit.sh"));
    submit.arg(folder.join("plan.toml")).arg("2").arg(results).args(more);
    submit.env("PATH", path).env("CALLS", folder.join("calls")).env("CLUSTER", cluster);
    submit.env("MINESAT", env!("CARGO_BIN_EXE_minesat")).output().unwrap()
}

#[test]
fn a_plan_is_measured_in_shares_and_joined() {
    for cluster in ["", "north"] {
        let folder = tempfile::tempdir().unwrap();
        let results = folder.path().join("50 % of %a, 100%");
        let output = submitted(folder.path(), &results, cluster, &["--partition=lab"]);
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success() && err.is_empty(), "{out} {err}");
        let on = if cluster.is_empty() { "" } else { " on north" };
        let said = format!("array 7 of 2 shares, one whole core each, then job 7{on}; logs in ");
        assert!(out.starts_with(&said), "{out}");
        for log in ["share-1.log", "share-2.log", "merge.log"] {
            assert!(results.join("slurm").join(log).exists(), "{log}: {out}");
        }
        let records = fs::read_to_string(results.join("records.jsonl")).unwrap();
        assert_eq!(records.lines().count(), 4);
        let calls = fs::read_to_string(folder.path().join("calls")).unwrap();
        let jobs: Vec<&str> = calls.split("--\n").collect();
        assert_eq!(jobs.len(), 3, "two jobs: {calls}");
        assert!(jobs[1].contains("--dependency=afterany:7\n") && jobs[1].contains("--partition=lab\n"), "{calls}");
        assert_eq!(jobs[1].contains("--clusters=north\n"), !cluster.is_empty(), "{calls}");
    }
}

#[test]
fn a_folder_that_slurm_cannot_name_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let output = submitted(folder.path(), &folder.path().join("a\\b"), "", &[]);
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && err.contains("backslash"), "{err}");
    assert!(!folder.path().join("calls").exists() && !folder.path().join("a\\b").exists());
}
