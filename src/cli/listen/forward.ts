import type { FeedEntryView } from '../../http/api/notifications/feed-schemas.ts'
import { errorCode } from '../../runtime/error-code.ts'
import { decodeEntities } from '../../runtime/http/page/html-text.ts'
import { UNRESTRICTED_CONNECTIONS } from '../../runtime/net/connections.ts'
import { postPooled } from '../../runtime/net/outgoing-post.ts'
import { failureText, signedPost, signingKey } from '../../runtime/net/signed-post.ts'
import { oneLine } from '../../runtime/text/printable.ts'

const ANSWERS_WITHIN_MS = 15_000

/** Bytes of a refusal that `listen` reads. */
const MOST_REASON_BYTES = 1_000

/**
 * `refused`: the target answered other than 2xx, broke the connection or did not answer in time.
 * `unreachable`: nothing accepted the connection.
 */
export interface Forwarded {
  outcome: 'acknowledged' | 'refused' | 'unreachable'
  /** HTTP status, with the first words of a refusal, or a connection error. */
  answer: string
}

/** Posts an entry, signed per Standard Webhooks 1.0. */
export const forward = async (
  { id, source, type, body }: FeedEntryView,
  { forwardTo, secret }: { forwardTo: string; secret: string },
): Promise<Forwarded> => {
  const signed = signedPost({
    keys: [signingKey(secret)],
    id,
    now: new Date(),
    body,
    timeoutMs: ANSWERS_WITHIN_MS,
  })
  const headers = { ...signed.headers, 'puente-source': source, 'puente-type': type ?? '' }
  try {
    const post = { ...signed, headers, keptBytes: MOST_REASON_BYTES }
    const { status, head } = await postPooled(forwardTo, post, UNRESTRICTED_CONNECTIONS)
    if (status >= 200 && status < 300) return { outcome: 'acknowledged', answer: String(status) }
    return { outcome: 'refused', answer: `${status} ${firstWordsOf(head.toString())}`.trim() }
  } catch (error) {
    const isUnreachable = UNREACHABLE.has(errorCode(error) ?? '')
    return { outcome: isUnreachable ? 'unreachable' : 'refused', answer: failureText(error) }
  }
}

const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])

const MOST_CHARACTERS = 120

/** Drops the markup of a framework's error page. */
const firstWordsOf = (body: string): string => {
  const text = body
    .replace(/<(head|style|script)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replace(/<[^>]*(?:>|$)/g, ' ')
  return oneLine(decodeEntities(text), MOST_CHARACTERS)
}
