//! What schedules are made of.
