//! Checks a parsed plan: unknown names, impossible rules, indistinguishable rows.

use std::collections::BTreeSet;
use std::ops::Range;

use toml::Spanned;

use super::{ContrastPlan, ExperimentPlan, PointGroup, PublishedFigures};
use crate::experiment::kinds::{ANSWER_KINDS, OTHER_CHARTS};
use crate::experiment::row::MEASURES;
use crate::experiment::settings::GameSettings;
use crate::play::players::{maker, reads};

/// Place and text of an error.
type Mistake = (Range<usize>, String);

impl ExperimentPlan {
    /// The first error.
    pub(super) fn check(&self) -> Result<(), Mistake> {
        if self.groups.is_empty() {
            return Err((0..0, "a plan has at least one [[group]]".into()));
        }
        if let Some(group) = twice(&self.groups, PointGroup::name) {
            return Err((group.name.span(), format!("a second group of the name {:?}", group.name())));
        }
        self.groups.iter().try_for_each(|group| self.check_group(group))?;
        let groups = self.reported.iter().flat_map(|r| &r.groups).chain(self.charts.iter().flat_map(|c| &c.groups));
        let groups = groups.chain(self.contrasts.iter().flat_map(|c| [&c.first, &c.second]));
        let groups = groups.chain(self.answers.iter().flat_map(|a| &a.groups));
        known(groups, "group", self.groups.iter().map(PointGroup::name))?;
        let players = self.reported.iter().map(|r| &r.player).chain(self.charts.iter().flat_map(|c| &c.players));
        let players = players.chain(self.answers.iter().flat_map(|a| &a.players));
        known(players, "player", self.groups.iter().flat_map(|g| &g.players).map(|p| p.get_ref().name()))?;
        for group in &self.groups {
            known(&group.against, "player of the group", group.players.iter().map(|p| p.get_ref().name()))?;
        }
        let mut points = self.reported.iter().flat_map(|r| &r.points);
        if let Some(point) = points.find(|p| !(p.get_ref().0.is_finite() && p.get_ref().1.is_finite())) {
            return Err((point.span(), "a reported figure is finite, and so is its x".into()));
        }
        for reported in &self.reported {
            let of = |group: &&PointGroup| {
                (reported.groups.is_empty() || reported.groups.iter().any(|g| g.get_ref() == group.name()))
                    && group.players.iter().any(|p| p.get_ref().name() == reported.player.get_ref().as_str())
            };
            let there: Vec<f64> =
                self.groups.iter().filter(of).flat_map(|g| &g.points).filter_map(|p| p.get_ref().x).collect();
            if let Some(point) = reported.points.iter().find(|p| !there.contains(&p.get_ref().0)) {
                let (x, player) = (point.get_ref().0, reported.player.get_ref());
                return Err((point.span(), format!("a reported figure at {x}, where {player:?} has no point")));
            }
        }
        self.reported.iter().filter(|r| r.control).try_for_each(|r| self.check_control(r))?;
        if let Some(at) = self.charts.iter().flat_map(|c| &c.at).find(|at| !at.get_ref().is_finite()) {
            return Err((at.span(), "points have a finite x".into()));
        }
        let measures = || MEASURES.iter().map(|m| m.0);
        let of_rows = self.reported.iter().map(|r| &r.measure).chain(self.answers.iter().map(|a| &a.measure));
        known(of_rows, "measure", measures())?;
        known(self.charts.iter().map(|c| &c.measure), "measure", measures().chain(OTHER_CHARTS))?;
        known(self.answers.iter().map(|a| &a.kind), "kind of answer", ANSWER_KINDS.into_iter())?;
        self.contrasts.iter().try_for_each(|contrast| self.check_contrast(contrast))
    }

    /// The groups of a contrast have points in common, on the same boards.
    fn check_contrast(&self, contrast: &ContrastPlan) -> Result<(), Mistake> {
        let points = |name: &Spanned<String>| -> Vec<GameSettings> {
            let groups = self.groups.iter().filter(|g| g.name() == name.get_ref());
            groups.flat_map(|g| g.points.iter().map(|p| self.settings(g, p.get_ref()))).collect()
        };
        let (first, second) = (points(&contrast.first), points(&contrast.second));
        if first.iter().any(|a| second.iter().any(|b| a.key() == b.key() && a.boards_of() == b.boards_of())) {
            return Ok(());
        }
        Err((contrast.second.span(), "the groups of a contrast have no point on the same boards".into()))
    }

