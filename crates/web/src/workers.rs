//! The worker threads of the job queue, which live as long as the server.
//!
//! The memory that a hard question frees stays with the allocator of its thread, and the next hard
//! question on that thread uses it again. With threads that come and go, or that do both quick and hard
//! work, every thread would in the end hold as much memory as the hardest question takes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use tokio::sync::oneshot;

type Task = Box<dyn FnOnce() + Send>;

/// Some threads and what waits for them. They end when it is dropped and their work is done.
pub struct Workers {
    tasks: Sender<Task>,
}

impl Workers {
    /// This number of threads, all of this name.
    ///
    /// # Panics
    /// When the system has no more threads.
    pub fn new(name: &str, threads: usize) -> Workers {
        let (tasks, waiting) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads {
            let waiting = Arc::clone(&waiting);
            let thread = thread::Builder::new().name(name.to_owned()).spawn(move || work(&waiting));
            thread.expect("a server begins with room for its threads");
        }
        Workers { tasks }
    }

    /// Does something on one of the threads; `None` where it panics.
    pub async fn run<T: Send + 'static>(&self, act: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let (give, made) = oneshot::channel();
        let task: Task = Box::new(move || {
            if let Ok(done) = catch_unwind(AssertUnwindSafe(act)) {
                // Nobody may be waiting any more.
                let _ = give.send(done);
            }
        });
        self.tasks.send(task).ok()?;
        made.await.ok()
    }
}

/// Does what waits, until nothing more can come.
fn work(waiting: &Mutex<Receiver<Task>>) {
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(task) = next() {
        task();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_ends_its_task_and_not_the_thread() {
        let workers = Workers::new("test", 1);
        let thread = workers.run(|| thread::current().id()).await;
        assert_eq!(workers.run(|| panic!("a test of panics")).await, None::<u8>);
        assert_eq!(workers.run(|| thread::current().id()).await, thread, "the same thread goes on");
    }
}
