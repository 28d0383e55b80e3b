"""A rule for a table that llvm-tblgen writes, by a persistent worker if that is wanted."""

def _table(ctx):
    args = ctx.actions.args()
    args.add_all(ctx.attr.options)
    args.add_all(ctx.attr.includes, before_each = "-I")
    args.add(ctx.file.root)
    args.add("-o", ctx.outputs.out)

    # What is in this file is a request to the worker.
    args.use_param_file("@%s", use_always = True)
    args.set_param_file_format("multiline")
    ctx.actions.run(
        executable = ctx.file.tool,
        arguments = [args],
        inputs = [ctx.file.root] + ctx.files.srcs,
        outputs = [ctx.outputs.out],
        mnemonic = "TableGen",
        execution_requirements = {
            "requires-worker-protocol": "json",
            "supports-multiplex-workers": "1",
            "supports-workers": "1",
        },
    )

table = rule(
    implementation = _table,
    attrs = {
        "includes": attr.string_list(),
        "options": attr.string_list(),
        "out": attr.output(mandatory = True),
        "root": attr.label(allow_single_file = True, mandatory = True),
        "srcs": attr.label_list(allow_files = True),
        "tool": attr.label(allow_single_file = True, default = "//tools:llvm-tblgen"),
    },
)
