import type { StoreRow } from '../../db/db.ts'
import { lockOrderIdOfPlatform } from '../../db/orders/orders.ts'
import { addTaskToChanges } from '../orders/change-held.ts'
import { writeHeld } from '../orders/held-order.ts'
import { importOrder } from '../orders/import-order.ts'
import { orderLog, type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import type { UnpaidOrder } from '../ports/storefront.ts'
import { newOfferPayLinkTask, newReadPayByTask } from '../ports/tasks/store-tasks.ts'
import { mayImportOrder } from './find-store-of-order.ts'

/**
 * Imports an order found unpaid at its store and offers its durable pay link there. The gateway
 * gets no request until a customer opens the link. Skips known orders, which each opening of the
 * link reads again, and orders of another store of the shop.
 */
export const importUnpaidOrder = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { request, payBy }: UnpaidOrder,
): Promise<void> => {
  await ctx.db.hot.query.transaction().execute(async (trx) => {
    const { externalId } = request
    await lockOrderIdOfPlatform(trx, { platform: store.platform, externalId })
    if (!(await mayImportOrder(ctx, trx, { store, externalId }))) return
    const held = await importOrder(trx, ctx, { store, request })
    const { order, isNew, now } = held
    if (!isNew) return
    orderLog(ctx.log, order).info({ externalId, number: order.number }, 'order found at its store')
    addTaskToChanges(held, newOfferPayLinkTask(order, { now }))
    if (payBy) addTaskToChanges(held, newReadPayByTask(order, { payBy, now }))
    await writeHeld(trx, held)
  })
  ctx.signals.send(WORK_SIGNAL)
}
