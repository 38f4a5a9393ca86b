import type { Contender, RunningService } from '../contenders/contender.ts'
import type { BenchServer } from '../contenders/installation.ts'
import { approvalsOf, deliveriesTo, type Paid, payOrders } from '../load/pay-orders.ts'
import type { Shop } from '../load/shop.ts'
import { requireBalance } from './balance.ts'
import type { Extent } from './extent.ts'
import { say } from './progress.ts'
import { type Turn, takeTurn } from './turn.ts'

/** Keeps a slow contender's turn within seconds. */
const SLOW_PER_SECOND = 700
const SLOW_SECONDS = 15

/** Measures a load of approvals. Rejects if it does not balance. */
export const payingTurn = async (
  server: BenchServer,
  contender: Contender,
  { extent, shop }: { extent: Extent; shop?: Shop | undefined },
): Promise<Turn<Paid>> => {
  let events = shop ? extent.notifiedEvents : extent.events
  shop?.forget()
  const ready = async (service: RunningService, count: number) => {
    const numbers = await contender.prepare(count)
    const requests = deliveriesTo(contender, approvalsOf(numbers))
    const load = { numbers, shop, requests }
    return { load, run: () => payOrders(contender, service, load) }
  }
  let measured: Awaited<ReturnType<typeof ready>>['load'] | undefined
  let notifiedBefore = 0
  const turn = await takeTurn(server, {
    observer: contender.observer,
    start: contender.start,
    warmUp: async (service) => {
      const { run } = await ready(service, extent.warmUpEvents)
      const { units, appliedPerSecond, notifiedPerSecond = appliedPerSecond } = await run()
      const isSlow = notifiedPerSecond < SLOW_PER_SECOND
      if (isSlow) events = Math.min(events, Math.round(notifiedPerSecond * SLOW_SECONDS))
      return units
    },
    prepare: async (service) => {
      const { load, run } = await ready(service, events)
      measured = load
      notifiedBefore = shop?.notified() ?? 0
      return async () => {
        const paid = await run()
        say(`${contender.name}: ${Math.round(paid.appliedPerSecond)} orders paid a second`)
        return paid
      }
    },
  })
  const notified = shop && shop.notified() - notifiedBefore
  if (measured) await requireBalance(contender, { ...measured, notified })
  return turn
}
