export const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Quotes only what a shell would not read as one plain word. */
export const plainShellWord = (text: string): string =>
  /^[\w./:-]+$/.test(text) ? text : shellWord(text)
