import { setTimeout as sleep } from 'node:timers/promises'
import { signedDelivery } from '../../../bench/load/signed-deliveries.ts'
import { errorCode } from '../../../src/runtime/error-code.ts'
import { within } from '../../../src/runtime/queue/within.ts'
import { deliver } from '../../support/gateway-events.ts'
import { WEBHOOK_SECRET } from '../../support/world.ts'

export interface Answer {
  url: string
  /** 0 if no response came. */
  status: number
}

/** Times are ms since the epoch. */
export interface Sent {
  order: number
  eventId: string
  sentAt: number
  /** Of the first try. */
  first?: Answer
  /** Time to the acknowledgement, retries included. */
  acknowledgedAfterMs?: number
  isAcknowledged: boolean
}

/** The gateway's timeout (6.5). */
const ANSWER_MS = 15_000
/** Far below the gateway's retry interval, so retries fall into the trial. */
const BETWEEN_TRIES_MS = 1_000

/**
 * Delivers `rate` events per second round-robin over `urls`. Skips a URL that refuses connections,
 * like a load balancer, and retries each event until a 200 or until `patience` aborts.
 */
export const deliverSteadily = async (
  urls: readonly string[],
  {
    orders,
    rate,
    sent,
    enough,
    patience,
  }: { orders: number; rate: number; sent: Sent[]; enough: AbortSignal; patience: AbortSignal },
): Promise<void> => {
  const startedAt = Date.now()
  const deliveries: Promise<void>[] = []
  for (let order = 1; order <= orders && !enough.aborted; order++) {
    await sleep(Math.max(0, startedAt + (order * 1_000) / rate - Date.now()))
    deliveries.push(insist(urls, order, { sent, patience }))
  }
  await Promise.all(deliveries)
}

const insist = async (
  urls: readonly string[],
  order: number,
  { sent, patience }: { sent: Sent[]; patience: AbortSignal },
): Promise<void> => {
  const { eventId, body } = signedDelivery(WEBHOOK_SECRET, { id: order, reference: `${order}` })
  const state: Sent = {
    order,
    eventId,
    sentAt: Date.now(),
    isAcknowledged: false,
  }
  sent.push(state)
  while (!state.isAcknowledged && !patience.aborted) {
    const answer = await tryOnce(urls, { first: order, body })
    state.first ??= answer
    state.isAcknowledged = answer.status === 200
    if (state.isAcknowledged) state.acknowledgedAfterMs = Date.now() - state.sentAt
    else await sleep(BETWEEN_TRIES_MS)
  }
}

const tryOnce = async (
  urls: readonly string[],
  { first, body }: { first: number; body: string },
): Promise<Answer> => {
  for (let n = 0; n < urls.length; n++) {
    const url = urls[(first + n) % urls.length] ?? ''
    const answering = within(ANSWER_MS, async () => {
      const answer = await deliver(url, { body })
      await answer.arrayBuffer()
      return answer.status
    })
    const status = await answering.catch((error) => (isRefused(error) ? undefined : 0))
    if (status !== undefined) return { url, status }
  }
  return { url: urls.join(' '), status: 0 }
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && errorCode(error.cause) === 'ECONNREFUSED'
