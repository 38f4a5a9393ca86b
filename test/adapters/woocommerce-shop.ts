import { z } from 'zod'
import { woocommercePolicySchema } from '../../adapters/woocommerce/policy.ts'
import { type RestClient, restClient } from '../../adapters/woocommerce/rest/rest-client.ts'
import { woocommerceStorefront } from '../../adapters/woocommerce/storefront.ts'
import type { StoreId } from '../../src/domain/ids.ts'
import type { Storefront } from '../../src/payments/ports/storefront.ts'
import { type Clock, systemClock } from '../../src/runtime/clock.ts'
import { createIds } from '../../src/runtime/ids.ts'
import type { ConformingShop } from './storefront-conformance.ts'

export interface ShopAddress {
  restUrl: string
  consumerKey: string
  consumerSecret: string
  pairingSecret: string
  storeId: StoreId
  productId: number
  allowPrivateAddresses?: boolean
}

/** The plugin's, of a real shop that has it. */
const PAID_NOTE = /^Puente: .+ (?:paid with|pagados con) .*<a /

export interface SeenOrder {
  status: string
  transaction_id: string
  payment_method: string
  isPaid: boolean
  refunds: { id: number; amount: string; refundId: string | null }[]
  /** Those of Puente, latest first. */
  notes: string[]
  statusChanges: number
}

export interface WooShop extends ConformingShop {
  rest: RestClient
  storefrontWith(options: {
    policy?: z.input<typeof woocommercePolicySchema>
    timeoutMs?: number
    keys?: { consumerKey?: string; consumerSecret?: string }
    pairingSecret?: string
    clock?: Clock
    /** The saved card of each payment. */
    card?: { brand: string | null; last_four: string | null }
  }): Storefront
  placed(order?: Record<string, unknown>): Promise<string>
  change(id: string, changes: object): Promise<void>
  refundByHand(id: string, amount: string): Promise<number>
  trash(id: string): Promise<void>
  remove(id: string): Promise<void>
  look(id: string): Promise<SeenOrder>
}

const refund = z.object({
  id: z.number(),
  amount: z.string(),
  meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })),
})

export const wooShop = (address: ShopAddress): WooShop => {
  const connection = { timeoutMs: 30_000, allowPrivateAddresses: true, ...address }
  const rest = restClient(connection)

  const done = async <T>(call: ReturnType<RestClient['get']>): Promise<T> => {
    const outcome = await call
    if (outcome.outcome === 'failed') throw new Error(`${outcome.code}: ${outcome.detail}`)
    return outcome.value as T
  }
  const anything = z.unknown()
  const line = { product_id: address.productId, quantity: 1, subtotal: '100.00', total: '100.00' }

  const storefrontWith: WooShop['storefrontWith'] = ({
    policy = {},
    keys = {},
    card,
    ...options
  }) =>
    woocommerceStorefront({
      ...connection,
      ...keys,
      clock: systemClock,
      ...options,
      locale: 'es',
      policy: woocommercePolicySchema.parse(policy),
      ids: createIds(systemClock),
      linkRefund: async () => {},
      cardOf: async () => card,
    })

  const shop: WooShop = {
    rest,
    storefront: storefrontWith({}),
    storefrontWith,
    newOrder: () => shop.placed(),
    placed: async (order = {}) => {
      const given = { payment_method: 'puente', currency: 'HNL', line_items: [line], ...order }
      const { id } = await done<{ id: number }>(rest.post('orders', anything, given))
      return String(id)
    },
    change: async (id, changes) => {
      await done(rest.put(`orders/${id}`, anything, changes))
    },
    refundByHand: async (id, amount) => {
      const row = { amount, api_refund: false }
      return (await done<{ id: number }>(rest.post(`orders/${id}/refunds`, anything, row))).id
    },
    trash: async (id) => {
      await done(rest.delete(`orders/${id}`, anything))
    },
    remove: async (id) => {
      await done(rest.delete(`orders/${id}`, anything, { force: 'true' }))
    },
    look: async (id) => {
      const order = await done<Record<string, string | null>>(rest.get(`orders/${id}`, anything))
      const rows = z
        .array(refund)
        .parse(await done(rest.get(`orders/${id}/refunds`, anything, { per_page: 100 })))
      const notes = await done<{ note: string }[]>(rest.get(`orders/${id}/notes`, anything))
      return {
        status: String(order.status),
        transaction_id: String(order.transaction_id),
        payment_method: String(order.payment_method),
        isPaid: Boolean(order.date_paid_gmt),
        refunds: rows.map(({ id, amount, meta_data }) => ({
          id,
          amount: Number(amount).toFixed(2),
          refundId: z
            .string()
            .nullable()
            .parse(meta_data.find(({ key }) => key === '_puente_refund')?.value ?? null),
        })),
        notes: notes
          .map(({ note }) => note)
          .filter((note) => note.startsWith('Puente') && !PAID_NOTE.test(note)),
        statusChanges: notes.filter(({ note }) => note.includes('status changed')).length,
      }
    },
    see: async (id) => {
      const { status, refunds } = await shop.look(id)
      const minor = refunds.reduce((sum, { amount }) => sum + Number(amount.replace('.', '')), 0)
      const isPart = minor > 0 && status !== 'refunded'
      return {
        status: isPart ? 'partially_refunded' : (MEANT[status] ?? 'unpaid'),
        refunded: (minor / 100).toFixed(2),
      }
    },
  }
  return shop
}

const MEANT: Record<string, 'paid' | 'refunded' | 'cancelled'> = {
  processing: 'paid',
  completed: 'paid',
  refunded: 'refunded',
  cancelled: 'cancelled',
}
