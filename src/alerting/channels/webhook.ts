import { SECOND, systemClock } from '../../runtime/clock.ts'
import type { Connections } from '../../runtime/net/connections.ts'
import { signedPost, signingKey } from '../../runtime/net/signed-post.ts'
import type { AlertChannel } from './channel.ts'
import { postAlert } from './post-alert.ts'

const TIMEOUT_MS = 15 * SECOND

/** Signs per Standard Webhooks 1.0; retries keep the `webhook-id`. */
export const webhookChannel = (
  { url, secret }: { url: string; secret: string },
  connections: Connections,
): AlertChannel => {
  const keys = [signingKey(secret)]
  return {
    name: 'webhook',
    receiver: new URL(url).host,
    send: ({ id, type, at, data }) => {
      // Real time, as on the receiver's clock.
      const now = systemClock.now()
      const body = JSON.stringify({ type, timestamp: at, data })
      return postAlert(url, {
        ...signedPost({ keys, id, now, body, timeoutMs: TIMEOUT_MS }),
        connections,
        cure: 'See that the address is that of the receiver, and that it checks signatures with the secret that is set here.',
      })
    },
  }
}
