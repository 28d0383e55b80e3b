// ARGS: --no-warn-on-unused-template-args
// The option silences them.
class A<int unused>;
