//! Bazel's messages to workers, in JSON: `WorkRequest` and `WorkResponse` of its `worker_protocol.proto`. Fields with
//! default values may be missing, and unknown fields are ignored.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A request to run the driver, or to cancel an earlier request.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Request {
    pub arguments: Vec<String>,
    pub inputs: Vec<Input>,
    /// The id of the request. It is 0 if the client sends one request at a time.
    #[serde(alias = "request_id")]
    pub request_id: i64,
    /// Whether this message cancels the earlier request with the same id instead of making a new request.
    pub cancel: bool,
    /// The folder that paths are relative to; empty for the current folder.
    #[serde(alias = "sandbox_dir")]
    pub sandbox_dir: String,
}

/// An input file.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Input {
    pub path: String,
    /// A digest, which changes with the content of the file.
    pub digest: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Response {
    pub exit_code: i32,
    pub output: String,
    pub request_id: i64,
    /// Whether the request was cancelled. This field is only sent if true, as older releases of Bazel do not know it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub was_cancelled: bool,
}

impl Response {
    pub(super) fn cancelled(id: i64) -> Response {
        Response {
            exit_code: 0,
            output: String::new(),
            request_id: id,
            was_cancelled: true,
        }
    }

    pub(super) fn to_line(&self) -> Vec<u8> {
        // Serialization of numbers and text cannot fail.
        let mut line = serde_json::to_vec(self).unwrap_or_default();
        line.push(b'\n');
        line
    }
}

/// An invalid request.
#[derive(Debug, PartialEq)]
pub(super) struct Bad {
    /// The id of the request; 0 if it is unknown.
    pub id: i64,
    pub message: String,
}

impl Bad {
    pub(super) fn new(message: String) -> Bad {
        Bad { id: 0, message }
    }
}

/// Parses the JSON text of a request. An error has the id of the request, if the text contains one.
pub(super) fn read(text: &[u8]) -> Result<Request, Bad> {
    let no_request = |error: serde_json::Error| Bad::new(format!("no request: {error}"));
    let value: Value = serde_json::from_slice(text).map_err(no_request)?;
    let id = value.get("requestId").or_else(|| value.get("request_id"));
    let id = id.and_then(Value::as_i64).unwrap_or(0);
    if !value.is_object() {
        return Err(Bad::new("no request: it is not an object".to_owned()));
    }
    let request = serde_json::from_value(value);
    request.map_err(|error| Bad {
        id,
        ..no_request(error)
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(text: &str, want: Expect) {
        want.assert_eq(&match read(text.as_bytes()) {
            Ok(request) => format!("{request:?}"),
            Err(bad) => format!("{bad:?}"),
        });
    }

    #[test]
    fn requests() {
        check(
            r#"{"arguments":["-o","x"],"inputs":[{"path":"a","digest":"d"}],"requestId":3,"verbosity":10}"#,
            expect![[
                r#"Request { arguments: ["-o", "x"], inputs: [Input { path: "a", digest: "d" }], request_id: 3, cancel: false, sandbox_dir: "" }"#
            ]],
        );
        check(
            r#"{"cancel":true,"request_id":7}"#,
            expect![[
                r#"Request { arguments: [], inputs: [], request_id: 7, cancel: true, sandbox_dir: "" }"#
            ]],
        );
        check(
            "{}",
            expect![[
                r#"Request { arguments: [], inputs: [], request_id: 0, cancel: false, sandbox_dir: "" }"#
            ]],
        );
        check(
            r#"{"requestId":4,"arguments":"x"}"#,
            expect![[
                r#"Bad { id: 4, message: "no request: invalid type: string \"x\", expected a sequence" }"#
            ]],
        );
        check(
            "[1]",
            expect![[r#"Bad { id: 0, message: "no request: it is not an object" }"#]],
        );
        check(
            "{]",
            expect![[
                r#"Bad { id: 0, message: "no request: key must be a string at line 1 column 2" }"#
            ]],
        );
    }

    #[test]
    fn responses() {
        let line = |it: Response| String::from_utf8(it.to_line()).unwrap();
        assert_eq!(
            line(Response::cancelled(2)),
            "{\"exitCode\":0,\"output\":\"\",\"requestId\":2,\"wasCancelled\":true}\n"
        );
        let response = Response {
            exit_code: 1,
            output: "é\n".to_owned(),
            request_id: 0,
            was_cancelled: false,
        };
        assert_eq!(
            line(response),
            "{\"exitCode\":1,\"output\":\"é\\n\",\"requestId\":0}\n"
        );
    }
}
