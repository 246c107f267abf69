//! Several threads that search for answers, for one together or for one each.

use grundy_core::{Run, Stopped};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// One of the threads that search.
///
/// Threads that search for the same answer share the table, each in an order of its own. What one has found, the others
/// do not search again. Values are exact, so the first answer is the answer that every thread would give.
pub(crate) struct Worker<'a> {
    number: usize,
    is_over: &'a AtomicBool,
}

impl Worker<'_> {
    /// Whether another thread has found the answer, or was stopped.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Puts options into this thread's order, a fixed pseudo-random one. The first thread keeps the order.
    pub(crate) fn shuffle<T>(&self, options: &mut [T]) {
        if self.number == 0 {
            return;
        }
        let mut state = (self.number as u64) << 32 | options.len() as u64;
        for last in (1..options.len()).rev() {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            options.swap(last, ((state >> 33) % (last as u64 + 1)) as usize);
        }
    }
}

/// What a thread does in a race.
pub(crate) type Find<'f, T> = &'f (dyn Fn(&Worker<'_>) -> Result<Option<T>, Stopped> + Sync);

/// Calls `find` on each of the run's threads and returns the first answer. `find` returns `None` when it
/// sees that another thread was first.
///
/// `find` is no type parameter: what starts threads is then compiled once, and not for every ruleset.
pub(crate) fn race<T: Send>(run: &Run, find: Find<'_, T>) -> Result<T, Stopped> {
    let (mut answers, end) = share_out(run, 1, &|_, worker| find(worker));
    match (answers.pop().flatten(), end) {
        (Some(answer), _) => Ok(answer),
        (None, Err(why)) => Err(why),
        (None, Ok(())) => unreachable!("a thread gives up only for another's answer or a stop"),
    }
}

/// What a thread does with the question of this number.
pub(crate) type Ask<'f, T> = &'f (dyn Fn(usize, &Worker<'_>) -> Result<Option<T>, Stopped> + Sync);

/// Answers questions 0 to `questions` - 1 on the run's threads. Each thread takes the next question that no thread has
/// begun. Where there is none it helps with one that others are at, so that no thread waits for the hardest. `ask`
/// returns `None` when it sees that another thread was first, or was stopped. When a thread is stopped, all end, and
/// some answers are missing.
pub(crate) fn share_out<T: Send>(
    run: &Run,
    questions: usize,
    ask: Ask<'_, T>,
) -> (Vec<Option<T>>, Result<(), Stopped>) {
    if questions == 0 {
        return (Vec::new(), Ok(()));
    }
    let is_over: Vec<AtomicBool> = (0..questions).map(|_| AtomicBool::new(false)).collect();
    let begun = AtomicUsize::new(0);
    let found = Mutex::new(((0..questions).map(|_| None).collect::<Vec<Option<T>>>(), Ok(())));
    let is_left = |&question: &usize| !is_over[question].load(Ordering::Relaxed);
    let next = |number: usize| {
        let new = Some(begun.fetch_add(1, Ordering::Relaxed)).filter(|&new| new < questions);
        new.filter(is_left).or_else(|| {
            let left: Vec<usize> = (0..questions).filter(is_left).collect();
            // Threads spread over the questions that are left.
            left.get(number % left.len().max(1)).copied()
        })
    };
    let work = |number: usize| {
        while let Some(question) = next(number) {
            let answer = ask(question, &Worker { number, is_over: &is_over[question] });
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            match answer {
                Ok(None) => {}
                Ok(answer) => found.0[question] = answer,
                Err(why) => {
                    found.1 = Err(why);
                    is_over.iter().for_each(|is_over| is_over.store(true, Ordering::Relaxed));
                }
            }
            is_over[question].store(true, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..run.threads()).map(|number| scope.spawn(move || work(number))).collect();
        work(0);
        for other in others {
            if let Err(panic) = other.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::{Limits, StopReason};
    use std::time::{Duration, Instant};

    /// Waits, but not for ever.
    fn comes_true(condition: impl Fn() -> bool) -> bool {
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(30) {
            if condition() {
                return true;
            }
            std::thread::yield_now();
        }
        false
    }

    #[test]
    fn every_question_is_answered_and_a_thread_without_one_helps() {
        for threads in [1, 2, 5] {
            let run = Run::unlimited().with_threads(threads);
            let asked: Vec<AtomicUsize> = (0..20).map(|_| AtomicUsize::new(0)).collect();
            // Question 7 is answered only when two threads are at it, where there are two.
            let ask = |question: usize, worker: &Worker<'_>| {
                asked[question].fetch_add(1, Ordering::Relaxed);
                let is_helped = || asked[question].load(Ordering::Relaxed) > 1 || worker.is_over();
                if question == 7 && threads > 1 && !comes_true(is_helped) {
                    return Ok(None);
                }
                Ok(Some(question * question))
            };
            let (answers, end) = share_out(&run, asked.len(), &ask);
            assert_eq!(end, Ok(()));
            assert!((0..20).all(|question| answers[question] == Some(question * question)), "{answers:?}");
        }
        let ask = |_: usize, _: &Worker<'_>| Ok(Some(1));
        assert_eq!(share_out(&Run::unlimited(), 0, &ask), (Vec::new(), Ok(())));
    }

    #[test]
    fn a_thread_that_is_stopped_stops_the_others() {
        let run = Run::new(Limits { nodes: Some(0), ..Limits::default() }).with_threads(3);
        let ask = |question: usize, worker: &Worker<'_>| match question {
            // Two threads wait with these for the third, which comes to 5.
            1 | 2 => {
                assert!(comes_true(|| worker.is_over()), "the stop is told");
                Ok(None)
            }
            5 => run.step().map(|()| None),
            _ => Ok(Some(question)),
        };
        let (answers, end) = share_out(&run, 9, &ask);
        assert_eq!(end.map_err(|stopped| stopped.reason), Err(StopReason::Nodes));
        assert!(answers[0] == Some(0) && answers[1].is_none() && answers[5].is_none(), "{answers:?}");
    }
}
