import { keepableText } from './keepable.ts'
import { maskSecrets } from './masking.ts'

/** Characters that can begin the JSON of an answer. */
const MOST_NOTICES = 64 * 1024
/** Upper bound on positions that the parser tries. */
const MOST_TRIES = 200

/**
 * Parses JSON with other output around it: a byte order mark, or the notices that PHP prints before
 * or after an answer. Returns `undefined` for a text without JSON, and for JSON that broke off: no
 * part of a broken text is read.
 */
export const jsonBehindNotices = (text: string, parse: (json: string) => unknown): unknown => {
  const attempt = (json: string): unknown => {
    try {
      return parse(json)
    } catch {
      return undefined
    }
  }
  const answer = text.replace(/^\uFEFF/, '').trim()
  const whole = attempt(answer)
  if (whole !== undefined) return whole
  if (/^[{[]/.test(answer)) return attempt(withoutRest(answer))
  let tries = 0
  for (const { index } of answer.slice(0, MOST_NOTICES).matchAll(/\{\s*["}]|\[\s*[[{\]"]/g)) {
    if (tries++ === MOST_TRIES) return undefined
    const beginning = answer.slice(index)
    const json = attempt(withoutRest(beginning))
    if (json !== undefined) return json
    // An object that never ends: what it holds is no answer.
    if (/^\{\s*"\w+"\s*:/.test(beginning) && withoutRest(beginning) === beginning) return undefined
  }
  return undefined
}

/** Cuts off what follows the JSON at the beginning of a text, unless that goes on as JSON does. */
const withoutRest = (text: string): string => {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (isInString && char === '\\') at++
    else if (char === '"') isInString = !isInString
    else if (isInString) continue
    else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) {
      const rest = text.slice(at + 1)
      return /^\s*[,:}\]"]/.test(rest) ? text : text.slice(0, at + 1)
    }
  }
  return text
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
