import { z } from 'zod'
import {
  type DeliveryResult,
  type OrderMessage,
  STORE_ORDER_STATUSES,
  type Storefront,
} from '../../../adapters/adapter.ts'
import { moneyFromMinor } from '../../../src/domain/money.ts'
import { callThirdParty } from '../../../src/runtime/net/outgoing.ts'

const TIMEOUT_MS = 5_000

/** Amounts in centavos. */
const ordersOfShop = z.array(
  z.object({
    id: z.string(),
    status: z.enum(STORE_ORDER_STATUSES),
    amount: z.int(),
    refunded: z.int(),
  }),
)

export const exampleStorefront = ({ url }: { url: string }): Storefront => {
  const read = async (ids: readonly string[]) =>
    ordersOfShop.parse(await getJson(`${url}/orders?ids=${ids.map(encodeURIComponent).join(',')}`))
  return {
    notify: async (message) =>
      message.type === 'payment_method.saved'
        ? { outcome: 'nobody-to-tell' }
        : put(`${url}/orders/${message.order.external_id}`, stateOf(message)),
    readOrders: async (ids) => ({
      outcome: 'read',
      orders: (await read(ids)).map(({ id, status, amount, refunded }) => ({
        id,
        status,
        amount: moneyFromMinor(BigInt(amount), 'HNL'),
        refunded: moneyFromMinor(BigInt(refunded), 'HNL'),
      })),
    }),
    orderToPay: async (id) => {
      const [order] = await read([id])
      if (order?.status !== 'unpaid') return { outcome: 'over' }
      const amount = moneyFromMinor(BigInt(order.amount), 'HNL')
      return {
        outcome: 'payable',
        request: { ...NOTHING_MORE, externalId: id, amount },
        payBy: null,
      }
    },
    offerPayLink: (id, payUrl) => put(`${url}/orders/${id}`, { payUrl }),
  }
}

export const getJson = async (url: string): Promise<unknown> =>
  (await callThirdParty(url, { timeoutMs: TIMEOUT_MS })).json()

/** Ignores the message's type, so repeated and late notifications converge. */
const stateOf = ({ order: { status }, refunds }: OrderMessage): object => {
  const done = refunds.filter(({ state }) => state === 'succeeded')
  const refunded = Number(done.reduce((sum, { amount_minor }) => sum + amount_minor, 0n))
  if (status === 'voided') return { status: 'refunded', refunded }
  const isKnown = (STORE_ORDER_STATUSES as readonly string[]).includes(status)
  return { status: isKnown ? status : 'unpaid', refunded }
}

const NOTHING_MORE = {
  number: null,
  description: null,
  customer: {},
  metadata: {},
  locale: 'es',
  mode: 'hosted',
  successUrl: null,
  cancelUrl: null,
  expiresInMinutes: null,
} as const

const put = async (url: string, body: object): Promise<DeliveryResult> => {
  const headers = { 'content-type': 'application/json' }
  const call = { method: 'PUT', headers, body: JSON.stringify(body), timeoutMs: TIMEOUT_MS }
  const { ok, status } = await callThirdParty(url, call).catch(() => ({ ok: false, status: 0 }))
  if (ok) return { outcome: 'delivered' }
  return { outcome: 'failed', retry: 'retry', detail: `HTTP ${status}`, unreachable: true }
}
