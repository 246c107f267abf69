//! What is asked of the solver because a proof needs it, or would be shorter with it.

use super::{Couples, Options, all_but};
use crate::proving::NotProved;

impl Couples<'_> {
    /// Asks which replies to the options of a part show that the options have another nimber than it has, where that is
    /// not known. Each question takes one from `questions`; at 0 no more are asked.
    pub(in crate::proving) fn look_for_replies(
        &mut self,
        part: u32,
        questions: &mut u64,
    ) -> Result<(), NotProved> {
        if *questions == 0 {
            return Ok(());
        }
        let nimber = self.find(part)?;
        for option in self.options(part)?.iter() {
            for (place, &open) in option.iter().enumerate() {
                let Some(others) = self.at_hand_all(&all_but(option, place))? else { continue };
                for reply in self.options(open)?.iter() {
                    self.ask_reply(reply, nimber ^ others, questions)?;
                }
            }
        }
        Ok(())
    }

    /// Asks whether some parts come to this nimber, where that of just one of them is not known.
    fn ask_reply(&mut self, parts: &[u32], nimber: u64, questions: &mut u64) -> Result<(), NotProved> {
        let (mut wanted, mut unknown) = (nimber, None);
        for &part in parts {
            match self.at_hand(part)? {
                Some(nimber) => wanted ^= nimber,
                None if unknown.replace(part).is_some() => return Ok(()),
                None => {}
            }
        }
        let Some(unknown) = unknown.filter(|_| *questions > 0) else { return Ok(()) };
        *questions -= 1;
        if self.source.is_worth(&self.parts[unknown as usize].part, wanted)? {
            self.parts[unknown as usize].nimber = Some(wanted);
        }
        Ok(())
    }

    /// Finds something out that shows that some parts do not come to this nimber.
    pub(super) fn ask_refutation(&mut self, parts: &[u32], nimber: u64) -> Result<(), NotProved> {
        let Some((hardest, wanted)) = self.find_all_but_one(parts, nimber)? else { return Ok(()) };
        let options = self.options(hardest)?;
        if !self.ask_option(&options, wanted)? {
            self.find(hardest)?;
        }
        Ok(())
    }

    /// Finds one of these options that has this nimber, the smallest first; whether there is one.
    pub(super) fn ask_option(&mut self, options: &Options, nimber: u64) -> Result<bool, NotProved> {
        let size = |option: &[u32]| {
            option.iter().map(|&part| self.parts[part as usize].size).fold(0, u64::saturating_add)
        };
        let mut order: Vec<(u64, usize)> = options.iter().map(|option| size(option)).zip(0..).collect();
        order.sort_unstable();
        for (_, place) in order {
            let option = &options[place];
            let Some((hardest, wanted)) = self.find_all_but_one(option, nimber)? else {
                if self.at_hand_all(option)? == Some(nimber) {
                    return Ok(true);
                }
                continue;
            };
            self.asked += 1;
            if self.source.is_worth(&self.parts[hardest as usize].part, wanted)? {
                self.parts[hardest as usize].nimber = Some(wanted);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Finds the nimbers of all these parts but the largest whose nimber is not known. Returns that part, and the nimber
    /// that it has if all of them come to `nimber`; nothing where all were known.
    fn find_all_but_one(&mut self, parts: &[u32], nimber: u64) -> Result<Option<(u32, u64)>, NotProved> {
        let mut unknown = Vec::new();
        for &part in parts {
            if self.at_hand(part)?.is_none() {
                unknown.push(part);
            }
        }
        unknown.sort_by_key(|&part| self.parts[part as usize].size);
        let Some((&hardest, others)) = unknown.split_last() else { return Ok(None) };
        for &other in others {
            self.find(other)?;
        }
        let known: Vec<u32> = parts.iter().copied().filter(|&part| part != hardest).collect();
        let wanted = self.at_hand_all(&known)?.expect("the others have been found") ^ nimber;
        Ok(Some((hardest, wanted)))
    }
}
