/** The characters of the standard PDF fonts: Windows-1252, without its control characters. */
const SHOWN = new Set(
  new TextDecoder('windows-1252')
    .decode(Uint8Array.from({ length: 256 }, (_, code) => code))
    .replace(/\p{Cc}/gu, ''),
)

/** Whether the standard fonts have every character of a text; white space is a matter of layout. */
export const isWinAnsi = (text: string): boolean =>
  [...text.normalize('NFC')].every((sign) => SHOWN.has(sign) || /\p{White_Space}/u.test(sign))

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })

/**
 * Text as the standard fonts of a PDF can show it. A letter they lack becomes its letter without
 * the accent (`ő` to `o`), anything else one `?` for each sign that a reader sees.
 */
export const toWinAnsi = (text: string): string => {
  const oneLine = text
    .normalize('NFC')
    .replace(/[\p{White_Space}\p{Cc}]+/gu, ' ')
    .trim()
  return [...graphemes.segment(oneLine)].map(({ segment }) => shownOf(segment)).join('')
}

const shownOf = (grapheme: string): string => {
  if (isWinAnsi(grapheme)) return grapheme
  const plain = grapheme.normalize('NFKD').replace(/\p{M}/gu, '')
  return plain !== '' && isWinAnsi(plain) ? plain : '?'
}
