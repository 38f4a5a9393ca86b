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
 * Takes an order that was found unpaid at its store, with its durable pay link, and has the link
 * offered there. The gateway is not called before a customer opens the link. One that is known
 * already stays as it is: it is read again when it is paid. One that is for another store of the same
 * shop is left to that store.
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
