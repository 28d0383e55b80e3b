//! Text to tokens to a lossless tree to a typed syntax tree.
