//! Misère canonical forms: the simplest position that behaves the same in every misère sum.

use crate::genus::Genus;
use foldhash::{HashMap, HashMapExt};
use grundy_core::{Run, Stopped};

/// A canonical form, by its number in [`Forms`]. Positions are equal in misère play exactly when their forms
/// are.
pub type FormId = u32;

/// How a position behaves in misère play, by its genus and its options (*On Numbers and Games*, chapter 12;
/// *Winning Ways*, chapter 13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Temper {
    /// A Nim heap.
    NimHeap,
    /// It plays like Nim: the genus is that of a position of Nim, the tame options alone have it, and every
    /// other option can be answered by a move to a tame position of the same genus.
    Tame,
    /// All options are tame, the genus is none of Nim, and its digits go in pairs from the first.
    Restive,
    /// All options are tame, the genus is none of Nim, and it is not restive.
    Restless,
    /// None of these.
    Wild,
}

impl Temper {
    /// In one word, or two.
    pub fn name(self) -> &'static str {
        match self {
            Temper::NimHeap => "a Nim heap",
            Temper::Tame => "tame",
            Temper::Restive => "restive",
            Temper::Restless => "restless",
            Temper::Wild => "wild",
        }
    }

    fn is_tame(self) -> bool {
        matches!(self, Temper::NimHeap | Temper::Tame)
    }
}

/// What is known of a form.
struct Form {
    /// The forms of the options, in order.
    options: Vec<FormId>,
    genus: Genus,
    temper: Temper,
    /// The most moves that can be made.
    birthday: u32,
}

/// Why a form is not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoForm {
    /// It takes more than was allowed.
    TooLarge,
    /// The run met a limit.
    Stopped(Stopped),
}

impl From<Stopped> for NoForm {
    fn from(stopped: Stopped) -> NoForm {
        NoForm::Stopped(stopped)
    }
}

/// A table of canonical forms, each once, with their sums.
///
/// ```
/// use grundy_core::Run;
/// use grundy_misere::{Forms, Temper};
/// let (mut forms, run) = (Forms::new(100_000), Run::unlimited());
/// let two = forms.nim_heap(2, &run)?;
/// let both = forms.sum(two, two, &run)?;
/// assert_eq!((forms.text(both, 80), forms.genus(both).to_string()), (Some("*[2[2]]".into()), "0^02".into()));
/// assert_eq!(forms.temper(both), Temper::Tame);
/// # Ok::<(), grundy_misere::NoForm>(())
/// ```
pub struct Forms {
    forms: Vec<Form>,
    ids: HashMap<Vec<FormId>, FormId>,
    sums: HashMap<(FormId, FormId), FormId>,
    /// How many options may still be kept.
    room: usize,
}

/// Sums of positions with more moves in a row than this have no form here: they are made from within.
const DEEPEST: u32 = 1_000;

impl Forms {
    /// No form but that of nothing; at most this many options are kept.
    pub fn new(room: usize) -> Forms {
        let mut forms = Forms { forms: Vec::new(), ids: HashMap::new(), sums: HashMap::new(), room };
        forms.keep(Vec::new());
        forms
    }

    /// The form of a position whose options have these forms.
    ///
    /// A position with the options of a form, and others that can each be answered by a move to that form, is
    /// that form; but for the form of nothing it must be won by the next player.
    ///
    /// # Errors
    /// When there is no room.
    pub fn of_options(&mut self, mut options: Vec<FormId>, run: &Run) -> Result<FormId, NoForm> {
        options.sort_unstable();
        options.dedup();
        if let Some(&known) = self.ids.get(&options) {
            return Ok(known);
        }
        run.step()?;
        if let Some(simpler) = self.simpler(&options) {
            return Ok(simpler);
        }
        let cost = options.len() + 4;
        self.room = self.room.checked_sub(cost).ok_or(NoForm::TooLarge)?;
        run.hold(16 * cost)?;
        Ok(self.keep(options))
    }

    /// The form that a position with these options reduces to.
    fn simpler(&self, options: &[FormId]) -> Option<FormId> {
        let mut tried: Vec<FormId> =
            options.iter().flat_map(|&option| self.options(option)).copied().collect();
        tried.sort_unstable();
        tried.dedup();
        tried.into_iter().find(|&form| self.is_simpler(form, options))
    }

