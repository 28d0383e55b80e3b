"""The targets of mutation: a root, its include folders, the files that may be changed, the changes, the backends."""

import csv
import re
import sys
from pathlib import Path

import changes
import dialects
import intrinsics

ROOTS = Path(__file__).parent / "roots"
INCLUDE = re.compile(r'^\s*include\s+"([^"]+)"', re.M)
CHANGED_AS = re.compile(r"^// changed as (\w+)$", re.M)
BACKENDS = re.compile(r"^// (?:and )?by (\w+): (.*)$", re.M)


class Target:
    """A root to mutate. Its paths are absolute. Names in includes are relative to its `base`."""

    changes = changes.CHANGES
    is_known = False

    @property
    def seed(self):
        return self.name

    def program(self, pattern):
        """The reference of this target: `{}` stands for the project."""
        return pattern.replace("{}", self.tools)

    @property
    def place(self):
        return self.root.parent.relative_to(self.base)


class Corpus(Target):
    """A target of LLVM by the name of its folder, a root by its path, or one that is known by name."""

    def __init__(self, options, name):
        known = intrinsics.ROOTS.get(name)
        self.name, self.is_known = name, known is not None
        is_mlir = name.startswith("mlir/")
        if known or is_mlir:
            self.changes = known.changes if known else dialects.CHANGES
        self.backends = (options.backend or known.backends()).split(",")
        corpus = options.corpus.resolve()
        root = find_root(corpus, name)
        folder = root.parent
        is_clang = root.parts[0] == "clang"
        self.tools = "clang" if is_clang else "mlir" if is_mlir else "llvm"
        headers = Path("clang/include")
        base = headers if headers in root.parents else Path() if is_mlir else folder
        folders = [folder, headers if is_clang else Path("llvm/lib/Target"), Path("llvm/include")]
        self.root, self.base = corpus / root, corpus / base
        self.folders = [corpus / it for it in ([folder, Path()] if is_mlir else folders)]
        files = options.files or (known.files if known else ".")
        self.files = [it for it in sorted((corpus / folder).rglob("*.td")) if re.search(files, it.name)]
        if not self.files:
            sys.exit(f"{name}: no file matches")


def find_root(corpus, name):
    if name in intrinsics.ROOTS:
        return Path(f"clang/include/clang/Basic/{name}.td")
    if name.endswith(".td"):
        return Path(name)
    folder = Path("llvm/lib/Target") / name
    for root in (name, {"PowerPC": "PPC"}.get(name, name)):
        if (corpus / folder / f"{root}.td").exists():
            return folder / f"{root}.td"
    sys.exit(f"{name}: no root")


class Small(Target):
    """One of several small roots in a file, made from the common start of the file and its own part."""

    def __init__(self, options, name, text, tools, backends):
        self.name, self.tools, self.backends = name, tools, backends
        if known := CHANGED_AS.search(text):
            self.changes = intrinsics.ROOTS[known.group(1)].changes
        self.root = options.keep.resolve() / "roots" / f"{name}.td"
        self.root.parent.mkdir(parents=True, exist_ok=True)
        self.root.write_text(text)
        self.base, self.files = self.root.parent, [self.root]
        self.folders = [it.resolve() for it in (options.corpus, *options.more)]


def small(options, pattern):
    """The small roots whose names match. Each begins with `//- NAME` in its file. The text before the first one belongs
    to all, and names the programs that read them: `// by llvm: gen-vt, gen-emitter`. With `// changed as NAME`, the
    changes are those of a root that is known by name."""
    for file in sorted((ROOTS / "small").glob("*.td")):
        common, *parts = re.split(r"^//- ", file.read_text(), flags=re.M)
        for tools, backends in BACKENDS.findall(common):
            backends = [it.strip() for it in backends.split(",")]
            if options.backend:
                backends = [it for it in backends if it.split()[0] in options.backend.split(",")]
            for part in parts if backends else []:
                name, _, text = part.partition("\n")
                if re.search(pattern, f"{file.stem}-{name}"):
                    yield Small(options, f"{file.stem}-{name}", common + text, tools, backends)


class Row(Target):
    """A row of the conformance cases: one backend of one root of a corpus."""

    def __init__(self, corpora, row):
        corpus = (corpora / row["corpus"]).resolve()
        self.tools = row["tool"].partition("-")[0]
        self.backends = [f"{row['backend'].lstrip('-')} {row['args']}".strip()]
        self.root = corpus / row["root"]
        self.name = f"{row['corpus']}/{row['root']}"
        self.folders = [corpus / it for it in row["include_dirs"].split(";")]
        self.base = min(
            (it for it in self.folders if it in [self.root.parent, *self.root.parents]),
            key=lambda it: len(it.parts),
            default=self.root.parent,
        )
        self.files = sorted(self.included())

    @property
    def seed(self):
        return f"{self.name} {self.backends[0]}"

    def included(self):
        """The root and the files of its own folder that it includes, directly or indirectly."""
        found, rest = set(), [self.root]
        while rest:
            file = rest.pop()
            if file in found:
                continue
            found.add(file)
            for name in INCLUDE.findall(file.read_text(errors="surrogateescape")):
                places = (it / name for it in [*self.folders, self.root.parent])
                place = next((it for it in places if it.exists()), None)
                if place and self.root.parent in place.parents:
                    rest.append(place)
        return found


def rows(options, pattern):
    """The rows whose roots match."""
    wanted = options.backend.split(",") if options.backend else None
    with options.rows.open() as file:
        for row in csv.DictReader(file, delimiter="\t"):
            backend = row["backend"].lstrip("-")
            if wanted and backend not in wanted:
                continue
            if backend.startswith("gen-") and re.search(pattern, f"{row['corpus']}/{row['root']}"):
                yield Row(options.corpus, row)


def targets(options):
    for name in options.targets:
        if options.small:
            yield from small(options, name)
        elif options.rows:
            yield from rows(options, name)
        else:
            yield Corpus(options, name)
