//! Safe wrappers of functions of Windows that the standard library does not offer.

#![expect(unsafe_code, reason = "functions of the system")]

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle, RawHandle};
use std::process::Child;
use std::ptr;
use std::time::Duration;

use windows_sys::Win32::Foundation::{
    ERROR_INVALID_PARAMETER, FILETIME, GetLastError, WAIT_OBJECT_0,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
    SetInformationJobObject, TerminateJobObject,
};
use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::SystemInformation::{GlobalMemoryStatusEx, MEMORYSTATUSEX};
use windows_sys::Win32::System::Threading::{
    GetCurrentProcess, GetProcessTimes, IDLE_PRIORITY_CLASS, INFINITE, OpenProcess,
    PROCESS_SYNCHRONIZE, SetPriorityClass, WaitForSingleObject,
};

/// A set of processes: a command and the processes that it starts. They are killed when the job is dropped, or when
/// this process ends.
pub(crate) struct Job(OwnedHandle);

impl Job {
    /// Creates a job with the process of `child` and with every process that the child starts from now on.
    pub(crate) fn of(child: &Child) -> io::Result<Job> {
        let job = Job::new()?;
        job.add(child.as_raw_handle())?;
        Ok(job)
    }

    fn new() -> io::Result<Job> {
        // SAFETY: a null pointer means no attributes and no name. A handle that is not null is owned by this call.
        let job = unsafe {
            let handle = CreateJobObjectW(ptr::null(), ptr::null());
            if handle.is_null() {
                return Err(io::Error::last_os_error());
            }
            Job(OwnedHandle::from_raw_handle(handle))
        };
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        // SAFETY: the pointer and the size describe `limits`, and the handle is open.
        let done = unsafe {
            SetInformationJobObject(
                job.0.as_raw_handle(),
                JobObjectExtendedLimitInformation,
                ptr::from_ref(&limits).cast(),
                size_of_val(&limits) as u32,
            )
        };
        succeeded(done).map(|()| job)
    }

    /// Adds a process, which is named by an open handle.
    fn add(&self, process: RawHandle) -> io::Result<()> {
        // SAFETY: both handles are open.
        succeeded(unsafe { AssignProcessToJobObject(self.0.as_raw_handle(), process) })
    }

    /// Ends all processes of the job.
    pub(crate) fn end(&self) {
        // SAFETY: the handle is open. If this fails, the processes have ended.
        unsafe { TerminateJobObject(self.0.as_raw_handle(), 1) };
    }
}

/// The result of a function of the system, which is 0 if the function failed.
fn succeeded(result: i32) -> io::Result<()> {
    if result == 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(())
    }
}

/// Makes all processes that this process starts from now on end with it, also if it is killed. If the system does not
/// allow this, a process that has just been started may stay forever.
pub fn end_children_with_this_process() {
    // SAFETY: the handle need not be closed.
    let this = unsafe { GetCurrentProcess() };
    if let Ok(job) = Job::new()
        && job.add(this).is_ok()
    {
        // The system closes the handle at the end of the process, which ends the job.
        std::mem::forget(job);
    }
}

/// Waits until the process with this id has ended. Returns `false` at once if the process cannot be watched.
pub fn wait_for_end(id: u32) -> bool {
    // SAFETY: a handle that is not null is a new one, and stays open while the thread waits.
    unsafe {
        let handle = OpenProcess(PROCESS_SYNCHRONIZE, 0, id);
        if handle.is_null() {
            // This is the error if no process has this id.
            return GetLastError() == ERROR_INVALID_PARAMETER;
        }
        let process = OwnedHandle::from_raw_handle(handle);
        WaitForSingleObject(process.as_raw_handle(), INFINITE) == WAIT_OBJECT_0
    }
}

/// The processor time of this process so far: in the program itself, and in the system on its behalf.
pub(crate) fn cpu_times() -> Option<(Duration, Duration)> {
    let mut times = [FILETIME::default(); 4];
    let [created, ended, system, user] = &mut times;
    // SAFETY: the pointers are those of four times, and the handle need not be closed.
    let done = unsafe { GetProcessTimes(GetCurrentProcess(), created, ended, system, user) };
    let duration = |it: FILETIME| {
        // The unit of the system is 100 nanoseconds.
        let units = u64::from(it.dwHighDateTime) << 32 | u64::from(it.dwLowDateTime);
        Duration::from_micros(units / 10)
    };
    (done != 0).then(|| (duration(times[3]), duration(times[2])))
}

/// Gives the process the lowest priority.
pub(crate) fn lower_priority() {
    // SAFETY: the handle need not be closed. If this fails, the process keeps its priority.
    unsafe { SetPriorityClass(GetCurrentProcess(), IDLE_PRIORITY_CLASS) };
}

/// The memory of the machine in bytes.
pub(crate) fn machine_bytes() -> Option<usize> {
    let mut status = MEMORYSTATUSEX {
        dwLength: size_of::<MEMORYSTATUSEX>() as u32,
        ..MEMORYSTATUSEX::default()
    };
    // SAFETY: the structure has the size that it says.
    let done = unsafe { GlobalMemoryStatusEx(&raw mut status) };
    (done != 0).then(|| usize::try_from(status.ullTotalPhys).unwrap_or(usize::MAX))
}

/// Windows does not limit the address space of a process.
pub(crate) fn address_space() -> Option<usize> {
    None
}

/// The resident memory of this process in KiB.
pub(crate) fn resident_kib() -> Option<u64> {
    Some(memory()?.WorkingSetSize as u64 / 1024)
}

/// The peak resident memory of this process in KiB.
pub(crate) fn peak_kib() -> Option<u64> {
    Some(memory()?.PeakWorkingSetSize as u64 / 1024)
}

fn memory() -> Option<PROCESS_MEMORY_COUNTERS> {
    let mut counters = PROCESS_MEMORY_COUNTERS::default();
    let size = size_of_val(&counters) as u32;
    // SAFETY: the pointer and the size describe `counters`, and the handle need not be closed.
    let done = unsafe { K32GetProcessMemoryInfo(GetCurrentProcess(), &raw mut counters, size) };
    (done != 0).then_some(counters)
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::time::Instant;

    use super::*;

    /// A command whose child process runs for `seconds`.
    fn wait(seconds: u32) -> Child {
        let script = format!("ping -n {} 127.0.0.1 >nul & exit", seconds + 1);
        let mut command = Command::new("cmd");
        command.args(["/c", &script]).spawn().expect("a shell")
    }

    #[test]
    fn a_job_ends_with_its_processes() {
        let start = Instant::now();
        let mut child = wait(60);
        let job = Job::of(&child).expect("a job");
        assert!(child.try_wait().is_ok_and(|it| it.is_none()));
        job.end();
        child.wait().expect("an end");
        let mut other = wait(60);
        drop(Job::of(&other).expect("a job"));
        other.wait().expect("an end");
        assert!(start.elapsed() < Duration::from_secs(50));
    }

    #[test]
    fn the_end_of_another_process() {
        let mut child = wait(1);
        assert!(wait_for_end(child.id()));
        assert!(child.wait().is_ok_and(|it| it.success()));
        assert!(wait_for_end(u32::MAX - 15), "there is no such process");
    }
}
