import type { z } from 'zod'
import type { Localized } from '../../locales/language.ts'
import { fieldIssue, fieldMessage } from './field-messages.ts'
import { isStorable } from './storable.ts'

/** Keys travel in headers; a signing secret may be any text. */
export type PastedKind = 'key' | 'secret' | 'address'

export type Pasted =
  | { outcome: 'clean'; text: string }
  /** Never repeats the text, a possible secret. */
  | { outcome: 'refused'; reason: Localized }

const UNSEEN = String.raw`\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800`
const EDGES = new RegExp(`^[\\s${UNSEEN}]+|[\\s${UNSEEN}]+$`, 'gu')
/** Invisible characters, and any blank but the ordinary space. */
const UNSEEN_INSIDE = new RegExp(`[${UNSEEN}]|(?! )\\s`, 'u')
const BLANK_INSIDE = new RegExp(`[${UNSEEN}\\s]`, 'u')
const NOT_OF_A_KEY = /[^\x21-\x7e]/u

const FLAWS: Record<PastedKind, RegExp> = {
  key: NOT_OF_A_KEY,
  secret: UNSEEN_INSIDE,
  address: BLANK_INSIDE,
}

/** Strips blanks, line breaks and invisible characters that copying adds. */
export const trimPasted = (typed: string): string => typed.replace(EDGES, '')

/** Strips what copying adds; refuses invalid characters inside. */
export const readPasted = (typed: string, kind: PastedKind): Pasted => {
  const text = trimPasted(typed)
  if (!isStorable(text)) return { outcome: 'refused', reason: fieldMessage('pastedUnstorable') }
  const flaw = FLAWS[kind].exec(text)
  return flaw
    ? { outcome: 'refused', reason: reasonOf(flaw[0], [...text.slice(0, flaw.index)].length + 1) }
    : { outcome: 'clean', text }
}

const reasonOf = (character: string, place: number): Localized => {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return fieldMessage('pastedFlaw', { flaw: flawOf(character), code, place })
}

const flawOf = (character: string): string => {
  if (/[\r\n\u0085\u2028\u2029]/.test(character)) return 'lineBreak'
  if (/\s/.test(character)) return 'blank'
  return BLANK_INSIDE.test(character) ? 'invisible' : 'visible'
}

const IS_KEY =
  /(?:^|_)(?:secret_key|publishable_key|api_key|client_id|client_secret|consumer_key|consumer_secret)$|_token$/

/** Classifies a field or option by name. */
export const pastedKindOf = (option: string): PastedKind | undefined => {
  const name = option.replaceAll('-', '_')
  if (IS_KEY.test(name)) return 'key'
  if (/(?:^|_)secret$/.test(name)) return 'secret'
  return /(?:^|_)url$/.test(name) ? 'address' : undefined
}

/** Cleans the keys, secrets and addresses of a request body. */
export const cleanPasted = (body: unknown): { value: unknown; issues: z.core.$ZodIssue[] } => {
  const issues: z.core.$ZodIssue[] = []
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { value: body, issues }
  }
  const fields = Object.entries(body).map(([name, field]): [string, unknown] => {
    const kind = pastedKindOf(name)
    if (typeof field !== 'string' || !kind) return [name, field]
    const read = readPasted(field, kind)
    if (read.outcome === 'clean') return [name, read.text]
    issues.push(fieldIssue([name], read.reason))
    return [name, field]
  })
  return { value: Object.fromEntries(fields), issues }
}
