//! The exercises of the chapters: the right answer is accepted, a wrong one is refused, and neither is told before.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

mod common;

use axum::body::Body;
use common::{Got, links, request, send, with};
use grundy::{Convention, Position};
use grundy_web::Allowance;
use std::collections::HashMap;
use std::time::Duration;

/// A page of a server that takes its time: this machine may be busy with other tests.
async fn get(address: &str) -> Got {
    let mut allowance = Allowance::default();
    allowance.second.time = Some(Duration::from_secs(60));
    send(&with(allowance).0, request(address).body(Body::empty()).unwrap()).await
}

/// An exercise as it stands in a page.
struct Exercise {
    chapter: String,
    id: String,
    asks: String,
    position: Position,
    convention: Convention,
    html: String,
}

fn attribute(html: &str, name: &str) -> String {
    let rest = html.split_once(&format!(" {name}=\"")).unwrap().1;
    rest.split('"').next().unwrap().replace("&amp;", "&")
}

fn exercises_of(chapter: &str, html: &str) -> Vec<Exercise> {
    let sections = html.split("<section class=\"task\"").skip(1);
    let read = |section: &str| {
        let html = section.split("</section>").next().unwrap().to_owned();
        let convention = match attribute(&html, "data-convention").as_str() {
            "normal" => Convention::Normal,
            "misere" => Convention::Misere,
            other => panic!("{other} is no convention"),
        };
        Exercise {
            chapter: chapter.to_owned(),
            id: attribute(&html, "id"),
            asks: attribute(&html, "data-asks"),
            position: attribute(&html, "data-position").parse().unwrap(),
            convention,
            html,
        }
    };
    sections.map(read).collect()
}

async fn all_exercises() -> Vec<Exercise> {
    let mut found = Vec::new();
    let contents = get("/learn").await;
    for chapter in links(&contents.text).into_iter().filter(|link| link.starts_with("/learn/")) {
        let page = get(&chapter).await;
        let exercises = exercises_of(&chapter, &page.text);
        assert!(!exercises.is_empty(), "{chapter} asks nothing");
        found.extend(exercises);
    }
    found
}

impl Exercise {
    /// The same exercise after an answer, and the page around it.
    async fn answered(&self, answer: &str) -> (String, String) {
        let answer: String = answer.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let page = get(&format!("{}?{}={answer}", self.chapter, self.id)).await;
        assert_eq!(page.status, 200);
        let found = exercises_of(&self.chapter, &page.text).into_iter().find(|other| other.id == self.id);
        (found.unwrap().html, page.text)
    }

    /// Asserts that an answer is accepted, or refused, and that it is counted.
    async fn judges(&self, answer: &str, is_right: bool) {
        let (html, page) = self.answered(answer).await;
        let (class, other, solved) = if is_right { ("right", "wrong", 1) } else { ("wrong", "right", 0) };
        let told = format!("{} {}: {answer}: {html}", self.chapter, self.id);
        assert!(html.contains(&format!("class=\"judged {class}\"")), "{told}");
        assert!(!html.contains(&format!("class=\"judged {other}\"")), "{told}");
        assert!(page.contains(&format!("Exercises solved: {solved} of ")), "{told}");
    }
}

/// Who wins and what it is worth, by moves and the definitions alone.
struct Plain {
    wins: HashMap<String, bool>,
    worth: HashMap<String, u64>,
    convention: Convention,
}

impl Plain {
    fn of(convention: Convention) -> Plain {
        Plain { wins: HashMap::new(), worth: HashMap::new(), convention }
    }

    /// Whether the player to move wins.
    fn wins(&mut self, position: &Position) -> bool {
        if let Some(&known) = self.wins.get(&position.to_string()) {
            return known;
        }
        let labels = position.moves(usize::MAX);
        let mut wins = labels.is_empty() && self.convention == Convention::Misere;
        for label in labels {
            wins |= !self.wins(&position.play(&label).unwrap());
        }
        self.wins.insert(position.to_string(), wins);
        wins
    }

    fn worth(&mut self, position: &Position) -> u64 {
        if let Some(&known) = self.worth.get(&position.to_string()) {
            return known;
        }
        let options: Vec<u64> = position
            .moves(usize::MAX)
            .iter()
            .map(|label| self.worth(&position.play(label).unwrap()))
            .collect();
        let worth = (0..).find(|least| !options.contains(least)).unwrap();
        self.worth.insert(position.to_string(), worth);
        worth
    }
}

