import { keepableText } from './keepable.ts'
import { maskSecrets } from './masking.ts'

/** Characters that can begin the JSON of an answer. */
const MOST_NOTICES = 64 * 1024
/** Upper bound on positions that the parser tries. */
const MOST_TRIES = 200

/**
 * Parses JSON that follows other output: a byte order mark, or PHP notices printed into an answer.
 * Returns `undefined` if no suffix of the text is JSON. No inner part of a JSON text parses through to
 * its end, so a broken text never yields a partial result.
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
 * Quotes a page that came in place of an answer: its title, or its first words. Returns an empty text for
 * JSON, which may hold customer data.
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

/** Strips markup and secrets from a third party's text and flattens it to one line. */
export const plainWords = (text: string): string =>
  maskSecrets(keepableText(text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '))).trim()

/**
 * Names the target of a redirect without query and password, which may be secrets. `from` is the URL of
 * the call.
 */
export const redirectTarget = (location: string | null | undefined, from?: string): string => {
  if (!location || !URL.canParse(location, from)) return 'another address'
  const { origin, pathname } = new URL(location, from)
  return `${origin}${pathname === '/' ? '' : pathname}`.slice(0, MOST_WORDS)
}
