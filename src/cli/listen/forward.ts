import type { FeedEntryView } from '../../http/api/notifications/feed-schemas.ts'
import { UNRESTRICTED_CONNECTIONS } from '../../runtime/net/connections.ts'
import { postPooled } from '../../runtime/net/outgoing-post.ts'
import { failureText, signedPost, signingKey } from '../../runtime/net/signed-post.ts'

const ANSWERS_WITHIN_MS = 15_000

/**
 * Signs per Standard Webhooks 1.0; 2xx acknowledges the entry. `answer`: HTTP status or connection
 * error.
 */
export const forward = async (
  { id, source, type, body }: FeedEntryView,
  { forwardTo, secret }: { forwardTo: string; secret: string },
) => {
  const signed = signedPost({
    keys: [signingKey(secret)],
    id,
    now: new Date(),
    body,
    timeoutMs: ANSWERS_WITHIN_MS,
  })
  const headers = { ...signed.headers, 'puente-source': source, 'puente-type': type ?? '' }
  try {
    const { status } = await postPooled(forwardTo, { ...signed, headers }, UNRESTRICTED_CONNECTIONS)
    return { isAcknowledged: status >= 200 && status < 300, answer: String(status) }
  } catch (error) {
    return { isAcknowledged: false, answer: failureText(error) }
  }
}
