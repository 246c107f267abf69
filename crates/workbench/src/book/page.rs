//! A book as a page: to be printed, or clicked through.

use super::{Book, BookEntry, BookReply};
use crate::position::Position;
use grundy_core::Marks;
use grundy_picture::Svg;
use std::collections::HashMap;
use std::fmt::Write;

/// The style of a book's page, besides that of its pictures.
pub const BOOK_STYLE: &str = include_str!("book.css");
/// The style of a document that stands alone.
const ALONE: &str = "body{font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",sans-serif;margin:1rem}\n\
                     @media print{body{margin:0;font-size:8pt}h1{font-size:12pt;margin:0}p{margin:1mm 0}}\n";

impl Book {
    /// The book as a document that stands alone: its own style, nothing from elsewhere. Every position is a
    /// picture in which a move leads to the position that its answer leaves.
    pub fn html(&self) -> String {
        let title = escaped(&self.title());
        format!(
            "<!DOCTYPE html>\n<html lang=\"en-GB\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<meta \
             name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" \
             content=\"light dark\">\n<style>\n{ALONE}{}{BOOK_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{}</body>\n</html>\n",
            grundy_picture::STYLE,
            self.fragment()
        )
    }

    /// The same as a part of a page that has the styles already.
    pub fn fragment(&self) -> String {
        let mut page = String::new();
        for sentence in self.summary() {
            let _ = writeln!(page, "<p>{}</p>", escaped(&sentence));
        }
        page.push_str("<div class=\"book\">\n");
        for (index, entry) in self.entries.iter().enumerate() {
            self.write_entry(&mut page, index, entry);
        }
        page.push_str("</div>\n");
        page
    }
}

impl Book {
    fn write_entry(&self, page: &mut String, index: usize, entry: &BookEntry) {
        let number = index + 1;
        let _ = write!(page, "<section id=\"p{number}\"><h2>{number}</h2>");
        if let Ok(picture) = entry.position.draw(&Marks::default()) {
            let links: HashMap<&str, usize> = entry
                .replies
                .iter()
                .filter_map(|reply| Some((reply, reply.to?)))
                .flat_map(|(reply, to)| reply.moves.iter().map(move |label| (label.as_str(), to + 1)))
                .collect();
            let link = |label: &str| links.get(label).map(|to| format!("#p{to}"));
            page.push_str(&picture.render(&Svg::in_page().links(&link)));
        }
        page.push_str("<table>");
        entry.replies.iter().for_each(|reply| self.write_reply(page, entry, reply));
        page.push_str("</table></section>\n");
    }

    /// A row: what is asked with all that is like it, the answer, and the position that it leaves as it then stands.
    fn write_reply(&self, page: &mut String, entry: &BookEntry, reply: &BookReply) {
        let asked = escaped(&reply.asked_in_full());
        let _ = write!(page, "<tr><td>{asked}</td>");
        let _ = match (&reply.answer, reply.to) {
            (Some(answer), Some(to)) => {
                let number = to + 1;
                let turned = self.turned(entry, reply, answer, to).map_or(String::new(), |left| told(&left));
                let (answer, turned) = (escaped(answer), escaped(&turned));
                write!(page, "<td>{answer}</td><td><a href=\"#p{number}\">{number}</a>{turned}</td></tr>")
            }
            _ => write!(page, "<td colspan=\"2\">has lost</td></tr>"),
        };
    }
}

/// A board that stands otherwise than in its entry: ` as 1100/0000`, or a sum with its games.
fn told(left: &Position) -> String {
    match left.terms() {
        [term] => format!(" as {}", term.notation()),
        _ => format!(" as {left}"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
