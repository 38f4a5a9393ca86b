import type { StoreRow } from '../../db/db.ts'
import { holdOrderOfPlatform } from '../../db/orders.ts'
import { addTask } from '../orders/change-held.ts'
import { writeHeld } from '../orders/held-order.ts'
import { importOrder } from '../orders/import-order.ts'
import { orderLog, type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import type { UnpaidOrder } from '../ports/storefront.ts'
import { taskToOfferPayLink } from '../ports/tasks/offer-pay-link.ts'
import { taskToReadPayBy } from '../ports/tasks/sync-store-order.ts'
import { mayImportOrder } from './find-store-of-order.ts'

/**
 * Imports an order found unpaid at its store and offers its durable pay link there. The gateway
 * gets no request until a customer opens the link. Skips known orders, read again when paid, and
 * orders of another store of the shop.
 */
export const takeUnpaidOrder = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { request, payBy }: UnpaidOrder,
): Promise<void> => {
  await ctx.db.hot.query.transaction().execute(async (trx) => {
    const { externalId } = request
    await holdOrderOfPlatform(trx, { platform: store.platform, externalId })
    if (!(await mayImportOrder(ctx, trx, { store, externalId }))) return
    const held = await importOrder(trx, ctx, { store, request })
    const { order, isNew, now } = held
    if (!isNew) return
    orderLog(ctx.log, order).info({ externalId, number: order.number }, 'order found at its store')
    addTask(held, taskToOfferPayLink(order, { now }))
    if (payBy) addTask(held, taskToReadPayBy(order, { payBy, now }))
    await writeHeld(trx, held)
  })
  ctx.signals.send(WORK_SIGNAL)
}
