import type { Contender, Numbers } from '../contenders/contender.ts'
import { approvalsOf, CONNECTIONS, deliveriesTo } from '../load/pay-orders.ts'
import { sendSteadily } from '../load/send-steadily.ts'
import type { Shop } from '../load/shop.ts'
import type { Extent } from './extent.ts'

export const PER_SECOND = 50
const WARM_UP_EVENTS = 100

/** In ms, at a steady rate, after a warm-up. */
export const measureLatencies = async (
  contender: Contender,
  shop: Shop,
  { steadyEvents }: Extent,
): Promise<number[]> => {
  const numbers = await contender.prepare(WARM_UP_EVENTS + steadyEvents)
  const service = await contender.start()
  try {
    const steady = { port: service.port, shop, numbers, perSecond: PER_SECOND }
    const latencies = await paySteadily(contender, steady)
    return latencies.slice(WARM_UP_EVENTS)
  } finally {
    await service.stop()
  }
}

/** Resolves with ms from an event's due time to the shop's notification, by order number. */
export const paySteadily = async (
  contender: Pick<Contender, 'path'>,
  {
    port,
    shop,
    numbers,
    perSecond,
  }: { port: number; shop: Shop; numbers: Numbers; perSecond: number },
): Promise<number[]> => {
  const requests = deliveriesTo(contender, approvalsOf(numbers))
  const steady = { port, connections: CONNECTIONS, requests, perSecond, expectedStatus: 200 }
  const latencies: number[] = []
  for (const { index, dueAt } of await sendSteadily(steady)) {
    latencies[index] = (await shop.notifiedAt(String(numbers.from + index))) - dueAt
  }
  return latencies
}
