//! Records to text: one module per backend.
