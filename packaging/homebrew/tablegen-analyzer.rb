class TablegenAnalyzer < Formula
  desc "Language server and command-line tools for TableGen"
  homepage "https://github.com/OWNER/tablegen-analyzer"
  url "https://github.com/OWNER/tablegen-analyzer/archive/refs/tags/v0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0" => { with: "LLVM-exception" }
  head "https://github.com/OWNER/tablegen-analyzer.git", branch: "main"

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "server"), "--bin", "tablegen-analyzer"
    generate_completions_from_executable(bin/"tablegen-analyzer", "completions")
    (man1/"tablegen-analyzer.1").write Utils.safe_popen_read(bin/"tablegen-analyzer", "man")
    (man1/"tablegen-analyzer-tblgen.1").write Utils.safe_popen_read(bin/"tablegen-analyzer", "man", "tblgen")
  end

  test do
    (testpath/"a.td").write "def a { int x = 1; }\n"
    assert_match "int x = 1;", shell_output("#{bin}/tablegen-analyzer tblgen a.td")
    (testpath/"b.td").write "def b : Missing;\n"
    assert_match "Couldn't find class 'Missing'", shell_output("#{bin}/tablegen-analyzer check b.td 2>&1", 1)
  end
end
