//! Long work as the client shows it.

use std::time::{Duration, Instant};

use serde_json::json;

use super::client::Client;

/// Work whose progress is told when it takes long enough that somebody might wonder.
pub struct Progress<'a> {
    client: &'a Client,
    title: &'static str,
    token: String,
    started: Instant,
    /// When the client was last told, if it was.
    told: Option<Instant>,
}

/// How long work goes on before it is told of, and how long until it is told again.
const PATIENCE: Duration = Duration::from_millis(500);

impl<'a> Progress<'a> {
    pub fn new(client: &'a Client, title: &'static str, of: &str) -> Progress<'a> {
        Progress {
            client,
            title,
            token: format!("{title} {of}"),
            started: Instant::now(),
            told: None,
        }
    }

    pub fn report(&mut self, done: usize, all: usize) {
        let last = self.told.unwrap_or(self.started);
        if !self.client.shows_progress() || last.elapsed() < PATIENCE {
            return;
        }
        let percentage = done * 100 / all.max(1);
        let value = match self.told {
            Some(_) => json!({"kind": "report", "percentage": percentage}),
            None => {
                let params = json!({"token": self.token});
                self.client
                    .request("window/workDoneProgress/create", params);
                json!({"kind": "begin", "title": self.title, "percentage": percentage})
            }
        };
        self.send(value);
        self.told = Some(Instant::now());
    }

    fn send(&self, value: serde_json::Value) {
        let params = json!({"token": self.token, "value": value});
        self.client.notify("$/progress", params);
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        if self.told.is_some() {
            self.send(json!({"kind": "end"}));
        }
    }
}
