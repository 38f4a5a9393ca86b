import { setTimeout as sleep } from 'node:timers/promises'
import type { Numbers } from '../contenders/contender.ts'
import { BENCH_SECRET } from '../contenders/installation.ts'
import { type Happened, signedDelivery } from './signed-deliveries.ts'

/**
 * Delivers one event per order at a fixed rate, regardless of responses. Resolves with send times
 * by order id.
 */
export const deliverSteadily = async (
  url: string,
  { from, to }: Numbers,
  perSecond: number,
): Promise<ReadonlyMap<string, number>> => {
  const sentAt = new Map<string, number>()
  const startedAt = performance.now()
  const deliveries: Promise<void>[] = []
  for (let id = from; id <= to; id++) {
    const dueAt = startedAt + ((id - from) * 1_000) / perSecond
    await sleep(Math.max(0, dueAt - performance.now()))
    const delivery = { id, reference: String(id) }
    sentAt.set(delivery.reference, performance.now())
    deliveries.push(deliver(url, delivery))
  }
  await Promise.all(deliveries)
  return sentAt
}

export const deliver = async (url: string, happened: Happened): Promise<void> => {
  const { headers, body } = signedDelivery(BENCH_SECRET, happened)
  const answer = await fetch(url, { method: 'POST', headers, body })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`A delivery was answered ${answer.status}`)
}
