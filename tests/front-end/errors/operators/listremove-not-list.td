// Lists only.
defvar x = !listremove(1, [1]);
