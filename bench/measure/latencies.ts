import type { Contender, RunningService } from '../contenders/contender.ts'
import { deliverSteadily } from '../load/deliver-steadily.ts'
import type { Shop } from '../load/shop.ts'
import type { Extent } from './extent.ts'

export const PER_SECOND = 50
const WARM_UP_EVENTS = 100

/** In ms, from delivery to notification, at a steady rate. */
export const measureLatencies = async (
  contender: Contender,
  shop: Shop,
  { steadyEvents }: Extent,
): Promise<number[]> => {
  const numbers = await contender.prepare(WARM_UP_EVENTS + steadyEvents)
  const service = await contender.start()
  try {
    const latencies = await latenciesOf(service, { contender, shop, numbers })
    return latencies.slice(WARM_UP_EVENTS)
  } finally {
    await service.stop()
  }
}

const latenciesOf = async (
  { port }: RunningService,
  {
    contender: { path },
    shop,
    numbers,
  }: { contender: Contender; shop: Shop; numbers: { from: number; to: number } },
): Promise<number[]> => {
  const sentAt = await deliverSteadily(`http://127.0.0.1:${port}${path}`, numbers, PER_SECOND)
  const latencies: number[] = []
  for (const [order, sent] of sentAt) latencies.push((await shop.notifiedAt(order)) - sent)
  return latencies
}
