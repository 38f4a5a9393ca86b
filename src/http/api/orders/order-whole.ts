import { z } from 'zod'
import { alertsOfOrder } from '../../../db/alerts/alerts-of-stores.ts'
import type { DbQuery, OrderRow, StoreRow } from '../../../db/db.ts'
import { eventsByMessageIds } from '../../../db/events/events-of-stores.ts'
import { mailsOfOrder } from '../../../db/mails/customer-mails.ts'
import { timelineOf } from '../../../db/orders/timeline.ts'
import { latestDeclines } from '../../../db/payments/declines.ts'
import { cardsOfPayments } from '../../../db/payments/known-cards.ts'
import { paymentsOfOrder } from '../../../db/payments/payments.ts'
import { refundsOfOrder } from '../../../db/payments/refunds.ts'
import { MAIL_KINDS } from '../../../db/tables/customer-mails.ts'
import { tasksOfOrder } from '../../../db/tasks/task-history.ts'
import type { Language } from '../../../locales/language.ts'
import { mailableKinds } from '../../../payments/mails/rules/mailable-kinds.ts'
import { DELIVERY_KINDS } from '../../../payments/notifications/notifications.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { viewsOfAlerts } from '../alerts/alert-view.ts'
import { alertView } from '../checkouts/schemas.ts'
import { eventOfStore, viewsOfEventsOfStores } from '../events/event-view.ts'
import { notificationView, viewsOfNotifications } from '../notifications/notification-view.ts'
import { customerMail, viewOfMail } from './customer-mails.ts'
import { orderOfStore, viewOfOrderOfStore } from './order-of-store.ts'
import { timelineLine, viewsOfTimeline } from './timeline.ts'
import {
  paymentOfStore,
  refundOfStore,
  viewsOfPaymentsOfStores,
  viewsOfRefundsOfStores,
} from './views-of-stores.ts'

export const wholeOrder = z
  .object({
    order: orderOfStore,
    payments: z.array(paymentOfStore).meta({ description: 'All attempts, oldest first.' }),
    refunds: z.array(refundOfStore),
    timeline: z
      .array(
        timelineLine.extend({
          event: eventOfStore.nullable().meta({
            description:
              'Webhook behind the entry, with its masked body; `null` without one, or after its retention.',
          }),
        }),
      )
      .meta({ description: 'Events of the order, oldest first.' }),
    mails: z.array(customerMail).meta({ description: 'E-mails to the customer, newest first.' }),
    mail_kinds: z.array(z.enum(MAIL_KINDS)).meta({
      description: 'Kinds of e-mail that Puente can send now; empty without a mail server.',
    }),
    notifications: z
      .array(notificationView)
      .meta({ description: 'Notifications of the order, newest first.' }),
    alerts: z
      .array(alertView)
      .meta({ description: 'Open and closed alerts of the order, newest first.' }),
    receipt_path: z.string().nullable().meta({
      description: "Path of the gateway's receipt in this API; `null` without a charge.",
    }),
    gateway_portal_url: z.string().nullable().meta({
      description: "Address of the gateway's portal; `null` if unknown.",
    }),
  })
  .meta({ id: 'WholeOrder' })

/** Reads an order with all its records. `query` runs in a snapshot transaction. */
export const readWholeOrder = async (
  ctx: PaymentsContext,
  query: DbQuery,
  { order, store, language }: { order: OrderRow; store: StoreRow; language: Language },
): Promise<z.input<typeof wholeOrder>> => {
  const reading = { ...ctx, db: { ...ctx.db, query } }
  const payments = await paymentsOfOrder(query, order.id)
  const entries = await timelineOf(query, order.id)
  const messageIds = entries.flatMap(({ details: { event } }) =>
    typeof event === 'string' ? [event] : [],
  )
  const events = await eventsByMessageIds(query, { storeId: store.id, messageIds })
  const views = await viewsOfEventsOfStores({ ctx: reading }, events)
  const eventById = new Map(views.map((event) => [event.message_id, event]))
  const tasks = await tasksOfOrder(query, { orderId: order.id, kinds: DELIVERY_KINDS })
  const alerts = await alertsOfOrder(query, order.id)
  const isCharged = payments.some(({ transaction_id: id, charge_id: charge }) => id ?? charge)
  return {
    order: viewOfOrderOfStore(ctx, order, {
      payments,
      cards: await cardsOfPayments(query, payments),
      lastDecline: (await latestDeclines(query, payments)).get(order.id),
    }),
    payments: await viewsOfPaymentsOfStores(query, payments),
    refunds: await viewsOfRefundsOfStores(reading, await refundsOfOrder(query, order.id)),
    timeline: viewsOfTimeline(entries, { payments, language }).map((line) => ({
      ...line,
      event: eventById.get(String(line.details.event)) ?? null,
    })),
    mails: (await mailsOfOrder(query, order.id)).map((mail) => viewOfMail(mail, order)),
    mail_kinds:
      ctx.mail.mailServer && !order.people_erased_at ? mailableKinds(order, payments) : [],
    notifications: await viewsOfNotifications({ ctx: reading }, tasks),
    alerts: await viewsOfAlerts({ ctx: reading, reader: language }, alerts, { hasButtons: true }),
    gateway_portal_url: ctx.gatewayPortalUrl ?? null,
    receipt_path: isCharged ? `/operator/v1/orders/${order.id}/receipt` : null,
  }
}
