import { Webhook } from 'standardwebhooks'
import { headlessStorefront } from '../../adapters/headless/storefront.ts'
import type { OrderStatus } from '../../src/domain/order-status.ts'
import type { StoreOrderStatus } from '../../src/payments/ports/storefront.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { UNRESTRICTED_CONNECTIONS } from '../../src/runtime/net/connections.ts'
import { HANG_MS } from '../support/eventually.ts'
import { type GatewayStub, type StubAnswer, startGatewayStub } from '../support/gateway-stub.ts'
import { useStarted } from '../support/use-world.ts'
import { type ConformingShop, storefrontConformance } from './storefront-conformance.ts'

const SECRET = `whsec_${Buffer.from('the shop of this test, 24 bytes').toString('base64')}`

const MEANT: Record<OrderStatus, StoreOrderStatus> = {
  awaiting_payment: 'unpaid',
  payment_expired: 'unpaid',
  paid: 'paid',
  partially_refunded: 'partially_refunded',
  refunded: 'refunded',
  voided: 'refunded',
  on_hold: 'unpaid',
  cancelled: 'cancelled',
}

interface ShopOrder {
  status: StoreOrderStatus
  refunded: string
  at: string
}

/** Starts a store that follows the notification docs: the later message wins. */
const startShop = async (): Promise<ConformingShop & { close(): Promise<void> }> => {
  const orders = new Map<string, ShopOrder>()
  const failures: ('lost-answer' | 'down')[] = []
  const verifier = new Webhook(SECRET)

  const take = ({ timestamp, data }: Message): void => {
    const id = data.order.id
    const known = orders.get(id)
    if (known && timestamp < known.at) return
    const refunds = data.refunds.filter(({ state }) => state === 'succeeded')
    const minor = refunds.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
    const refunded = `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
    orders.set(id, { status: MEANT[data.order.status], refunded, at: timestamp })
  }

  const stub: GatewayStub = await startGatewayStub()
  stub.answer(({ body, headers }): StubAnswer => {
    const message = verifier.verify(body, headers as Record<string, string>) as Message
    if (message.type === 'orders.requested') return { status: 200, body: { orders: said(message) } }
    const failure = failures.shift()
    if (failure === 'down') return { status: 503 }
    if ('order' in message.data) take(message)
    return failure === 'lost-answer' ? 'reset' : { status: 204 }
  })
  const said = ({ data }: Message) =>
    data.order_ids.flatMap((id) => {
      const order = orders.get(id)
      if (!order) return []
      const { status, refunded: refunded_amount } = order
      return [{ id, status, amount: '100.00', currency: 'HNL', refunded_amount }]
    })

  let latest = 0
  return {
    storefront: headlessStorefront({
      notifyUrl: stub.url,
      ordersUrl: `${stub.url}/orders`,
      notifySecrets: [SECRET],
      timeoutMs: HANG_MS,
      clock: systemClock,
      connections: UNRESTRICTED_CONNECTIONS,
    }),
    newOrder: async () => {
      const id = `A-${++latest}`
      orders.set(id, { status: 'unpaid', refunded: '0.00', at: '' })
      return id
    },
    see: async (id) => {
      const { status, refunded } = orders.get(id) ?? { status: 'unpaid', refunded: 'no order' }
      return { status, refunded }
    },
    customerId: 'a-customer',
    failNext: (how) => failures.push(how),
    close: () => stub.close(),
  }
}

interface Message {
  type: string
  timestamp: string
  data: {
    order: { id: string; status: OrderStatus }
    refunds: { state: string; amount: string }[]
    order_ids: string[]
  }
}

const shop = useStarted(startShop)

storefrontConformance('a shop of its own making', () => shop)
