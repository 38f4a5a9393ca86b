import type { StoreRow } from '../../db/db.ts'
import { noticesOfCustomer } from '../../db/privacy/cards-of-people.ts'
import { ordersOfPerson } from '../../db/privacy/people-of-orders.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { messagesOfPlatform, type NamedCustomer, tracesOf } from './customer.ts'
import { erasePeople } from './erase-people.ts'
import { exportOrders } from './export-person.ts'
import { noteExport, recordStoreRequest } from './privacy-records.ts'
import { MOST_ORDERS } from './traces.ts'

interface CustomerRequest {
  store: StoreRow
  customer: NamedCustomer
  /** Who asked: `api`, `dashboard` or `command_line`. */
  source: string
}

type ErasureOfCustomer = { outcome: 'erased'; orders: number } | { outcome: 'later' }

const ordersOfCustomer = (
  { db }: Pick<PaymentsContext, 'db'>,
  { store, customer }: Pick<CustomerRequest, 'store' | 'customer'>,
) =>
  ordersOfPerson(db.long.query, {
    storeIds: [store.id],
    traces: tracesOf(customer),
    limit: MOST_ORDERS,
  })

/** Counts the customer's orders, erased ones too, for a preview. */
export const countOrdersOfCustomer = async (
  ctx: PaymentsContext,
  named: Pick<CustomerRequest, 'store' | 'customer'>,
): Promise<number> => (await ordersOfCustomer(ctx, named)).length

/** Exports a customer of a store; each order's timeline and a record note it. */
export const exportCustomer = async (ctx: PaymentsContext, request: CustomerRequest) => {
  const { db, platforms, clock } = ctx
  const { store, customer } = request
  const found = await ordersOfCustomer(ctx, request)
  const exported = await exportOrders(ctx, found, {
    storeIds: [store.id],
    person: tracesOf(customer),
    messages: messagesOfPlatform(platforms, store),
  })
  const notices =
    customer.id === undefined
      ? []
      : await noticesOfCustomer(db.long.query, { storeId: store.id, customerId: customer.id })
  const saved_cards = notices.map(({ at, card, calls }) => ({ at: at.toISOString(), card, calls }))
  const done = { topic: 'export', outcome: 'exported', orders: found.length }
  const requestId = await record(ctx, request, done)
  const orderIds = found.map(({ id }) => id)
  await noteExport(db.query, { orderIds, request: requestId, now: clock.now() })
  return { ...exported, saved_cards }
}

/** Erases a customer of a store. A repetition finds nothing more. */
export const eraseCustomer = async (
  ctx: PaymentsContext,
  request: CustomerRequest,
): Promise<ErasureOfCustomer> => {
  const { store, customer, source } = request
  const erased = await erasePeople(ctx, {
    storeIds: [store.id],
    person: { ...tracesOf(customer), customerId: customer.id },
    reason: source,
    messages: messagesOfPlatform(ctx.platforms, store),
  })
  const { outcome } = erased
  const orders = erased.outcome === 'erased' ? erased.orders : 0
  await record(ctx, request, { topic: 'erase', outcome, orders })
  return erased
}

/** Returns the record's random id. */
const record = async (
  { db, ids, clock }: PaymentsContext,
  { store, source }: CustomerRequest,
  done: { topic: string; outcome: string; orders: number },
): Promise<string> => {
  const requestId = ids.secret(12)
  const about = { storeId: store.id, source, requestId, now: clock.now() }
  await recordStoreRequest(db.query, { ...about, ...done })
  return requestId
}
