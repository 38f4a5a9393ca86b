/** Bidirectional controls and zero-width characters can disguise text. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Indents JSON and escapes invisible characters. */
export const pretty = (text: string): string => setInLines(text).replace(INVISIBLE, escaped)

const setInLines = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
