//! Facts: small results that a computation derives from many reads.

use std::sync::Arc;

use super::{Reads, Records};

impl Records {
    /// A fact that `derive` derives from the records. What `derive` reads does not count as read, only its result does.
    /// So `derive` must read nothing but these records, and the caller must use nothing of them but the result.
    pub fn fact<T: PartialEq + Send + Sync + 'static>(
        &self,
        derive: impl Fn(&Records) -> T + Send + Sync + 'static,
    ) -> Arc<T> {
        let Some(stop) = Reads::recorded() else {
            return Arc::new(derive(self));
        };
        let (fact, reads) = Reads::record(&stop, || derive(self));
        reads.are_of(self);
        let fact = Arc::new(fact);
        let known = fact.clone();
        Reads::log_fact(reads, move |records| {
            let stop = Reads::stop_here();
            let (now, reads) = Reads::record(&stop, || derive(records));
            (now == *known).then_some(reads)
        });
        fact
    }
}