    /// A control is a figure of games won, with its number of games, in groups that have no board in common.
    fn check_control(&self, reported: &PublishedFigures) -> Result<(), Mistake> {
        let span = || reported.player.span();
        if *reported.measure.get_ref() != "won" || reported.games.is_none() {
            return Err((span(), "a control is a figure of games won, with the number of `games` behind it".into()));
        }
        if reported.groups.is_empty() {
            return Err((span(), "a control names its `groups`".into()));
        }
        let boards = |name: &Spanned<String>| -> Vec<GameSettings> {
            let groups = self.groups.iter().filter(|g| g.name() == name.get_ref());
            let all = groups.flat_map(|g| g.points.iter().map(|p| self.settings(g, p.get_ref())));
            all.map(|s| GameSettings { games: None, label: None, seed: Some(s.seed()), ..s }).collect()
        };
        for (i, group) in reported.groups.iter().enumerate() {
            let before = reported.groups[..i].iter().flat_map(boards).collect::<Vec<_>>();
            if boards(group).iter().any(|one| before.contains(one)) {
                return Err((group.span(), "a control's groups have no boards in common: give them seeds".into()));
            }
        }
        Ok(())
    }

    fn check_group(&self, group: &PointGroup) -> Result<(), Mistake> {
        if group.players.is_empty() || group.points.is_empty() {
            return Err((group.name.span(), "a group has at least one player and one point".into()));
        }
        for rules in [&self.rules, &group.rules] {
            if rules.get_ref().key() != (None, None) {
                return Err((rules.span(), "`x` and `label` belong to points: they distinguish them".into()));
            }
            rules.get_ref().agrees().map_err(|e| (rules.span(), e.to_string()))?;
        }
        for point in &group.points {
            point.get_ref().agrees().map_err(|e| (point.span(), e.to_string()))?;
            if point.get_ref().x.is_some_and(|x| !x.is_finite()) {
                return Err((point.span(), "the `x` of a point is a finite number".into()));
            }
            let rules = self.settings(group, point.get_ref()).rules().map_err(|e| (point.span(), e.to_string()))?;
            for player in &group.players {
                let spec = player.get_ref().spec_at(point.get_ref());
                maker(&spec).map(drop).map_err(|e| (player.span(), e.to_string()))?;
                reads(&spec, rules.clues).map_err(|e| (point.span(), e.to_string()))?;
            }
        }
        // These distinguish rows.
        if let Some(player) = twice(&group.players, |p| p.get_ref().name()) {
            return Err((player.span(), format!("a second player of the name {:?}", player.get_ref().name())));
        }
        let is_twice = twice(&group.points, |p| p.get_ref().key()).or(twice(&group.points, |p| p.get_ref().place()));
        if let Some(point) = is_twice {
            return Err((point.span(), "a second point of the same `x` or `label`".into()));
        }
        Ok(())
    }
}

/// Refuses an unknown name.
fn known<'a>(
    names: impl IntoIterator<Item = &'a Spanned<String>>,
    what: &str,
    there: impl Iterator<Item = &'a str>,
) -> Result<(), Mistake> {
    let there: BTreeSet<&str> = there.collect();
    let unknown = names.into_iter().find(|name| !there.contains(name.get_ref().as_str()));
    let Some(name) = unknown else { return Ok(()) };
    let there: Vec<&str> = there.into_iter().collect();
    Err((name.span(), format!("there is no {what} {:?}; there are {}", name.get_ref(), there.join(", "))))
}

