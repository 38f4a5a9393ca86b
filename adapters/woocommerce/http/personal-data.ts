import { z } from 'zod'
import type { OrderId } from '../../../src/domain/ids.ts'
import type { Language } from '../../../src/locales/language.ts'
import {
  type Core,
  defineRoute,
  findOrders,
  noteExport,
  recordStoreRequest,
  type Store,
} from '../../adapter.ts'
import { siteOf } from '../connect/connection.ts'
import { storesOfSite } from '../connect/site-identity.ts'
import { exportedFields } from '../orders/exported-fields.ts'
import { fingerprintOf } from '../orders/order.ts'
import { WOO_TEXTS } from '../texts.ts'

const namedOrder = z.strictObject({ id: z.int().positive(), order_key: z.string().min(1).max(200) })
const body = z.strictObject({ orders: z.array(namedOrder).min(1).max(50) })
type NamedOrder = z.output<typeof namedOrder>

const exported = z.object({
  orders: z.array(
    z.object({
      order_id: z.int(),
      data: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
})

/** Exports what Puente holds of orders, in words for the customer, in the reader's language. */
export const exportPersonalData = defineRoute({
  method: 'post',
  path: '/v1/woocommerce/personal-data/export',
  scope: 'admin',
  operationId: 'exportWooCommercePersonalData',
  tag: 'Orders',
  platform: 'woocommerce',
  summary: "Export the personal data of a customer's orders",
  body,
  answers: { 200: { description: 'The known orders; others are left out', schema: exported } },
  problems: { 422: 'A field is not valid' },
  handle: async ({ core, store, body: { orders: named }, reader }) => {
    const language = reader ?? store.locale
    const answer: z.input<typeof exported> = { orders: [] }
    const known = await ordersOfSite(core, store, named)
    for (const { store: one, orders } of known) {
      const person = { externalIds: [...orders.keys()], emails: [], phones: [] }
      const held = await core.exportPerson({ storeIds: [one.id], person, messages: MESSAGES })
      for (const order of held.orders) {
        answer.orders.push({
          order_id: Number(order.id),
          data: exportedFields(order, { store: one, language }),
        })
      }
      for (const event of held.messages) {
        const values = { at: event.received_at, body: event.body }
        answer.orders.push({ order_id: 0, data: eventFields(values, language) })
      }
    }
    const requestId = await record(core, store, {
      topic: 'export',
      outcome: 'exported',
      orders: countOf(known),
    })
    const orderIds = known.flatMap(({ orders }) => [...orders.values()])
    await noteExport(core.db.query, { orderIds, request: requestId, now: core.clock.now() })
    return { status: 200, body: answer, language }
  },
})

const erased = z.object({
  orders: z.array(
    z.object({
      order_id: z.int(),
      /** `later`: something is in flight; repeat the request in some minutes. */
      outcome: z.enum(['erased', 'later', 'unknown']),
    }),
  ),
  /** What stays at Puente and at the gateway, in the reader's language. */
  retained: z.string(),
})

/**
 * Erases people from orders. Amounts, states, times and the gateway's ids stay, for the books.
 * Idempotent.
 */
export const erasePersonalData = defineRoute({
  method: 'post',
  path: '/v1/woocommerce/personal-data/erase',
  scope: 'admin',
  operationId: 'eraseWooCommercePersonalData',
  tag: 'Orders',
  platform: 'woocommerce',
  summary: "Erase the customer's personal data from orders",
  body,
  answers: { 200: { description: 'What became of each order', schema: erased } },
  problems: { 422: 'A field is not valid' },
  handle: async ({ core, store, body: { orders: named }, reader }) => {
    const language = reader ?? store.locale
    const outcomes = new Map<number, 'erased' | 'later'>()
    const known = await ordersOfSite(core, store, named)
    for (const { store: one, orders } of known) {
      for (const [id, outcome] of await eraseOrders(core, one, [...orders.keys()])) {
        if (outcomes.get(Number(id)) !== 'later') outcomes.set(Number(id), outcome)
      }
    }
    const isLater = [...outcomes.values()].includes('later')
    await record(core, store, {
      topic: 'erase',
      outcome: isLater ? 'later' : 'erased',
      orders: countOf(known),
    })
    const answer: z.input<typeof erased> = {
      orders: named.map(({ id }) => ({ order_id: id, outcome: outcomes.get(id) ?? 'unknown' })),
      retained: WOO_TEXTS[language].personalData.retained,
    }
    return { status: 200, body: answer, language }
  },
})

/** Erases orders together; if one of them is in flight, each by itself, so that only that one waits. */
const eraseOrders = async (
  core: Core,
  store: Store,
  orderIds: readonly string[],
): Promise<Map<string, 'erased' | 'later'>> => {
  const { outcome } = await core.erasePeople({
    storeIds: [store.id],
    person: { externalIds: orderIds, emails: [], phones: [], customerId: undefined },
    reason: 'woocommerce',
    messages: MESSAGES,
  })
  const outcomes = new Map(orderIds.map((orderId) => [orderId, outcome]))
  if (outcome === 'erased' || orderIds.length === 1) return outcomes
  for (const orderId of orderIds) {
    const alone = await eraseOrders(core, store, [orderId])
    outcomes.set(orderId, alone.get(orderId) ?? outcome)
  }
  return outcomes
}

/** The shop's webhooks are hints without personal data; its order ids are counters. */
const MESSAGES = {
  source: 'woocommerce',
  requests: [],
  storeIds: [],
  areOrderIdsUnique: false,
} as const

interface OrdersOfStore {
  store: Store
  /** Puente's ids by the shop's. */
  orders: Map<string, OrderId>
}

/**
 * Finds orders in the test and live stores of the site. The order key rules out another customer's
 * order with the same id, from before the shop was restored or rebuilt.
 */
const ordersOfSite = async (
  { db }: Core,
  store: Store,
  named: readonly NamedOrder[],
): Promise<OrdersOfStore[]> => {
  const found: OrdersOfStore[] = []
  const keys = new Map(named.map(({ id, order_key }) => [String(id), fingerprintOf(order_key)]))
  const ids = [...keys.keys()]
  for (const one of await storesOfSite(db.query, siteOf(store).rest_url)) {
    const orders = new Map<string, OrderId>()
    for (const { id, external_id, fingerprint } of await findOrders(db.query, one.id, ids)) {
      if (fingerprint === keys.get(external_id)) orders.set(external_id, id)
    }
    if (orders.size > 0) found.push({ store: one, orders })
  }
  return found
}

const countOf = (found: readonly OrdersOfStore[]): number =>
  found.reduce((count, { orders }) => count + orders.size, 0)

const record = async (
  core: Core,
  store: Store,
  said: { topic: string; outcome: string; orders: number },
): Promise<string> => {
  const requestId = core.ids.secret(12)
  const now = core.clock.now()
  const request = { ...said, storeId: store.id, source: 'woocommerce', requestId, now }
  await recordStoreRequest(core.db.query, request)
  core.log.info({ store: store.id, ...said }, 'a store’s request about personal data')
  return requestId
}

const eventFields = ({ at, body: text }: { at: string; body: string }, language: Language) => {
  const { event, at: time } = WOO_TEXTS[language].personalData.fields
  return [
    { name: time, value: at },
    { name: event, value: text },
  ]
}
