// The languages of tables, by the server's names.

/** The suffixes of files. */
export const EXTENSIONS: Record<string, string> = {
  cpp: '.inc',
  json: '.json',
  rst: '.rst',
  text: '.txt',
};

/** The editor's names. Other languages are plain text. */
export const LANGUAGES: Record<string, string> = {
  cpp: 'cpp',
  json: 'json',
  rst: 'restructuredtext',
};
