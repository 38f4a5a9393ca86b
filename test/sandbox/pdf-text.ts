import { inflateSync } from 'node:zlib'

/** Extracts visible text and page count. */
export const readPdf = (pdf: Buffer): { text: string; pages: number } => {
  const raw = pdf.toString('latin1')
  const contents = [...raw.matchAll(/stream\n(.*?)\nendstream/gs)].map(([, stream = '']) =>
    inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'),
  )
  return {
    text: contents.map(shownIn).join('\n'),
    pages: [...raw.matchAll(/\/Type \/Page\b/g)].length,
  }
}

/** Each `TJ` shows one line: hex pieces in Windows-1252, with distances. */
const shownIn = (content: string): string =>
  [...content.matchAll(/\[(.*?)\] TJ/gs)].map(([, pieces = '']) => lineOf(pieces)).join('\n')

const lineOf = (pieces: string): string =>
  [...pieces.matchAll(/<([\da-f]*)>/gi)]
    .map(([, hex = '']) => new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')))
    .join('')
