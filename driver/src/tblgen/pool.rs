//! Many runs of the driver in one process. Runs that read the same root with the same options share its records and
//! models.
//!
//! Reading a root and writing a table are tasks, which run on as many threads as there are cores. Tables go first, so
//! that few roots are in memory at a time.

mod ready;

use std::collections::HashMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use super::options::Options;
use super::phases::Phases;
use super::queue::{Queue, cores};
use super::run::{Failed, Run};
use parking_lot::{Mutex, MutexGuard};

use self::ready::Ready;
pub(super) use self::ready::{Key, Stamp};

/// A run of the driver whose caller waits for it.
pub(super) trait Job: Send {
    fn options(&self) -> &Options;

    /// The folder that the paths in the options are relative to; empty for the process's current folder.
    fn folder(&self) -> &Path {
        Path::new("")
    }

    /// Whether the job may read a file with this path, if there is one.
    fn reads(&self, _: &str) -> bool {
        true
    }

    /// The stamp of the present content of a file that this job reads.
    fn stamp(&self, path: &str) -> Stamp {
        Stamp::of_disk(&self.folder().join(path))
    }

    /// Prints a message about the run.
    fn say(&self, text: &[u8]);

    /// Whether the job was cancelled, so that its output is not needed.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// Called before output is written. An error ends the job.
    fn begin(&self) -> Result<(), Failed> {
        Ok(())
    }

    /// Called once, when the job has ended, with its result.
    fn finish(&self, result: Result<(), Failed>);
}

/// The settings of a pool: the name of the driver, and how jobs share roots.
#[derive(Clone, Copy)]
pub(super) struct Sharing {
    /// The name under which the driver was called.
    pub program: &'static str,
    /// Whether each job reports the diagnostics of its root. Otherwise, of the jobs that share a root, only the first
    /// one reports them.
    pub each_says: bool,
    /// The memory limit in bytes for roots that are kept for later jobs. The last root is kept regardless of its size.
    /// With `None`, no roots are kept.
    pub keep: Option<usize>,
}

/// The queued jobs, and the roots that they share.
pub(super) struct Pool<J> {
    sharing: Sharing,
    tasks: Queue<Task<J>>,
    state: Mutex<State<J>>,
}

struct State<J> {
    /// Jobs whose roots have not been read or looked up yet. Each key has one [`Task::Read`], queued or running.
    groups: HashMap<Key, Vec<J>>,
    /// Roots that were read, the most recently used ones at the end.
    kept: Vec<Arc<Ready>>,
}

enum Task<J> {
    /// Finds or reads the root of a group of jobs.
    Read(Key),
    Write(Arc<Ready>, J),
}

impl<J: Job> Pool<J> {
    /// Runs, on separate threads, the jobs that `feed` adds. Returns when all jobs are done.
    pub(super) fn run<R>(sharing: Sharing, feed: impl FnOnce(&Pool<J>) -> R) -> io::Result<R> {
        let pool = Pool {
            sharing,
            tasks: Queue::new(),
            state: Mutex::new(State {
                groups: HashMap::new(),
                kept: Vec::new(),
            }),
        };
        let work = |task| pool.work(task);
        pool.tasks.run(cores(), work, || feed(&pool))
    }

    /// Adds jobs. All of these jobs are added before their roots are read, so that jobs with the same root share it.
    pub(super) fn add(&self, jobs: impl IntoIterator<Item = J>) {
        let mut state = self.lock();
        let mut new = Vec::new();
        for job in jobs {
            let key = Key::new(job.options());
            let group = state.groups.entry(key.clone()).or_insert_with(|| {
                new.push(Task::Read(key));
                Vec::new()
            });
            group.push(job);
        }
        drop(state);
        self.tasks.add(new);
    }

