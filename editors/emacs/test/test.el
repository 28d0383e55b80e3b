;;; test.el --- tablegen-mode and eglot in a batch Emacs  -*- lexical-binding: t -*-

;; emacs --batch -l test.el, with $TABLEGEN_ANALYZER and $TABLEGEN_EXAMPLE as for Neovim's test.

;;; Code:

(add-to-list 'load-path (expand-file-name ".." (file-name-directory load-file-name)))
(package-initialize)
(require 'eglot)
(require 'flymake)
(require 'tablegen-mode)

(setq eglot-sync-connect t
      eglot-connect-timeout 60
      eglot-autoshutdown nil
      tablegen-server (list (getenv "TABLEGEN_ANALYZER") "lsp"))

(defvar test-passed 0)
(defvar test-failed 0)

(defmacro test (name &rest body)
  "Run BODY as the test NAME."
  (declare (indent 1))
  `(condition-case err
       (progn ,@body
              (setq test-passed (1+ test-passed))
              (princ (format "ok   %s\n" ,name)))
     (error (setq test-failed (1+ test-failed))
            (princ (format "FAIL %s\n     %S\n" ,name err)))))

(defun test-open (name)
  "Visit the file NAME of the example."
  (switch-to-buffer (find-file-noselect (expand-file-name name (getenv "TABLEGEN_EXAMPLE"))))
  (goto-char (point-min)))

(defun test-request (method)
  "Return the server's answer to METHOD at point."
  (jsonrpc-request (eglot-current-server) method
                   (list :textDocument (eglot--TextDocumentIdentifier)
                         :position (eglot--pos-to-lsp-position))
                   :timeout 40))

(defun test-has (part text)
  "Check that PART is in TEXT, a string or an object that is printed."
  (let ((text (if (stringp text) text (format "%S" text))))
    (unless (string-match-p (regexp-quote part) text)
      (error "%S is not in %S" part text))))

(test "the mode and its faces"
  (test-open "Registers.td")
  (unless (eq major-mode 'tablegen-mode) (error "%s" major-mode))
  ;; A batch Emacs does not highlight by itself.
  (font-lock-set-defaults)
  (font-lock-fontify-region (point-min) (point-max))
  (search-forward "foreach")
  (unless (eq (get-text-property (match-beginning 0) 'face) 'font-lock-keyword-face)
    (error "foreach is not a keyword")))

(test "indentation"
  (with-temp-buffer
    (tablegen-mode)
    (insert "class A {\nint X = !add(\n1,\n2\n);\n}\n")
    (let ((inhibit-message t)) (indent-region (point-min) (point-max)))
    (test-has "class A {\n  int X = !add(\n    1,\n    2\n  );\n}\n" (buffer-string))))

(test "eglot connects"
  (test-open "Toy.td")
  (call-interactively #'eglot)
  (unless (eglot-current-server) (error "no server")))

(test "hover"
  (test-open "Toy.td")
  (search-forward "ADDrr")
  (backward-char 2)
  (test-has "ADDrr" (test-request :textDocument/hover)))

(test "definition"
  (test-open "Toy.td")
  (search-forward "[GPR")
  (backward-char 1)
  (test-has "Registers.td" (test-request :textDocument/definition)))

(test "expansion"
  (test-open "Registers.td")
  (search-forward "def GPR")
  (backward-char 1)
  (with-current-buffer (tablegen-expand)
    (test-has "int Size = 32;" (buffer-string))))

(test "what is shown says when its source has changed"
  (test-open "Registers.td")
  (search-forward "def GPR : RegisterClass<")
  (backward-char (length "R : RegisterClass<"))
  (let ((view (tablegen-expand)))
    (search-forward "<")
    (delete-char 2)
    (insert "77")
    (with-current-buffer view
      (test-has "Outdated" (format "%s" header-line-format))
      (revert-buffer)
      (test-has "int Size = 77;" (buffer-string))
      (cl-assert (null header-line-format)))
    (undo-boundary)
    (delete-char -2)
    (insert "32")
    (set-buffer-modified-p nil)))

(test "from C++ to a record"
  (test-open "Toy.td")
  (with-temp-buffer
    (insert "auto &all = Toy::GPRRegClass;")
    (goto-char 20)
    (call-interactively #'tablegen-go-to-record)
    (test-has "def GPR" (buffer-substring (line-beginning-position) (line-end-position)))))

(test "preview"
  (test-open "Toy.td")
  (with-current-buffer (tablegen-preview "print-records")
    (test-has "def GPR" (buffer-string))))

(test "diagnostics"
  (test-open "Broken.td")
  (let ((until (time-add nil 40)))
    (while (and (null (flymake-diagnostics)) (time-less-p nil until))
      (unless (bound-and-true-p flymake-mode) (flymake-mode 1))
      (unless (flymake-running-backends) (flymake-start))
      (accept-process-output nil 0.1)))
  (test-has "expected ';'" (mapconcat #'flymake-diagnostic-text (flymake-diagnostics) "\n")))

(ignore-errors (eglot-shutdown-all))
(princ (format "%d passed, %d failed\n" test-passed test-failed))
(kill-emacs (if (= test-failed 0) 0 1))

;;; test.el ends here
