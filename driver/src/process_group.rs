//! A process that is killed together with the processes that it has started.

use std::io;
use std::process::{Child, Command};

/// The first process of a group.
pub(crate) struct Leader {
    pub(crate) child: Child,
    /// The job that contains the processes of the group; `None` if the system does not allow one. Then only the first
    /// process can be killed.
    #[cfg(windows)]
    job: Option<crate::windows::Job>,
}

impl Leader {
    #[cfg(unix)]
    pub(crate) fn start(command: &mut Command) -> io::Result<Leader> {
        use std::os::unix::process::CommandExt;
        let child = command.process_group(0).spawn()?;
        Ok(Leader { child })
    }

    #[cfg(windows)]
    pub(crate) fn start(command: &mut Command) -> io::Result<Leader> {
        let child = command.spawn()?;
        // A process that the child starts before it is in the job is not killed with the group.
        let job = crate::windows::Job::of(&child).ok();
        Ok(Leader { child, job })
    }

    /// Kills the whole group. Errors are ignored, since the processes may have ended already.
    pub(crate) fn kill(&mut self) {
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.child.id()) {
            use nix::sys::signal::{Signal, killpg};
            let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
        }
        #[cfg(windows)]
        if let Some(job) = &self.job {
            job.end();
        }
        let _ = self.child.kill();
    }
}