    fn lock(&self) -> MutexGuard<'_, State<J>> {
        self.state.lock()
    }

    fn work(&self, task: Task<J>) {
        match task {
            Task::Read(key) => self.serve(&key),
            Task::Write(ready, job) => {
                let result = self.write(&ready, &job);
                // The records may be large; they are freed before the next root is read.
                drop(ready);
                job.finish(result);
            }
        }
    }

    /// Finds or reads the root of the first job of a group. The root is then used for all jobs of the group whose
    /// include directories lead to the same files. If no backend can run on the root, the jobs of the group with the
    /// same include directories fail.
    fn serve(&self, key: &Key) {
        let jobs = self.lock().groups.get_mut(key).map(std::mem::take);
        let (cancelled, jobs): (Vec<J>, Vec<J>) = jobs
            .unwrap_or_default()
            .into_iter()
            .partition(Job::is_cancelled);
        cancelled.iter().for_each(|it| it.finish(Err(Failed)));
        let mut jobs = jobs.into_iter();
        let Some(first) = jobs.next() else {
            return self.put_back(key, Vec::new());
        };
        let ready = match self.known(key, &first) {
            Some(known) => Ok(known),
            None => self.read(key, &first),
        };
        let mut own = vec![first];
        let mut others = Vec::new();
        match ready {
            Ok(ready) => {
                for job in jobs {
                    if ready.is_for(&job) {
                        own.push(job)
                    } else {
                        others.push(job)
                    }
                }
                self.tell(&ready.said, &own);
                let write = |job| Task::Write(ready.clone(), job);
                self.tasks.add_first(own.into_iter().map(write));
                self.lock().keep(ready, self.sharing.keep);
            }
            Err(said) => {
                for job in jobs {
                    if job.options().include_dirs == own[0].options().include_dirs {
                        own.push(job)
                    } else {
                        others.push(job)
                    }
                }
                self.tell(&said, &own);
                own.iter().for_each(|it| it.finish(Err(Failed)));
            }
        }
        self.put_back(key, others);
    }

    /// Sends the messages `said` about a root to all jobs, or only to the first job ([`Sharing::each_says`]).
    fn tell(&self, said: &[u8], jobs: &[J]) {
        let count = if self.sharing.each_says {
            jobs.len()
        } else {
            1
        };
        if !said.is_empty() {
            jobs.iter().take(count).for_each(|it| it.say(said));
        }
    }

    /// Ends the task of a group. The remaining jobs, and jobs that were added while the task ran, get a new task.
    fn put_back(&self, key: &Key, jobs: Vec<J>) {
        let mut state = self.lock();
        let Some(group) = state.groups.get_mut(key) else {
            return;
        };
        group.extend(jobs);
        if group.is_empty() {
            state.groups.remove(key);
        } else {
            self.tasks.add([Task::Read(key.clone())]);
        }
    }

    /// A kept root with the content that the job would read, if there is one. Drops the kept roots whose files have
    /// changed.
    fn known(&self, key: &Key, job: &J) -> Option<Arc<Ready>> {
        let candidates = self.lock().kept.clone();
        let of_key = candidates.into_iter().filter(|it| it.key == *key);
        for ready in of_key.collect::<Vec<_>>() {
            if !ready.is_fresh(job) {
                self.lock().kept.retain(|it| !Arc::ptr_eq(it, &ready));
            } else if ready.leads_to_same(job) {
                return Some(ready);
            }
        }
        None
    }

    /// Reads the root of a job. If no backend can run on the root, the error is the text of the messages.
    fn read(&self, key: &Key, job: &J) -> Result<Arc<Ready>, Vec<u8>> {
        let read = AssertUnwindSafe(|| Ready::read(self.sharing.program, key, job));
        match catch_unwind(read) {
            Ok(read) => read.map(Arc::new),
            Err(_) => Err(self.lost()),
        }
    }

    /// The message that the program panicked. The panic itself was printed to standard error.
    fn lost(&self) -> Vec<u8> {
        format!("{}: a mistake of this program's\n", self.sharing.program).into_bytes()
    }

    fn write(&self, ready: &Ready, job: &J) -> Result<(), Failed> {
        job.begin()?;
        let say = |text: &[u8]| job.say(text);
        let is_cancelled = || job.is_cancelled();
        let run = Run {
            program: self.sharing.program,
            options: job.options(),
            folder: job.folder(),
            say: &say,
            is_cancelled: &is_cancelled,
        };
        run.only_into_files()?;
        let backend = run.backend()?;
        let mut phases = Phases::new(run.options.time_phases);
        let writer = run.writer(backend);
        let write =
            AssertUnwindSafe(|| run.write(&writer, &ready.read, &ready.models, &mut phases));
        catch_unwind(write).unwrap_or_else(|_| {
            job.say(&self.lost());
            Err(Failed)
        })
    }
}

impl<J> State<J> {
    /// Keeps a root for later jobs, and evicts the least recently used roots while all kept roots together take more
    /// than `most` bytes.
    fn keep(&mut self, ready: Arc<Ready>, most: Option<usize>) {
        let Some(most) = most else { return };
        self.kept.retain(|it| !Arc::ptr_eq(it, &ready));
        self.kept.push(ready);
        let bytes = |kept: &[Arc<Ready>]| kept.iter().map(|it| it.bytes()).sum::<usize>();
        while self.kept.len() > 1 && bytes(&self.kept) > most {
            self.kept.remove(0);
        }
    }
}