/// The first with the key of an earlier one.
fn twice<'a, T, K: PartialEq>(all: &'a [T], key: impl Fn(&'a T) -> K) -> Option<&'a T> {
    let keys: Vec<K> = all.iter().map(key).collect();
    (1..all.len()).find(|&i| keys[..i].contains(&keys[i])).map(|i| &all[i])
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::super::tests::GOOD;
    use crate::input_error::InputError;

    #[test]
    fn mistakes_have_a_place() {
        let line = |from: &str, to: &str| {
            let text = GOOD.replace(from, to);
            let (span, message) = parse(&text).unwrap_err();
            (InputError::within("p", &text, span.start, "").line, message)
        };
        assert_eq!(line("\"sps\"", "\"spss\"").0, 8);
        assert_eq!(line("mines = 3", "mines = 30").0, 9);
        assert_eq!(line("mines = 3", "mimes = 3").0, 9);
        let word = |word: &str| {
            let text = GOOD.replace("rows = 5", &format!("rows = 5\n{word}"));
            let (span, message) = parse(&text).unwrap_err();
            let place = InputError::within("p", &text, span.start, "");
            (place.line, place.column, message)
        };
        assert_eq!(word("start = \"corner\""), (5, 9, "\"corner\" is not one of safe zero none".into()));
        assert_eq!(word("until = \"won\""), (5, 9, "\"won\" is not one of safe-open all-decided".into()));
        assert_eq!(word("clues = \"received:2\""), (5, 9, "\"2\" is not a probability".into()));
        assert_eq!(line("mines = 4", "mines = 4, total = \"no\"").0, 9);
        assert_eq!(line("name = \"far\"", "name = \"sps\""), (8, "a second player of the name \"sps\"".into()));
        assert_eq!(line("x = 4, mines = 4, rows = 7", "mines = 3, x = 3, games = 9").0, 9);
        assert_eq!(line("x = 4, mines = 4, rows = 7", "mines = 4, x = 3").0, 9);
        assert_eq!(line("x = 4, mines = 4, rows = 7", "mines = 4, x = 3, label = \"l\"").0, 9);
        assert_eq!(line("x = 4, mines = 4, rows = 7", "mines = 4, label = \"3\"").0, 9);
        assert_eq!(line("rows = 5", "rows = 5\nx = 1").0, 3);
        assert_eq!(line("rows = 5", "rows = 5\nboards = \"b\"").0, 3);
        assert_eq!(line("name = \"g\"", "name = \"g\"\nrules = { label = \"l\" }").0, 8);
        assert_eq!(line("mines = 4, rows = 7", "boards = \"b\", rows = 7").0, 9);
        assert_eq!(line("x = 4, mines = 4", "x = 4, start = \"none\", at = [0, 0], mines = 4").0, 9);
        assert_eq!(line("spec = \"csp:off=corner\"", "spec = \"csp\", sepc = \"csp\"").0, 8);
        assert_eq!(line("x = 4, mines = 4", "x = 4, board = 1, mines = 4").0, 9);
        assert_eq!(line("x = 4, mines = 4", "x = 4, games = 0, mines = 4").0, 9);
        assert_eq!(line("x = 4, mines = 4", "x = 4, clues = \"at-most\", mines = 4").0, 9);
        assert_eq!(line("x = 4, mines = 4", "x = inf, mines = 4").0, 9);
        assert_eq!(line("[\"sps\", { name = \"far\", spec = \"csp:off=corner\" }]", "[]").0, 7);
        assert_eq!(line("name = \"g\"", "name = \"g\"\nagainst = \"ees\"").0, 8);
        let chart = |more: &str| {
            let text = format!("{GOOD}[[chart]]\ntitle = \"c\"\n{more}\n");
            let (span, message) = parse(&text).unwrap_err();
            (InputError::within("p", &text, span.start, "").line, message)
        };
        let (at, message) = chart("measure = \"luck\"");
        assert!(at == 12 && message.contains("luck"), "{at} {message}");
        assert_eq!(chart("groups = [\"g\", \"nope\"]"), (12, "there is no group \"nope\"; there are g".into()));
        assert_eq!(chart("players = [\"csp\"]").0, 12);
        assert_eq!(chart("[[derived]]\nkind = \"best\"").0, 13);
        assert_eq!(chart("[[derived]]\nkind = \"half\"\ngroups = [\"h\"]").0, 14);
        assert_eq!(chart("[[contrast]]\ntitle = \"t\"\nfirst = \"g\"\nsecond = \"h\"").0, 15);
        let reported =
            |points: &str| format!("{GOOD}[[reported]]\nname = \"r\"\nplayer = \"sps\"\npoints = {points}\n");
        assert!(parse(&reported("[[3, 50], [4, 40]]")).is_ok());
        let (_, message) = parse(&reported("[[3, 50], [5, 40]]")).unwrap_err();
        assert_eq!(message, "a reported figure at 5, where \"sps\" has no point");
        let control = |more: &str| {
            let text =
                reported("[[3, 50]]").replace("player = \"sps\"", &format!("player = \"sps\"\ncontrol = true\n{more}"));
            parse(&text)
                .map(drop)
                .map_err(|(span, message)| (InputError::within("p", &text, span.start, "").line, message))
        };
        assert_eq!(control("games = 5\ngroups = [\"g\"]"), Ok(()));
        for (more, line, about) in [
            ("groups = [\"g\"]", 12, "`games`"),
            ("games = 5\ngroups = [\"g\"]\nmeasure = \"guesses\"", 12, "games won"),
            ("games = 5", 12, "`groups`"),
            ("games = 5\ngroups = [\"g\", \"g\"]", 15, "boards in common"),
        ] {
            let (at, message) = control(more).unwrap_err();
            assert!(at == line && message.contains(about), "{more}: {at} {message}");
        }
        let again = format!("{GOOD}{}", &GOOD[GOOD.find("[[group]]").unwrap()..]);
        let (span, message) = parse(&again).unwrap_err();
        assert_eq!(
            (InputError::within("p", &again, span.start, "").line, message.contains("second group")),
            (11, true)
        );
    }
}