    fn is_simpler(&self, form: FormId, options: &[FormId]) -> bool {
        let own = self.options(form);
        let has = |list: &[FormId], wanted: &FormId| list.binary_search(wanted).is_ok();
        if !own.iter().all(|option| has(options, option)) {
            return false;
        }
        let others = options.iter().filter(|option| !has(own, option));
        let are_answered = others.clone().all(|&other| has(self.options(other), &form));
        // The form of nothing is the next player's: without its options the position must be too.
        are_answered && (form != 0 || options.iter().any(|&option| self.genus(option).misere_value() == 0))
    }

    /// A new form with these options, which are in order.
    fn keep(&mut self, options: Vec<FormId>) -> FormId {
        let id = self.forms.len() as FormId;
        let genera: Vec<&Genus> = options.iter().map(|&option| self.genus(option)).collect();
        let genus = Genus::of_options(&genera);
        let temper = self.temper_of(&options, &genus);
        let birthday = options.iter().map(|&option| self.forms[option as usize].birthday + 1).max();
        self.ids.insert(options.clone(), id);
        self.forms.push(Form { options, genus, temper, birthday: birthday.unwrap_or(0) });
        id
    }

    fn temper_of(&self, options: &[FormId], genus: &Genus) -> Temper {
        if self.is_nim_heap(options) {
            return Temper::NimHeap;
        }
        let (tame, wild): (Vec<FormId>, Vec<FormId>) =
            options.iter().partition(|&&option| self.temper(option).is_tame());
        let are_answered = |genus: &Genus| {
            wild.iter().all(|&option| {
                let answers = self.options(option).iter();
                answers.clone().any(|&answer| self.temper(answer).is_tame() && self.genus(answer) == genus)
            })
        };
        let of_tame: Vec<&Genus> = tame.iter().map(|&option| self.genus(option)).collect();
        let has_genus = wild.is_empty() || (!tame.is_empty() && Genus::of_options(&of_tame) == *genus);
        if genus.is_of_nim() && has_genus && are_answered(genus) {
            return Temper::Tame;
        }
        match (wild.is_empty(), genus.goes_in_pairs()) {
            (true, true) => Temper::Restive,
            (true, false) => Temper::Restless,
            (false, _) => Temper::Wild,
        }
    }

    /// Whether these are the options of the Nim heap of as many beans.
    fn is_nim_heap(&self, options: &[FormId]) -> bool {
        let mut sizes: Vec<u64> = options.iter().filter_map(|&option| self.nim_size(option)).collect();
        sizes.sort_unstable();
        sizes.len() == options.len() && sizes.iter().copied().eq(0..options.len() as u64)
    }

    /// The size of a form that is a Nim heap.
    pub fn nim_size(&self, form: FormId) -> Option<u64> {
        let form = &self.forms[form as usize];
        (form.temper == Temper::NimHeap).then_some(form.genus.nimber)
    }

    /// The form of a Nim heap.
    ///
    /// # Errors
    /// When there is no room.
    pub fn nim_heap(&mut self, size: u64, run: &Run) -> Result<FormId, NoForm> {
        let mut smaller: Vec<FormId> = Vec::new();
        if size > DEEPEST.into() {
            return Err(NoForm::TooLarge);
        }
        for _ in 0..size {
            smaller.push(self.of_options(smaller.clone(), run)?);
        }
        self.of_options(smaller, run)
    }

    /// The form of a sum. Costs the product of all positions that can be reached in both.
    ///
    /// # Errors
    /// When there is no room.
    pub fn sum(&mut self, one: FormId, other: FormId, run: &Run) -> Result<FormId, NoForm> {
        let key = (one.min(other), one.max(other));
        if key.0 == 0 {
            return Ok(key.1);
        }
        if let Some(&known) = self.sums.get(&key) {
            return Ok(known);
        }
        if self.forms[one as usize].birthday + self.forms[other as usize].birthday > DEEPEST {
            return Err(NoForm::TooLarge);
        }
        let mut options = Vec::new();
        for option in self.options(one).to_vec() {
            options.push(self.sum(option, other, run)?);
        }
        for option in self.options(other).to_vec() {
            options.push(self.sum(one, option, run)?);
        }
        self.room = self.room.checked_sub(2).ok_or(NoForm::TooLarge)?;
        let sum = self.of_options(options, run)?;
        self.sums.insert(key, sum);
        Ok(sum)
    }

