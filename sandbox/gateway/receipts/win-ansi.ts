/** Printable Windows-1252, the charset of standard PDF fonts. */
const SHOWN = new Set(
  new TextDecoder('windows-1252')
    .decode(Uint8Array.from({ length: 256 }, (_, code) => code))
    .replace(/\p{Cc}/gu, ''),
)

/** Ignores whitespace, which is layout. */
export const isWinAnsi = (text: string): boolean =>
  [...text.normalize('NFC')].every((sign) => SHOWN.has(sign) || /\p{White_Space}/u.test(sign))

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** Unsupported letters lose their accent (`ő` to `o`); any other grapheme becomes `?`. */
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
