import { setTimeout as sleep } from 'node:timers/promises'
import { signedDelivery } from '../../../bench/load/signed-deliveries.ts'
import { errorCode } from '../../../src/runtime/error-code.ts'
import { within } from '../../../src/runtime/within.ts'
import { deliver } from '../../support/gateway-events.ts'
import { WEBHOOK_SECRET } from '../../support/world.ts'

/** An event that pays one order, and what became of it. Times in ms since the epoch. */
export interface Sent {
  order: number
  eventId: string
  sentAt: number
  /** Of the first try; 0: no answer. */
  firstStatus: number | undefined
  isAcknowledged: boolean
}

/** So long the gateway waits for an answer (`gateway-api.md` 6.5). */
const ANSWER_MS = 15_000
/** The gateway waits longer between two tries: here they are to come while all is watched. */
const BETWEEN_TRIES_MS = 1_000

/**
 * Delivers the events of the orders 1 to `orders`, `rate` of them a second until there are `enough`, and
 * each again until it is taken, to the addresses in turn: who refuses a connection is passed over, as a load balancer does.
 * Resolves when all is taken, or `patience` says that it never will be.
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
    firstStatus: undefined,
    isAcknowledged: false,
  }
  sent.push(state)
  while (!state.isAcknowledged && !patience.aborted) {
    const status = await tryOnce(urls, { first: order, body })
    state.firstStatus ??= status
    state.isAcknowledged = status === 200
    if (!state.isAcknowledged) await sleep(BETWEEN_TRIES_MS)
  }
}

const tryOnce = async (
  urls: readonly string[],
  { first, body }: { first: number; body: string },
): Promise<number> => {
  for (let n = 0; n < urls.length; n++) {
    const url = urls[(first + n) % urls.length] ?? ''
    const answering = within(ANSWER_MS, async () => {
      const answer = await deliver(url, { body })
      await answer.arrayBuffer()
      return answer.status
    })
    const status = await answering.catch((error) => (isRefused(error) ? undefined : 0))
    if (status !== undefined) return status
  }
  return 0
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && errorCode(error.cause) === 'ECONNREFUSED'
