import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Contender,
  countOf,
  type Numbers,
  type RunningService,
} from '../contenders/contender.ts'
import { BENCH_SECRET } from '../contenders/installation.ts'
import { sendLoad, type WrittenRequest, writtenRequest } from './send-load.ts'
import type { Shop } from './shop.ts'
import { type Happened, signedDelivery } from './signed-deliveries.ts'

export const CONNECTIONS = 16
const MOST_MS = 180_000
const LOOK_MS = 40
/** Checked before counting all: events are applied roughly in order. */
const LAST = 16

export interface Paid {
  units: number
  acknowledgedPerSecond: number
  appliedPerSecond: number
  notifiedPerSecond?: number
}

export const deliveriesTo = (
  { path }: Pick<Contender, 'path'>,
  happened: readonly Happened[],
): WrittenRequest[] =>
  happened.map((each) => {
    const { eventId, headers, body } = signedDelivery(BENCH_SECRET, each)
    return writtenRequest({ tag: eventId, method: 'POST', path, headers, body })
  })

export const approvalsOf = ({ from, to }: Numbers): Happened[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    id: from + index,
    reference: String(from + index),
  }))

/** Rejects if an event is refused, or after three minutes. */
export const payOrders = async (
  contender: Contender,
  { port }: RunningService,
  {
    numbers,
    shop,
    requests,
  }: { numbers: Numbers; shop?: Shop | undefined; requests: readonly WrittenRequest[] },
): Promise<Paid> => {
  const units = countOf(numbers)
  const notifiedBefore = shop?.notified() ?? 0
  const startedAt = performance.now()
  const [acknowledgedPerSecond, appliedIn, notifiedIn] = await Promise.all([
    deliverAll(port, requests),
    secondsUntil(startedAt, () => areAllPaid(contender, numbers)),
    shop && secondsUntil(startedAt, async () => shop.notified() - notifiedBefore >= units),
  ])
  return {
    units,
    acknowledgedPerSecond,
    appliedPerSecond: units / appliedIn,
    ...(notifiedIn && { notifiedPerSecond: units / notifiedIn }),
  }
}

/** Resolves with acknowledgements per second. */
export const deliverAll = async (
  port: number,
  requests: readonly WrittenRequest[],
  { connections = CONNECTIONS } = {},
): Promise<number> => {
  const options = { connections, durationMs: MOST_MS, expectedStatus: 200 }
  const { requestsPerSecond, answered, refused } = await sendLoad({ port, requests, ...options })
  if (refused > 0) throw new Error(`${refused} events were refused`)
  if (answered.length < requests.length) throw new Error('not all events were answered in time')
  return requestsPerSecond
}

export const secondsUntil = async (
  startedAt: number,
  isSo: () => Promise<boolean>,
): Promise<number> => {
  while (!(await isSo())) {
    if (performance.now() - startedAt > MOST_MS) throw new Error('this takes too long')
    await sleep(LOOK_MS)
  }
  return (performance.now() - startedAt) / 1_000
}

export const areAllPaid = async (
  { countPaid }: Contender,
  { from, to }: Numbers,
): Promise<boolean> => {
  const last = { from: Math.max(from, to - LAST + 1), to }
  if ((await countPaid(last)) < countOf(last)) return false
  return (await countPaid({ from, to })) === countOf({ from, to })
}
