import { findAlert } from '../../../db/alerts/alerts-of-stores.ts'
import { storeOfEvent } from '../../../db/events/events-of-stores.ts'
import { ordersByIds } from '../../../db/orders/orders.ts'
import { findPayment } from '../../../db/payments/payments.ts'
import { findRefund } from '../../../db/payments/refunds.ts'
import { findRun } from '../../../db/reconciliation/reconciliations.ts'
import { getApiKey } from '../../../db/stores/api-keys.ts'
import { findTask } from '../../../db/tasks/task-history.ts'
import { OrderId, PaymentId, RefundId, StoreId } from '../../../domain/ids.ts'
import { alertIdOf, eventSeqOf, taskIdOf } from '../../../domain/public-ids.ts'
import type { Locate, Located } from '../route.ts'

export const NOWHERE: Located = { storeId: undefined, id: '' }

export const byOrder: Locate = async ({ ctx }, id) => {
  const order = (await ordersByIds(ctx.db.query, [OrderId.parse(id)])).get(id)
  return order ? { storeId: order.store_id, id: order.external_id } : NOWHERE
}

export const byRefund: Locate = async (given, id) => {
  const refund = await findRefund(given.ctx.db.query, RefundId.parse(id))
  return refund ? { ...(await byOrder(given, refund.order_id)), refundId: refund.id } : NOWHERE
}

export const byTask: Locate = async ({ ctx }, name) => {
  const id = taskIdOf(name)
  const task =
    id === undefined ? undefined : await findTask(ctx.db.query, { storeId: undefined, id })
  return task ? { storeId: StoreId.parse(task.store_id), id: name } : NOWHERE
}

export const byAlert: Locate = async ({ ctx }, name) => {
  const id = alertIdOf(name)
  const alert = id === undefined ? undefined : await findAlert(ctx.db.query, id)
  return alert ? { storeId: alert.store_id, id: name } : NOWHERE
}

export const byEvent: Locate = async ({ ctx }, name) => {
  const seq = eventSeqOf(name)
  const storeId = seq === undefined ? undefined : await storeOfEvent(ctx.db.query, String(seq))
  return { storeId, id: name }
}

export const byRun: Locate = async ({ ctx }, id) => {
  const run = await findRun(ctx.db.query, id)
  return run ? { storeId: run.store_id, id } : NOWHERE
}

export const byStore: Locate = async (_, id) => ({ storeId: StoreId.parse(id), id })

/** Parses `gateway:tienda` or `store:tienda`. */
export const byCircuit: Locate = async (_, name) => {
  const [circuit = '', storeId] = name.split(/:(.*)/s)
  return { storeId: storeId === undefined ? undefined : StoreId.parse(storeId), id: circuit }
}

export const byPayment: Locate = async ({ ctx }, id) => {
  const payment = await findPayment(ctx.db.query, PaymentId.parse(id))
  return payment ? { storeId: payment.store_id, id } : NOWHERE
}

export const byKey: Locate = async ({ ctx }, id) => {
  const key = await getApiKey(ctx.db.query, id)
  return key ? { storeId: key.store_id, id } : NOWHERE
}
