//! `tags` and `tdtags`: write the places of classes and records into tags files, which many editors read.
//!
//! The options and recipes are those of LLVM's script `tdtags`, and the default output is the same. Unlike the script,
//! this program reads all files in one process, several at a time.

mod collect;
mod options;
mod recipes;
mod roots;
mod write;

use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use self::collect::{FileTags, make};
use self::options::{Asked, Options};
use self::recipes::Job;
use driver::{big_stack, terminal};

/// Runs the command with the arguments `args`. `program` is the command's name in messages.
pub fn main(program: &str, args: &[String]) -> ExitCode {
    let options = match options::parse(args) {
        Ok(Asked::Tags(options)) => options,
        Ok(Asked::Help) => return terminal::print(options::help(program)),
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
    let groups = by_unit(jobs);
    let made: Mutex<Vec<Vec<Option<FileTags>>>> = Mutex::new(
        jobs.iter()
            .map(|it| it.files.iter().map(|_| None).collect())
            .collect(),
    );
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
            let wanted = group.iter();
            let wanted = wanted.map(|(job, file)| (&*jobs[*job].dir, &jobs[*job].files[*file]));
            let all = make(&wanted.collect::<Vec<_>>(), options);
            let mut made = made.lock();
            for ((job, file), it) in group.iter().zip(all) {
                made[*job][*file] = Some(it);
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.min(groups.len());
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
    let made = made.into_inner();
    for (job, made) in jobs.iter().zip(made) {
        write::write(options, job, made.into_iter().flatten().collect())?;
    }
    Ok(())
}

/// Groups the files of `jobs` by the unit that is read for their tags. Each file is represented by the index of its job
/// and the index of the file in this job.
fn by_unit(jobs: &[Job]) -> Vec<Vec<(usize, usize)>> {
    let mut groups: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut known: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    for (job, it) in jobs.iter().enumerate() {
        for (file, root) in it.files.iter().enumerate() {
            let same_root = known.entry(root.found.root()).or_default();
            let is_same = |group: &&usize| {
                let (job, file) = groups[**group][0];
                jobs[job].files[file].found == root.found
            };
            match same_root.iter().find(is_same) {
                Some(group) => groups[*group].push((job, file)),
                None => {
                    same_root.push(groups.len());
                    groups.push(vec![(job, file)]);
                }
            }
        }
    }
    groups
}
