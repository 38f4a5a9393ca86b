/** The entry with an empty text is the file's header. */
export interface Translation {
  text: string
  translated: string
}

/**
 * Parses the plugin's subset of `.po`: comments, `msgid` and `msgstr`, also over several lines.
 * Throws on anything else.
 */
export const readPo = (po: string): Translation[] => {
  const found: Translation[] = []
  let open: 'text' | 'translated' | undefined
  for (const [index, line] of po.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, keyword, quoted = ''] = /^(?:(msgid|msgstr) )?(".*")$/.exec(line) ?? []
    const last = found.at(-1)
    if (keyword === 'msgid') found.push({ text: JSON.parse(quoted), translated: '' })
    else if (!quoted || !last) throw new Error(`Line ${index + 1} is not understood: ${line}`)
    else if (keyword === 'msgstr') last.translated = JSON.parse(quoted)
    else if (open) last[open] += JSON.parse(quoted)
    if (keyword) open = keyword === 'msgid' ? 'text' : 'translated'
  }
  return found
}

const MAGIC = 0x950412de
const HEADER_BYTES = 28

/** Serializes GNU gettext, little-endian, without a hash table. */
export const writeMo = (translations: readonly Translation[]): Buffer => {
  const entries = translations
    .map(({ text, translated }) => ({
      text: Buffer.from(text),
      translated: Buffer.from(translated),
    }))
    .sort((one, other) => Buffer.compare(one.text, other.text))
  const tableBytes = entries.length * 8
  const textsAt = HEADER_BYTES + 2 * tableBytes
  const header = words([
    MAGIC,
    0,
    entries.length,
    HEADER_BYTES,
    HEADER_BYTES + tableBytes,
    0,
    HEADER_BYTES + 2 * tableBytes,
  ])
  const texts = pack(
    entries.map(({ text }) => text),
    textsAt,
  )
  const translated = pack(
    entries.map((entry) => entry.translated),
    textsAt + texts.bytes.length,
  )
  return Buffer.concat([header, texts.table, translated.table, texts.bytes, translated.bytes])
}

const pack = (strings: readonly Buffer[], from: number): { table: Buffer; bytes: Buffer } => {
  let at = from
  const places = strings.flatMap(({ length }) => {
    const place = [length, at]
    at += length + 1
    return place
  })
  return {
    table: words(places),
    bytes: Buffer.concat(strings.flatMap((string) => [string, Buffer.alloc(1)])),
  }
}

const words = (numbers: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(numbers.length * 4)
  for (const [index, number] of numbers.entries()) buffer.writeUInt32LE(number, index * 4)
  return buffer
}
