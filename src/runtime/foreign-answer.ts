import { keepableText } from './keepable.ts'
import { maskSecrets } from './masking.ts'

/** Characters in which the JSON of an answer has to begin. */
const MOST_NOTICES = 64 * 1024
/** Places that look like the beginning of JSON and are tried. */
const MOST_TRIES = 200

/**
 * Parses JSON that may stand behind other output: a byte order mark, or the notices that PHP prints
 * into an answer. Returns `undefined` if no rest of the text is JSON. Nothing inside of a JSON text
 * parses to the end of it, so a broken text is never read in part.
 */
export const jsonBehindNotices = (text: string, parse: (json: string) => unknown): unknown => {
  const attempt = (json: string): unknown => {
    try {
      return parse(json)
    } catch {
      return undefined
    }
  }
  const whole = attempt(text.replace(/^\uFEFF/, ''))
  if (whole !== undefined) return whole
  let tries = 0
  for (const { index } of text.slice(0, MOST_NOTICES).matchAll(/\{\s*["}]|\[\s*[[{\]"]/g)) {
    if (tries++ === MOST_TRIES) return undefined
    const json = attempt(text.slice(index))
    if (json !== undefined) return json
  }
  return undefined
}

const MOST_WORDS = 120

/**
 * Quotes what a page says that came in place of an answer: its title, or else its first words.
 * Returns an empty text for JSON, which can hold data of customers.
 */
export const quoteOf = (text: string): string => {
  const beginning = text
    .slice(0, MOST_NOTICES)
    .replace(/^\uFEFF/, '')
    .trim()
  if (/^[[{"]/.test(beginning)) return ''
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(beginning)?.[1]?.trim()
  const words = title || beginning.replace(/<(script|style)\b[\s\S]*?(<\/\1>|$)/gi, ' ')
  const plain = plainWords(words).slice(0, MOST_WORDS).trim()
  return plain ? `“${plain}”` : ''
}

/** Somebody else's words without markup and secrets, on one line. */
export const plainWords = (text: string): string =>
  maskSecrets(keepableText(text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '))).trim()

/**
 * Names where a redirect leads, without the query and the password, which can be secrets. `from` is
 * the address of the call.
 */
export const redirectTarget = (location: string | null | undefined, from?: string): string => {
  if (!location || !URL.canParse(location, from)) return 'another address'
  const { origin, pathname } = new URL(location, from)
  return `${origin}${pathname === '/' ? '' : pathname}`.slice(0, MOST_WORDS)
}
