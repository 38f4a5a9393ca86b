import type { StoreRow } from '../../db/db.ts'
import { addToTimeline } from '../../db/orders/timeline.ts'
import { ordersOfPerson } from '../../db/privacy/people-of-orders.ts'
import { notePrivacyRequest } from '../../db/privacy/privacy-requests.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { messagesOfPlatform, type NamedCustomer, tracesOf } from './customer.ts'
import { erasePeople } from './erase-people.ts'
import { exportPerson } from './export-person.ts'
import { MOST_ORDERS } from './traces.ts'

interface CustomerRequest {
  store: StoreRow
  customer: NamedCustomer
  /** Who asked: `api`, `dashboard` or `command_line`. */
  source: string
}

type ErasureOfCustomer = { outcome: 'erased'; orders: number } | { outcome: 'later' }

/** Number of the customer's orders that hold any personal data, for a preview. */
export const countOrdersOfCustomer = async (
  { db }: PaymentsContext,
  { store, customer }: Pick<CustomerRequest, 'store' | 'customer'>,
): Promise<number> => {
  const traces = tracesOf(customer)
  const page = { storeIds: [store.id], traces, limit: MOST_ORDERS }
  const orders = await ordersOfPerson(db.long.query, page)
  return orders.length
}

/** Exports a customer of a store; each order's timeline and a record note it. */
export const exportCustomer = async (
  ctx: PaymentsContext,
  { store, customer, source }: CustomerRequest,
) => {
  const { db, platforms, clock } = ctx
  const person = tracesOf(customer)
  const storeIds = [store.id]
  const messages = messagesOfPlatform(platforms, store)
  const exported = await exportPerson(ctx, { storeIds, person, messages })
  const orders = exported.orders.length
  const request = await record(ctx, { store, source, topic: 'export', outcome: 'exported', orders })
  const found = await ordersOfPerson(db.long.query, {
    storeIds,
    traces: person,
    limit: MOST_ORDERS,
  })
  await addToTimeline(
    db.query,
    found.map(({ id }) => ({
      at: clock.now(),
      order_id: id,
      kind: 'personal_data_requested' as const,
      details: { request },
    })),
  )
  return exported
}

/** Erases a customer of a store. A repetition finds nothing more. */
export const eraseCustomer = async (
  ctx: PaymentsContext,
  { store, customer, source }: CustomerRequest,
): Promise<ErasureOfCustomer> => {
  const erased = await erasePeople(ctx, {
    storeIds: [store.id],
    person: { ...tracesOf(customer), customerId: customer.id },
    reason: source,
    messages: messagesOfPlatform(ctx.platforms, store),
  })
  const { outcome } = erased
  const orders = erased.outcome === 'erased' ? erased.orders : 0
  await record(ctx, { store, source, topic: 'erase', outcome, orders })
  return erased
}

/** Records a request without the person. Returns its random id. */
const record = async (
  { db, ids, clock }: PaymentsContext,
  said: { store: StoreRow; source: string; topic: string; outcome: string; orders: number },
): Promise<string> => {
  const { store, ...request } = said
  const message_id = ids.secret(12)
  const now = clock.now()
  const times = { received_at: now, handled_at: now }
  await notePrivacyRequest(db.query, { ...request, message_id, store_id: store.id, ...times })
  return message_id
}
