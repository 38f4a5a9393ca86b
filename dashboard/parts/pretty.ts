/** Characters that turn the text after them around, or hide in it. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A message so that people can read it: JSON in lines, and nothing in it that cannot be seen. */
export const pretty = (text: string): string => setInLines(text).replace(INVISIBLE, escaped)

const setInLines = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
