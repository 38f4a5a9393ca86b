const GRAPHEMES = new Intl.Segmenter()

/** East Asian wide and full-width characters, and emoji, take two columns. */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|.\ufe0f)/u
const INVISIBLE = /^[\p{M}\p{Cf}]+$/u

const widthOfGrapheme = (grapheme: string): number => {
  if (INVISIBLE.test(grapheme)) return 0
  return WIDE.test(grapheme) ? 2 : 1
}

const graphemesOf = (text: string): string[] =>
  Array.from(GRAPHEMES.segment(text), ({ segment }) => segment)

/** Returns the columns of a terminal that a text takes. */
export const displayWidth = (text: string): number =>
  graphemesOf(text).reduce((sum, grapheme) => sum + widthOfGrapheme(grapheme), 0)

/** Cuts a text to a number of columns, the last one an ellipsis. */
export const cutToWidth = (text: string, columns: number): string => {
  if (displayWidth(text) <= columns) return text
  let [kept, width] = ['', 1]
  for (const grapheme of graphemesOf(text)) {
    width += widthOfGrapheme(grapheme)
    if (width > columns) break
    kept += grapheme
  }
  return `${kept.trimEnd()}…`
}
