import type { OrderRow, PaymentRow, RefundRow } from '../../db/db.ts'
import { ordersByIds } from '../../db/orders/orders.ts'
import { paymentsOfOrders } from '../../db/payments/payments.ts'
import { refundsOfOrders } from '../../db/payments/refunds.ts'
import {
  type GivenUpTask,
  givenUpTasksOfOrders,
  skipDeadTask,
} from '../../db/tasks/given-up-tasks.ts'
import { isOrderOpen } from '../../domain/order-status.ts'
import { isUpToDate } from '../notifications/notify-storefront.ts'
import { isOpenCharge } from '../orders/rules/charges/open-attempts.ts'
import { isHeldBack } from '../orders/rules/held-back.ts'
import { isOver } from '../orders/rules/refunds/refund-states.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { notifyStorefrontKind } from '../ports/tasks/notification-tasks.ts'
import {
  carryOutRefundKind,
  endTimeToPayKind,
  expireApprovalKind,
  findOutChargeKind,
  findOutCreationKind,
  pollPaymentKind,
} from '../ports/tasks/payment-tasks.ts'
import { offerPayLinkKind } from '../ports/tasks/store-tasks.ts'
import { closeAlertOfDeadTask } from './report-dead-task.ts'

interface FactsOfOrder {
  order: OrderRow | undefined
  payments: readonly PaymentRow[]
  refunds: readonly RefundRow[]
}

/** Ends given-up tasks that their orders no longer need, and closes the alerts. */
export const endMootTasks = async (ctx: PaymentsContext): Promise<void> => {
  const { query } = ctx.db
  const tasks = await givenUpTasksOfOrders(query)
  if (tasks.length === 0) return
  const ids = [...new Set(tasks.map(({ order_id }) => order_id))]
  const orders = await ordersByIds(query, ids)
  const payments = await paymentsOfOrders(query, ids)
  const refunds = await refundsOfOrders(query, ids)
  const factsOf = ({ order_id: id }: GivenUpTask): FactsOfOrder => ({
    order: orders.get(id),
    payments: payments.get(id) ?? [],
    refunds: refunds.get(id) ?? [],
  })
  const now = ctx.clock.now()
  for (const task of tasks.filter((each) => isMoot(each, factsOf(each)))) {
    await query.transaction().execute(async (trx) => {
      if (await skipDeadTask(trx, task.id)) await closeAlertOfDeadTask(trx, { task, now })
    })
  }
}

const isMoot = (task: GivenUpTask, { order, payments, refunds }: FactsOfOrder): boolean => {
  if (task.is_repeated) return true
  const payment = payments.find(({ id }) => id === task.payload.paymentId)
  const refund = refunds.find(({ id }) => id === task.payload.refundId)
  switch (task.kind) {
    case pollPaymentKind.kind:
      return payment !== undefined && isKnownSince(payment, task.ended_at)
    case findOutCreationKind.kind:
      return payment !== undefined && payment.state !== 'intended'
    case findOutChargeKind.kind:
      return payment !== undefined && !isOpenCharge(payment)
    case carryOutRefundKind.kind:
    case expireApprovalKind.kind:
      return refund !== undefined && isOver(refund)
    case endTimeToPayKind.kind:
    case offerPayLinkKind.kind:
      return order !== undefined && !isOrderOpen(order)
    case notifyStorefrontKind.kind: {
      const notification = notifyStorefrontKind.payload.safeParse(task.payload)
      if (task.is_notified || !order || !notification.success) return task.is_notified
      return !isUpToDate({ ...notification.data, order })
    }
    default:
      return false
  }
}

const UNDECIDED: ReadonlySet<string> = new Set(['intended', 'pending', 'authenticating'])

/** The poll may be about a charge, so an earlier end of the payment proves nothing. */
const isKnownSince = (payment: PaymentRow, since: Date | null): boolean =>
  !UNDECIDED.has(payment.state) &&
  !isHeldBack(payment) &&
  since !== null &&
  payment.updated_at > since
