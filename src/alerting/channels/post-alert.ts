import type { Connections } from '../../runtime/net/connections.ts'
import { type OutgoingPost, postPooled } from '../../runtime/net/outgoing-post.ts'
import { NotPublic } from '../../runtime/net/public-address.ts'
import { readRetryAfterSeconds } from '../../runtime/net/retry-after.ts'
import { failureText } from '../../runtime/net/signed-post.ts'
import type { SendOutcome } from './channel.ts'

const ANOTHER_ADDRESS = 'Set another address for this channel (puente stores alerts).'

/** 2xx counts as sent; 408, 429 and 5xx are retryable. `cure`: advice after a failure. */
export const postAlert = async (
  url: string,
  { cure, connections, ...post }: OutgoingPost & { connections: Connections; cure: string },
): Promise<SendOutcome> => {
  try {
    const { status, retryAfter } = await postPooled(url, post, connections)
    if (status >= 200 && status < 300) return { outcome: 'sent', answer: `HTTP ${status}` }
    const mayPass = status >= 500 || status === 429 || status === 408
    const seconds = readRetryAfterSeconds(retryAfter ?? null)
    return {
      outcome: 'failed',
      retry: mayPass ? 'retry' : 'ask-a-person',
      detail: `HTTP ${status}`,
      cure: mayPass ? 'Wait, or ask whoever runs the receiver.' : cure,
      retryAfterMs: seconds && seconds * 1_000,
    }
  } catch (error) {
    if (error instanceof NotPublic) {
      const { message: detail } = error
      return { outcome: 'failed', retry: 'ask-a-person', detail, cure: ANOTHER_ADDRESS }
    }
    return { outcome: 'failed', retry: 'retry', detail: failureText(error), cure }
  }
}
