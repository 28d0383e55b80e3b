;;; tablegen-mode.el --- TableGen with eglot  -*- lexical-binding: t -*-

;; Part of tablegen-analyzer, under the Apache License v2.0 with LLVM Exceptions.
;; Package-Requires: ((emacs "28.1"))

;;; Commentary:

;; Highlighting and indentation of TableGen, and eglot's connection to tablegen-analyzer:
;;
;;     (add-to-list 'load-path "/path/to/tablegen-analyzer/editors/emacs")
;;     (require 'tablegen-mode)
;;     (add-hook 'tablegen-mode-hook #'eglot-ensure)
;;
;; `tablegen-expand' shows the record under point with the origin of every value, and
;; `tablegen-preview' what a backend generates.  `tablegen-go-to-record' goes from a name in C++
;; to its record.

;;; Code:

(require 'seq)
(require 'subr-x)

(defgroup tablegen nil "TableGen." :group 'languages)

(defcustom tablegen-server '("tablegen-analyzer" "lsp")
  "The command line of the server."
  :type '(repeat string))

(defcustom tablegen-indent 2
  "Columns for each open bracket."
  :type 'integer
  :safe #'integerp)

(defvar tablegen-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "w" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23n" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?< "(>" table)
    (modify-syntax-entry ?> ")<" table)
    (modify-syntax-entry ?# "." table)
    (modify-syntax-entry ?$ "'" table)
    table))

(defconst tablegen-bang-operators
  '("add" "and" "cast" "con" "cond" "dag" "div" "empty" "eq" "exists" "filter" "find" "foldl"
    "foreach" "ge" "getdagarg" "getdagname" "getdagop" "getdagopname" "getop" "gt" "head" "if"
    "initialized" "instances" "interleave" "isa" "le" "listconcat" "listflatten" "listremove"
    "listsplat" "logtwo" "lt" "match" "mul" "ne" "not" "or" "range" "repr" "setdagarg"
    "setdagname" "setdagop" "setdagopname" "setop" "shl" "size" "sra" "srl" "strconcat" "sub"
    "subst" "substr" "tail" "tolower" "toupper" "xor"))

(defconst tablegen-font-lock-keywords
  `(("^\\s-*#\\(ifdef\\|ifndef\\|else\\|endif\\|define\\)\\>" . font-lock-preprocessor-face)
    ("\\<\\(class\\|multiclass\\|deftype\\)\\s-+\\(\\w+\\)"
     (1 font-lock-keyword-face) (2 font-lock-type-face))
    ("\\<\\(defm?\\|defvar\\)\\s-+\\(\\w+\\)"
     (1 font-lock-keyword-face) (2 font-lock-variable-name-face))
    (,(concat "!" (regexp-opt tablegen-bang-operators) "\\>") . font-lock-builtin-face)
    (,(regexp-opt '("assert" "class" "def" "defm" "defset" "deftype" "defvar" "dump" "else" "field"
                    "foreach" "if" "in" "include" "let" "multiclass" "then")
                  'words)
     . font-lock-keyword-face)
    (,(regexp-opt '("bit" "bits" "code" "dag" "int" "list" "string") 'words) . font-lock-type-face)
    (,(regexp-opt '("true" "false" "NAME") 'words) . font-lock-constant-face)
    ("\\$\\w+" . font-lock-variable-name-face)))

(defun tablegen-indent-line ()
  "Indent a line by the brackets that are open before it."
  (let* ((depth (save-excursion
                  (back-to-indentation)
                  (let ((open (nth 9 (syntax-ppss))))
                    ;; Several brackets opened on one line count once.
                    (length (delete-dups (mapcar #'line-number-at-pos open))))))
         (closes (save-excursion (back-to-indentation) (looking-at "[])}>]")))
         (column (* tablegen-indent (max 0 (if closes (1- depth) depth)))))
    (save-excursion (indent-line-to column))
    (when (< (current-column) (current-indentation))
      (back-to-indentation))))

;;;###autoload
(define-derived-mode tablegen-mode prog-mode "TableGen"
  "Major mode for TableGen."
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local comment-start-skip "\\(//+\\|/\\*+\\)\\s-*")
  (setq-local font-lock-defaults '(tablegen-font-lock-keywords))
  (setq-local indent-line-function #'tablegen-indent-line)
  (setq-local indent-tabs-mode nil)
  (add-hook 'after-change-functions #'tablegen--outdate nil t)
  (setq-local imenu-generic-expression
              '(("Classes" "^\\s-*\\(?:multi\\)?class\\s-+\\(\\w+\\)" 1)
                ("Records" "^\\s-*defm?\\s-+\\(\\w+\\)" 1))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.td\\'" . tablegen-mode))

(declare-function eglot-current-server "eglot")
(declare-function eglot--TextDocumentIdentifier "eglot")
(declare-function eglot--pos-to-lsp-position "eglot")
(declare-function eglot--signal-textDocument/didChange "eglot")
(declare-function jsonrpc-request "jsonrpc")
(defvar eglot-server-programs)

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               (cons '(tablegen-mode) (lambda (&rest _) tablegen-server))))

(defvar tablegen--views nil "Buffers that show records or generated tables.")

(defun tablegen--outdate (&rest _)
  "Mark all views as outdated, except the current buffer."
  (setq tablegen--views (seq-filter #'buffer-live-p tablegen--views))
  (dolist (view tablegen--views)
    (unless (eq view (current-buffer))
      (with-current-buffer view
        (setq header-line-format "Outdated: press g to update")))))

(defun tablegen--show (name text mode again)
  "Show TEXT in the buffer NAME in the major mode MODE.  Reverting it calls AGAIN."
  (with-current-buffer (get-buffer-create name)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert text)
      (goto-char (point-min)))
    (funcall mode)
    (setq buffer-read-only t
          header-line-format nil
          revert-buffer-function (lambda (&rest _) (funcall again)))
    (use-local-map (copy-keymap (or (current-local-map) (make-sparse-keymap))))
    (local-set-key "g" #'revert-buffer)
    (add-to-list 'tablegen--views (current-buffer))
    (display-buffer (current-buffer))
    (current-buffer)))

(defun tablegen--again (command &rest args)
  "Return a function that calls COMMAND with ARGS where point is now."
  (let ((place (point-marker)))
    (lambda ()
      (with-current-buffer (marker-buffer place)
        (save-excursion
          (goto-char place)
          (apply command args))))))

(defun tablegen--origin (field)
  "Return a text that says where the value of FIELD was set."
  (let* ((origin (plist-get field :origin))
         (location (plist-get origin :location))
         (label (plist-get origin :label)))
    (if location
        (format "%s (%s:%d)" label
                (file-name-nondirectory (plist-get location :uri))
                (1+ (plist-get (plist-get (plist-get location :range) :start) :line)))
      label)))

(defun tablegen--field (field)
  "Return the lines of FIELD.
If its bits are of several kinds, each run of bits has another line."
  (let* ((lines (append (plist-get field :lines) nil))
         (first (car lines)))
    (if (and first (or (cdr lines) (plist-get first :hex)))
        (mapconcat (lambda (line)
                     (let ((hex (plist-get line :hex))
                           (origin (and (eq line first) (tablegen--origin field))))
                       (concat "  " (plist-get line :code) ";"
                               (and (or hex origin) " // ")
                               (string-join (delq nil (list hex origin)) ", ")
                               "\n")))
                   lines "")
      (format "  %s %s = %s; // %s\n" (plist-get field :type) (plist-get field :name)
              (plist-get field :value) (tablegen--origin field)))))

(defun tablegen-expand ()
  "Show the record under point with the origin of every value."
  (interactive)
  (eglot--signal-textDocument/didChange)
  (let ((record (jsonrpc-request (eglot-current-server) :tablegen/expandRecord
                                 (list :textDocument (eglot--TextDocumentIdentifier)
                                       :position (eglot--pos-to-lsp-position)))))
    (unless record (user-error "There is no record here"))
    (tablegen--show
     (format "*TableGen %s*" (plist-get record :name))
     (concat (format "def %s {\n" (plist-get record :name))
             (mapconcat #'tablegen--field (plist-get record :fields) "")
             "}\n")
     #'tablegen-mode
     (tablegen--again #'tablegen-expand))))

(defun tablegen-preview (backend)
  "Show what BACKEND generates."
  (interactive
   (list (completing-read
          "Backend: "
          (mapcar (lambda (it) (plist-get it :name))
                  (jsonrpc-request (eglot-current-server) :tablegen/backends
                                   (list :textDocument (eglot--TextDocumentIdentifier)))))))
  (eglot--signal-textDocument/didChange)
  (let* ((server (eglot-current-server))
         (table (jsonrpc-request server :tablegen/preview
                                 (list :textDocument (eglot--TextDocumentIdentifier)
                                       :backend backend)
                                 :timeout 120)))
    (jsonrpc-request server :tablegen/closePreview (list :preview (plist-get table :preview)))
    (tablegen--show (format "*TableGen %s*" backend) (plist-get table :text)
                    (if (equal (plist-get table :language) "cpp") #'c++-mode #'fundamental-mode)
                    (tablegen--again #'tablegen-preview backend))))

(defun tablegen--server ()
  "Return the server of any TableGen buffer."
  (or (seq-some (lambda (it)
                  (with-current-buffer it
                    (and (derived-mode-p 'tablegen-mode) (eglot-current-server))))
                (buffer-list))
      (user-error "No server runs: open a .td file first")))

(defun tablegen-go-to-record (name)
  "Go to the record that NAME stands for in C++."
  (interactive
   (list (save-excursion
           (skip-chars-backward "A-Za-z0-9_:")
           (if (looking-at "[A-Za-z0-9_:]+") (match-string-no-properties 0)
             (user-error "There is no name here")))))
  (let* ((file (and buffer-file-name
                    (list :textDocument (list :uri (concat "file://" buffer-file-name)))))
         (found (append (jsonrpc-request (tablegen--server) :tablegen/findRecord
                                         (append (list :name name) file))
                        nil))
         (location (plist-get (car found) :location)))
    (unless location (user-error "No record is known for %s" name))
    (find-file (url-unhex-string (substring (plist-get location :uri) (length "file://"))))
    (goto-char (point-min))
    (forward-line (plist-get (plist-get (plist-get location :range) :start) :line))))

(provide 'tablegen-mode)
;;; tablegen-mode.el ends here