    /// The forms of the options.
    pub fn options(&self, form: FormId) -> &[FormId] {
        &self.forms[form as usize].options
    }

    /// The genus.
    pub fn genus(&self, form: FormId) -> &Genus {
        &self.forms[form as usize].genus
    }

    /// How it behaves.
    pub fn temper(&self, form: FormId) -> Temper {
        self.forms[form as usize].temper
    }

    /// The genus as the field writes it: a Nim heap by its size alone, a tame or restive position with one digit,
    /// any other in full.
    pub fn genus_text(&self, form: FormId) -> String {
        let genus = self.genus(form);
        match self.temper(form) {
            Temper::NimHeap => genus.nimber.to_string(),
            Temper::Tame | Temper::Restive if genus.misere_value() < 10 => {
                format!("{}^{}", genus.nimber, genus.misere_value())
            }
            _ => genus.to_string(),
        }
    }

    /// The form as CGSuite writes it, `*[2[2]321]`, in at most so many characters.
    ///
    /// Options stand in descending order: a Nim heap as its size, `X#` for the position whose only option is X,
    /// `X[n]` for the sum of X and a Nim heap, other forms in parentheses.
    pub fn text(&self, form: FormId, most: usize) -> Option<String> {
        if let Some(size) = self.nim_size(form) {
            return Some(format!("*{size}")).filter(|text| text.len() <= most);
        }
        let mut text = String::from("*[");
        self.write(form, &mut text, most)?;
        text.push(']');
        (text.len() <= most).then_some(text)
    }

    /// Writes a form without brackets; nothing where it grows beyond what is allowed.
    fn write(&self, form: FormId, text: &mut String, most: usize) -> Option<()> {
        if text.len() > most {
            return None;
        }
        if let Some(size) = self.nim_size(form) {
            text.push_str(&if size < 10 { size.to_string() } else { format!("({size})") });
            return Some(());
        }
        if let Some((rest, size)) = self.with_heap(form) {
            self.write_option(rest, text, most)?;
            text.push_str(&format!("[{size}]"));
            return Some(());
        }
        if let [only] = *self.options(form) {
            self.write_option(only, text, most)?;
            text.push('#');
            return Some(());
        }
        let mut options = self.options(form).to_vec();
        let rank = |&option: &FormId| {
            let form = &self.forms[option as usize];
            let is_other = form.temper != Temper::NimHeap;
            (std::cmp::Reverse((is_other, form.birthday)), std::cmp::Reverse(option))
        };
        options.sort_by_key(rank);
        options.into_iter().try_for_each(|option| self.write_option(option, text, most))
    }

    /// Writes a form as an option: in parentheses, unless it ends in a symbol of its own.
    fn write_option(&self, form: FormId, text: &mut String, most: usize) -> Option<()> {
        let is_closed =
            self.nim_size(form).is_some() || self.with_heap(form).is_some() || self.options(form).len() == 1;
        if is_closed {
            return self.write(form, text, most);
        }
        text.push('(');
        self.write(form, text, most)?;
        text.push(')');
        Some(())
    }

    /// A form and a Nim heap whose sum a form was found to be.
    fn with_heap(&self, form: FormId) -> Option<(FormId, u64)> {
        let is_sum = |rest: FormId, size: u64| {
            let heap = self.ids.get(&self.nim_options(size)?)?;
            let key = (rest.min(*heap), rest.max(*heap));
            (self.sums.get(&key) == Some(&form)).then_some((rest, size))
        };
        // A heap that is taken whole leaves the rest.
        let mut rests: Vec<FormId> = self.options(form).iter().copied().filter(|&rest| rest != 0).collect();
        rests.sort_by_key(|&rest| self.forms[rest as usize].birthday);
        let heaps = rests.into_iter().flat_map(|rest| (1..10).map(move |size| (rest, size)));
        heaps.into_iter().find_map(|(rest, size)| is_sum(rest, size))
    }

    /// The options of a small Nim heap that is known.
    fn nim_options(&self, size: u64) -> Option<Vec<FormId>> {
        let mut options: Vec<FormId> = Vec::new();
        for _ in 0..size {
            let mut key = options.clone();
            key.sort_unstable();
            options.push(*self.ids.get(&key)?);
        }
        options.sort_unstable();
        Some(options)
    }

    /// How many forms there are.
    pub fn count(&self) -> usize {
        self.forms.len()
    }
}
