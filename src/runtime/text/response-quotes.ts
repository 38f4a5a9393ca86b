import { orUndefined } from '../failure.ts'
import { maskSecrets } from './masking.ts'
import { toStorableText } from './storable.ts'

/** Upper bound on the characters searched for JSON or a title. */
const MOST_NOTICES = 64 * 1024
const MOST_TRIES = 200

/**
 * Parses JSON amid other output, such as a byte order mark or PHP notices. Returns `undefined` for
 * no JSON or truncated JSON, never a part of it.
 */
export const jsonBehindNotices = (text: string, parse: (json: string) => unknown): unknown => {
  const attempt = (json: string): unknown => orUndefined(() => parse(json))
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
    // A truncated object: never return one of its nested values as the response.
    if (/^\{\s*"\w+"\s*:/.test(beginning) && withoutRest(beginning) === beginning) return undefined
  }
  return undefined
}

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
 * Quotes the title or first words of a page that replaced JSON. Returns '' for JSON, which may hold
 * customer data.
 */
export const quoteResponse = (text: string): string => {
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

/** Strips markup and secrets from third-party text, on one line. */
export const plainWords = (text: string): string =>
  maskSecrets(toStorableText(text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '))).trim()

/** Omits query and login, possible secrets. `from` is the call's URL. */
export const redirectTarget = (location: string | null | undefined, from?: string): string => {
  if (!location || !URL.canParse(location, from)) return 'another address'
  const { origin, pathname } = new URL(location, from)
  return `${origin}${pathname === '/' ? '' : pathname}`.slice(0, MOST_WORDS)
}
