// The languages of tables: how the server and the editor call them.

/** The endings of files. */
export const EXTENSIONS: Record<string, string> = {
  cpp: '.inc',
  json: '.json',
  rst: '.rst',
  text: '.txt',
};

/** The editor's names. */
export const LANGUAGES: Record<string, string> = {
  cpp: 'cpp',
  json: 'json',
  rst: 'restructuredtext',
};
