import { setTimeout as sleep } from 'node:timers/promises'
import type { Contender } from '../contenders/contender.ts'
import { copyRows } from './copy-rows.ts'
import { deliveriesTo, payOrders } from './pay-orders.ts'
import { insertPendingOrders } from './pending-orders.ts'
import type { Shop } from './shop.ts'

const FIRST_COPY = 800_000_001
/** Puente still writes after the last response. */
const AFTERWARDS_MS = 1_000

/**
 * Pays the order `template` and copies its rows. `template` has nine digits and is unique among
 * stores.
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
  // Unique columns must contain the number.
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
