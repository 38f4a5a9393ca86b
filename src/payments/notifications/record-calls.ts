import type { ANSWER_KINDS, DeliveryCall } from '../../db/tables/tasks.ts'
import { maskSecrets } from '../../runtime/text/masking.ts'
import type { NoteCall, StoreCall } from '../ports/storefront.ts'

/** Upper bounds of one attempt in the delivery log. */
const MOST_CALLS = 30
const MOST_SENT = 16_000
const MOST_ANSWERED = 2_000
const MOST_ADDRESS = 500
const MOST_ERROR = 300

export interface CallRecorder {
  note: NoteCall
  /** At most 30, in sequence. */
  calls: readonly DeliveryCall[]
}

/** Collects the calls of one try, bounded and without secrets. */
export const recordCalls = (): CallRecorder => {
  const calls: DeliveryCall[] = []
  return {
    calls,
    note: (call) => {
      if (calls.length < MOST_CALLS) calls.push(recordOf(call))
    },
  }
}

/**
 * Bounds a call and masks text from the store. Readers of the log mask what Puente sent, because
 * this runs once per notification.
 */
const recordOf = (call: StoreCall): DeliveryCall => {
  const { method, sent, answer, error } = call
  return {
    method,
    address: shownAddress(call.url),
    status: answer?.status ?? null,
    error: error === undefined ? null : withoutSecrets(error, call).slice(0, MOST_ERROR),
    duration_ms: Math.round(call.durationMs),
    sent: sent?.slice(0, MOST_SENT).toWellFormed() ?? null,
    sent_length: sent?.length ?? 0,
    ...answerOf(call),
  }
}

type Excerpt = Pick<DeliveryCall, 'answer' | 'answer_kind'>

const answerOf = (call: StoreCall): Excerpt => {
  const { answer, isRead } = call
  if (!answer || answer.head.length === 0) return without('empty')
  if (isRead && answer.status < 300) return without('read')
  const text = textOf(answer.head, answer.isCut)
  if (text === undefined) return without('binary')
  // Masks first: a slice may leave part of a secret.
  const masked = withoutSecrets(text, call)
  const isCut = answer.isCut || masked.length > MOST_ANSWERED
  const excerpt = masked.slice(0, MOST_ANSWERED).toWellFormed()
  return { answer: excerpt, answer_kind: isCut ? 'cut' : 'whole' }
}

const without = (answer_kind: (typeof ANSWER_KINDS)[number]): Excerpt => ({
  answer: null,
  answer_kind,
})

// biome-ignore lint/suspicious/noControlCharactersInRegex: binary data has them
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/

/** Decodes UTF-8; `undefined` for anything else. `isCut`: the last character may be incomplete. */
const textOf = (bytes: Uint8Array, isCut: boolean): string | undefined => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
    return CONTROL.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

const SIGNATURE = /v1,[A-Za-z0-9+/]{43}=/g

/** The store's answer may echo secrets of the request. */
const withoutSecrets = (text: string, { secrets = [] }: StoreCall): string =>
  secrets
    .filter((secret) => secret.length >= 6)
    .reduce((masked, secret) => masked.replaceAll(secret, '[secret]'), maskSecrets(text))
    .replace(SIGNATURE, '[signature]')

/** Leaves out the login, and the values of the query, which may be a key. */
const shownAddress = (url: string): string => {
  if (!URL.canParse(url)) return ''
  const { origin, pathname, searchParams } = new URL(url)
  const names = [...new Set(searchParams.keys())]
  const query = names.map((name) => `${encodeURIComponent(name)}=…`).join('&')
  return maskSecrets(`${origin}${pathname}${query ? `?${query}` : ''}`).slice(0, MOST_ADDRESS)
}
