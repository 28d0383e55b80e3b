//! `tags` and `tdtags`: where classes and records are, for editors that read tags files.
//!
//! The options and recipes are those of LLVM's script of the second name, whose default output this writes; here all
//! files are read in one process, several at a time.

mod collect;
mod options;
mod recipes;
mod write;

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use self::collect::{Made, make};
use self::options::{Asked, Options};
use self::recipes::Job;
use crate::{big_stack, terminal};

/// Runs the command called as `program`.
pub fn main(program: &str, args: &[String]) -> ExitCode {
    let options = match options::parse(args) {
        Ok(Asked::Tags(options)) => options,
        Ok(Asked::Help) => return terminal::print(&options::help(program)),
        Err(message) => {
            let usage = options::usage(program);
            terminal::eprint(format!("{program}: {message}\n{usage}").as_bytes());
            return ExitCode::from(4);
        }
    };
    if !options.is_recipe && options.args.is_empty() {
        terminal::eprint(options::help(program).as_bytes());
        return ExitCode::from(5);
    }
    let jobs = match recipes::jobs(program, &options) {
        Ok(jobs) => jobs,
        Err(refused) => {
            terminal::eprint(refused.message.as_bytes());
            return ExitCode::from(refused.code);
        }
    };
    match run(&options, &jobs) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            terminal::eprint(format!("{program}: {message}\n").as_bytes());
            ExitCode::FAILURE
        }
    }
}

/// Makes the tags files of all jobs.
fn run(options: &Options, jobs: &[Job]) -> Result<(), String> {
    let files: Vec<(usize, usize)> = jobs
        .iter()
        .enumerate()
        .flat_map(|(job, it)| (0..it.files.len()).map(move |file| (job, file)))
        .collect();
    let made: Mutex<Vec<Vec<Option<Made>>>> = Mutex::new(
        jobs.iter()
            .map(|it| it.files.iter().map(|_| None).collect())
            .collect(),
    );
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((job, file)) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let it = make(&jobs[*job], &jobs[*job].files[*file], options);
            let mut made = made.lock().unwrap_or_else(PoisonError::into_inner);
            made[*job][*file] = Some(it);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.min(files.len());
    std::thread::scope(|scope| {
        let started: Vec<_> = (0..threads)
            .map(|_| scope.spawn(|| big_stack::run(work)))
            .collect();
        let mut failed = None;
        for thread in started {
            if let Ok(Err(error)) = thread.join() {
                failed = Some(error);
            }
        }
        failed.map_or(Ok(()), |it| Err(format!("cannot start: {it}")))
    })?;
    let made = made.into_inner().unwrap_or_else(PoisonError::into_inner);
    for (job, made) in jobs.iter().zip(made) {
        write::write(options, job, made.into_iter().flatten().collect())?;
    }
    Ok(())
}
