import { findAlert } from '../../../db/alerts/alerts-of-stores.ts'
import type {
  AlertRow,
  ApiKeyRow,
  OrderRow,
  PaymentLinkRow,
  PaymentRow,
  RefundRow,
} from '../../../db/db.ts'
import { findEndpoint, type NotificationEndpointRow } from '../../../db/endpoints/endpoints.ts'
import { storeOfEvent } from '../../../db/events/event-list.ts'
import { findPaymentLink } from '../../../db/links/payment-links.ts'
import { getOrder, ordersByIds } from '../../../db/orders/orders.ts'
import { findPayment } from '../../../db/payments/payments.ts'
import { findRefund } from '../../../db/payments/refunds.ts'
import { findRun } from '../../../db/reconciliation/reconciliations.ts'
import { getApiKey } from '../../../db/stores/api-keys.ts'
import type { TaskRow } from '../../../db/tasks/outbox.ts'
import { findTask } from '../../../db/tasks/task-history.ts'
import {
  EndpointId,
  OrderId,
  PaymentId,
  PaymentLinkId,
  RefundId,
  StoreId,
} from '../../../domain/ids.ts'
import { alertIdOf, eventSeqOf, NO_ROW, taskIdOf } from '../../../domain/public-ids.ts'
import type { Locate, Located } from '../route.ts'

const inStoreOf = <Row extends { store_id: StoreId }>(
  row: Row | undefined,
  id: string,
): Located<Row> | undefined => row && { storeId: row.store_id, id, row }

const inStore = (storeId: StoreId, id: string): Located => ({ storeId, id, row: undefined })

export const byOrder: Locate<OrderRow> = async ({ ctx }, id) => {
  const order = (await ordersByIds(ctx.db.query, [OrderId.parse(id)])).get(id)
  return inStoreOf(order, order?.external_id ?? '')
}

export const byRefund: Locate<RefundRow> = async ({ ctx: { db } }, id) => {
  const refund = await findRefund(db.query, RefundId.parse(id))
  if (!refund) return undefined
  const { external_id: orderId } = await getOrder(db.query, refund.order_id)
  return { storeId: refund.store_id, id: orderId, refundId: refund.id, row: refund }
}

export const byTask: Locate<TaskRow> = async ({ ctx: { db } }, id) =>
  inStoreOf(await findTask(db.query, { storeId: undefined, id: taskIdOf(id) ?? NO_ROW }), id)

export const byAlert: Locate<AlertRow> = async ({ ctx }, id) =>
  inStoreOf(await findAlert(ctx.db.query, alertIdOf(id) ?? NO_ROW), id)

export const byEvent: Locate = async ({ ctx }, id) => {
  const storeId = await storeOfEvent(ctx.db.query, eventSeqOf(id) ?? NO_ROW)
  return storeId && inStore(storeId, id)
}

export const byRun: Locate = async ({ ctx }, id) => inStoreOf(await findRun(ctx.db.query, id), id)

export const byStore: Locate = async (_, id) => inStore(StoreId.parse(id), id)

/** Parses `gateway:tienda` or `store:tienda`. */
export const byCircuit: Locate = async (_, name) => {
  const [circuit = '', storeId] = name.split(/:(.*)/s)
  return storeId === undefined ? undefined : inStore(StoreId.parse(storeId), circuit)
}

export const byPayment: Locate<PaymentRow> = async ({ ctx }, id) =>
  inStoreOf(await findPayment(ctx.db.query, PaymentId.parse(id)), id)

export const byEndpoint: Locate<NotificationEndpointRow> = async ({ ctx }, id) =>
  inStoreOf(await findEndpoint(ctx.db.query, EndpointId.parse(id)), id)

export const byPaymentLink: Locate<PaymentLinkRow> = async ({ ctx }, id) =>
  inStoreOf(await findPaymentLink(ctx.db.query, PaymentLinkId.parse(id)), id)

export const byKey: Locate<ApiKeyRow> = async ({ ctx }, id) =>
  inStoreOf(await getApiKey(ctx.db.query, id), id)
