import { keysOfPerson, notesOfCustomers, notesOfKeys } from '../../db/customers/customer-notes.ts'
import type { CustomerMailRow, DbQuery, OrderRow } from '../../db/db.ts'
import { messagesOfPeople } from '../../db/events/events-of-people.ts'
import { mailsOfOrder, mailsToAddresses } from '../../db/mails/customer-mails.ts'
import { cardsOfPayments } from '../../db/payments/known-cards.ts'
import { paymentsOfOrders } from '../../db/payments/payments.ts'
import { refundsOfOrders } from '../../db/payments/refunds.ts'
import { findSaveCardRequest } from '../../db/payments/save-card-requests.ts'
import {
  attemptsOfOrder,
  notesOfOrder,
  ordersOfPerson,
  type PersonTraces,
} from '../../db/privacy/people-of-orders.ts'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import { formatMinor } from '../../domain/money.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { RunningPlatform } from '../ports/platform.ts'
import type { PlatformMessages } from '../ports/platform-messages.ts'
import { namesOfPerson } from './identifiers.ts'
import { MOST_ORDERS, messagesAbout } from './traces.ts'

const MOST_MESSAGES = 10_000

interface PersonOfStores {
  storeIds: readonly StoreId[]
  person: PersonTraces
  messages: PlatformMessages
}

/** Exports everything stored about a person: the columns that an erasure empties. */
export const exportPerson = async (ctx: PaymentsContext, request: PersonOfStores) => {
  const { storeIds, person: traces } = request
  const found = { storeIds, traces, limit: MOST_ORDERS }
  return exportOrders(ctx, await ordersOfPerson(ctx.db.long.query, found), request)
}

/** Exports a person whose orders are known. */
export const exportOrders = async (
  ctx: PaymentsContext,
  orders: readonly OrderRow[],
  { storeIds, person, messages }: PersonOfStores,
) => {
  const { clock } = ctx
  const { query } = ctx.db.long
  const about = messagesAbout({ storeIds, person, orders, messages })
  const orderIds = orders.map(({ id }) => id)
  const keys = await keysOfPerson(query, { storeIds, names: namesOfPerson(person) })
  const notes = [...(await notesOfCustomers(query, orderIds)), ...(await notesOfKeys(query, keys))]
  const isOfOthers = ({ order_id }: CustomerMailRow) => !orderIds.includes(order_id)
  const { emails } = person
  return {
    exported_at: clock.now().toISOString(),
    orders: await viewsOfOrders(ctx, orders),
    notes: notes.map(({ note, noted_at }) => ({ note, noted_at: noted_at.toISOString() })),
    mails_about_orders_of_others: (await mailsToAddresses(query, { storeIds, emails }))
      .filter(isOfOthers)
      .map(viewOfMail),
    messages: (await messagesOfPeople(query, about, MOST_MESSAGES)).map(
      ({ source, topic, received_at, body }) => ({
        source,
        topic,
        received_at: received_at.toISOString(),
        body: body.toString('utf8'),
      }),
    ),
  }
}

/** Everything stored about orders, one at a time: an export must not occupy all connections. */
export const viewsOfOrders = async (
  { db, platforms }: Pick<PaymentsContext, 'db' | 'platforms'>,
  orders: readonly OrderRow[],
) => {
  const { query } = db.long
  const orderIds = orders.map(({ id }) => id)
  const payments = await paymentsOfOrders(query, orderIds)
  const refunds = await refundsOfOrders(query, orderIds)
  const cards = await cardsOfPayments(query, [...payments.values()].flat())
  return Array.fromAsync(orders, async (order) => ({
    id: order.external_id,
    number: order.number,
    placed_at: order.created_at.toISOString(),
    status: order.status,
    amount: formatMinor(order.amount_minor, order.currency),
    currency: order.currency,
    description: order.description,
    customer: order.customer,
    metadata: order.metadata,
    success_url: order.success_url,
    cancel_url: order.cancel_url,
    last_payment_error: order.last_payment_error,
    payments: (payments.get(order.id) ?? []).map((payment) => ({
      state: payment.state,
      mode: payment.mode,
      amount: formatMinor(payment.amount_minor, payment.currency),
      transaction_id: payment.transaction_id,
      paid_at: payment.paid_at?.toISOString() ?? null,
      card: cards.get(payment.id) ?? null,
      asked_of_gateway: payment.request,
      pending_update: payment.pending_update,
      decline: payment.decline,
    })),
    refunds: (refunds.get(order.id) ?? []).map((refund) => ({
      kind: refund.kind,
      amount: formatMinor(refund.amount_minor, refund.currency),
      state: refund.state,
      reason: refund.reason,
      rejected_because: refund.approval?.why ?? null,
      refusal: refund.refusal,
    })),
    notes: await notesOfOrder(query, order.id),
    mails: (await mailsOfOrder(query, order.id)).map(viewOfMail),
    notified: (await attemptsOfOrder(query, order.id)).map(({ at, calls }) => ({
      at: at.toISOString(),
      calls,
    })),
    ...(await ofPlatforms(platforms, query, order.id)),
    customer_id: (await findSaveCardRequest(query, order.id))?.external_customer_id ?? null,
  }))
}

const viewOfMail = ({ kind, state, to_address, detail, sent_at }: CustomerMailRow) => ({
  kind,
  state,
  to: to_address,
  detail,
  sent_at: sent_at?.toISOString() ?? null,
})

const ofPlatforms = async (
  platforms: readonly RunningPlatform[],
  query: DbQuery,
  orderId: OrderId,
): Promise<Record<string, unknown>> => {
  const kept = platforms.map(({ adapter }) => adapter.personalData?.ofOrder(query, orderId))
  return Object.assign({}, ...(await Promise.all(kept)))
}