#[tokio::test]
async fn every_exercise_accepts_what_is_right_and_refuses_what_is_wrong() {
    for exercise in all_exercises().await {
        let mut plain = Plain::of(exercise.convention);
        let position = &exercise.position;
        match exercise.asks.as_str() {
            "move" => {
                let mut right = 0;
                let labels = position.moves(usize::MAX);
                for label in &labels {
                    let is_right = !plain.wins(&position.play(label).unwrap());
                    right += usize::from(is_right);
                    exercise.judges(label, is_right).await;
                }
                assert!(
                    0 < right && right < labels.len(),
                    "{} {} asks nothing",
                    exercise.chapter,
                    exercise.id
                );
            }
            "nimber" => {
                let worth = plain.worth(position);
                for guess in 0..=worth + 3 {
                    exercise.judges(&guess.to_string(), guess == worth).await;
                }
                exercise.judges(&format!(" *{worth} "), true).await;
            }
            "winner" => {
                let wins = plain.wins(position);
                exercise.judges("next", wins).await;
                exercise.judges("previous", !wins).await;
            }
            other => panic!("an exercise asks for {other}"),
        }
    }
}

#[tokio::test]
async fn no_exercise_tells_its_answer_before_it_is_given() {
    for exercise in all_exercises().await {
        let html = &exercise.html;
        for spoiler in
            ["verdict", "judged", "class=\"tag", ": it wins", ": it loses", "leaves *", "winning\""]
        {
            assert!(!html.contains(spoiler), "{} {}: {spoiler}: {html}", exercise.chapter, exercise.id);
        }
    }
}

/// The pieces of the board are links to all answers, so that none needs a script.
#[tokio::test]
async fn every_move_of_an_exercise_is_a_link_on_its_board() {
    for exercise in all_exercises().await {
        let links = links(&exercise.html);
        if exercise.asks != "move" {
            assert!(exercise.html.contains("method=\"get\""), "{} {}", exercise.chapter, exercise.id);
            continue;
        }
        for label in exercise.position.moves(usize::MAX) {
            let ends =
                format!("{}={}#{}", exercise.id, label.replace('>', "%3E").replace('+', "%2B"), exercise.id);
            assert!(links.iter().any(|link| link.ends_with(&ends)), "{} {ends}: {links:?}", exercise.chapter);
        }
    }
}

#[tokio::test]
async fn what_is_no_answer_is_told_and_what_is_asked_for_is_shown() {
    for exercise in all_exercises().await {
        let (html, page) = exercise.answered("nonsense").await;
        assert!(html.contains("class=\"judged open\""), "{html}");
        assert!(page.contains("Exercises solved: 0 of "));
        let mut plain = Plain::of(exercise.convention);
        let (html, page) = exercise.answered("show").await;
        assert!(page.contains("Exercises solved: 0 of "), "to be told is not to have solved it");
        match exercise.asks.as_str() {
            "nimber" => {
                let worth = plain.worth(&exercise.position);
                assert!(html.contains(&format!("the least number that is missing is {worth}.")), "{html}");
            }
            "move" => {
                let moves = exercise.position.moves(usize::MAX);
                let wins = moves.iter().find(|label| !plain.wins(&exercise.position.play(label).unwrap()));
                let words = exercise.position.say(wins.unwrap()).unwrap();
                assert!(html.contains(&words), "{words}: {html}");
            }
            _ => assert!(html.contains("Choose one of the two."), "{html}"),
        }
    }
}

/// What is answered stands in the address, beside the other exercises and the boards.
#[tokio::test]
async fn exercises_keep_the_answers_to_the_others() {
    let page = get("/learn/nim?b1=nim+4+1&e1=2:7%3E4&e2=previous").await.text;
    assert!(page.contains("Exercises solved: 2 of 4."), "{page}");
    for key in ["b1", "e1", "e2"] {
        assert!(page.contains(&format!("<input type=\"hidden\" name=\"{key}\" value=")), "{key}");
    }
    assert!(links(&page).iter().any(|link| link.contains("b1=nim+4+1&e1=2:7%3E4&e2=previous&e3=")));
    let whole = get("/learn/nim?e1=2:7%3E4&e2=previous&e3=1:3%3E1&e4=3").await.text;
    assert!(whole.contains("Exercises solved: 4 of 4. That was all of this chapter."), "{whole}");
}
