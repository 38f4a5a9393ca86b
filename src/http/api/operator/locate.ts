import { findAlert } from '../../../db/alerts/alerts-of-stores.ts'
import { storeOfEvent } from '../../../db/events/event-list.ts'
import { ordersByIds } from '../../../db/orders/orders.ts'
import { findPayment } from '../../../db/payments/payments.ts'
import { findRefund } from '../../../db/payments/refunds.ts'
import { findRun } from '../../../db/reconciliation/reconciliations.ts'
import { getApiKey } from '../../../db/stores/api-keys.ts'
import { findTask } from '../../../db/tasks/task-history.ts'
import { OrderId, PaymentId, RefundId, StoreId } from '../../../domain/ids.ts'
import { alertIdOf, eventSeqOf, NO_ROW, taskIdOf } from '../../../domain/public-ids.ts'
import type { Locate, Located } from '../route.ts'

export const NOWHERE: Located = { storeId: undefined, id: '' }

const inStoreOf = (row: { store_id: StoreId } | undefined, id: string): Located =>
  row ? { storeId: row.store_id, id } : NOWHERE

export const byOrder: Locate = async ({ ctx }, id) => {
  const order = (await ordersByIds(ctx.db.query, [OrderId.parse(id)])).get(id)
  return inStoreOf(order, order?.external_id ?? '')
}

export const byRefund: Locate = async (given, id) => {
  const refund = await findRefund(given.ctx.db.query, RefundId.parse(id))
  return refund ? { ...(await byOrder(given, refund.order_id)), refundId: refund.id } : NOWHERE
}

export const byTask: Locate = async ({ ctx: { db } }, id) =>
  inStoreOf(await findTask(db.query, { storeId: undefined, id: taskIdOf(id) ?? NO_ROW }), id)

export const byAlert: Locate = async ({ ctx }, id) =>
  inStoreOf(await findAlert(ctx.db.query, alertIdOf(id) ?? NO_ROW), id)

export const byEvent: Locate = async ({ ctx }, id) => ({
  storeId: await storeOfEvent(ctx.db.query, eventSeqOf(id) ?? NO_ROW),
  id,
})

export const byRun: Locate = async ({ ctx }, id) => inStoreOf(await findRun(ctx.db.query, id), id)

export const byStore: Locate = async (_, id) => ({ storeId: StoreId.parse(id), id })

/** Parses `gateway:tienda` or `store:tienda`. */
export const byCircuit: Locate = async (_, name) => {
  const [circuit = '', storeId] = name.split(/:(.*)/s)
  return { storeId: storeId === undefined ? undefined : StoreId.parse(storeId), id: circuit }
}

export const byPayment: Locate = async ({ ctx }, id) =>
  inStoreOf(await findPayment(ctx.db.query, PaymentId.parse(id)), id)

export const byKey: Locate = async ({ ctx }, id) => inStoreOf(await getApiKey(ctx.db.query, id), id)
