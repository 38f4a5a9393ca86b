import { setTimeout as sleep } from 'node:timers/promises'
import type { Contender } from '../contenders/contender.ts'
import { copyRows } from './copy-rows.ts'
import { deliveriesTo, payOrders } from './pay-orders.ts'
import { insertPendingOrders } from './pending-orders.ts'
import type { Shop } from './shop.ts'

const FIRST_COPY = 800_000_001
/** What Puente writes after the last answer. */
const AFTERWARDS_MS = 1_000

/**
 * Fills a database with so many orders of a store that are paid, and of which its shop was notified, if it
 * has one: Puente itself does so with one, and all that it wrote is copied. `template` is the number of that one, of nine
 * digits, and of no other store's.
 */
export const fillDatabase = async (
  contender: Contender,
  {
    store,
    template,
    shop,
    orders,
  }: { store: string; template: number; shop?: Shop; orders: number },
): Promise<void> => {
  const { observer } = contender
  const numbers = { from: template, to: template }
  await insertPendingOrders(observer, { store, ...numbers })
  // The number stands in whatever has to be another in each row.
  const token = `UPDATE orders SET pay_token = $1 || '-token-' || external_id
    WHERE store_id = $1 AND external_id = $2`
  await observer.query(token, [store, String(template)])
  const eventId = `e0000000-0000-4000-8000-000${template}`
  const event = { id: template, reference: String(template), eventId }
  const service = await contender.start()
  try {
    const requests = deliveriesTo(contender, [event])
    await payOrders(contender, service, { numbers, shop, requests })
    await sleep(AFTERWARDS_MS)
  } finally {
    await service.stop()
  }
  const copies = { from: FIRST_COPY, to: FIRST_COPY + orders - 1 }
  await copyRows(observer, { number: template, ...copies })
}
