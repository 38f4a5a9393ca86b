import { expect } from 'vitest'
import { shopifyTables } from '../../../adapters/shopify/tables/rows.ts'
import { findOrderByPayToken } from '../../../src/db/orders/orders.ts'
import { refundsOfOrder } from '../../../src/db/payments/refunds.ts'
import { StoreId } from '../../../src/domain/ids.ts'
import { pass } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import {
  ALREADY_FINAL,
  type Payment,
  type StoredSession,
} from '../../support/shopify/payment-sessions.ts'
import { useShopifyWorld, useStarted } from '../../support/use-world.ts'
import { eventually } from '../../support/world.ts'

export const CHECKED = { 'x-client-verify': 'SUCCESS' }
const GATEWAY_SECRET = 'whsec_test_sandbox'

interface Wanted {
  session: StoredSession
  payUrl: string
}

const store = 'cafe'

export const usePaymentSessions = () => {
  const world = useShopifyWorld({
    SHOPIFY_PAYMENTS_PROXIES: '127.0.0.1,::1',
    SHOPIFY_PAYMENTS_CERT_HEADER: 'X-Client-Verify',
  })
  const shop = useStarted(async () => {
    const { shop } = await world.connectedShop(store)
    shop.payments.proxyHeaders = CHECKED
    await world.control('/sandbox/endpoints', {
      environment: 'test',
      url: `${world.url}/webhooks/gateway/${store}`,
      secret: GATEWAY_SECRET,
    })
    await decide({ reconcile: { nightly: false } })
    return shop
  })

  const query = () => world.puente.ctx.db.query
  const decide = async (policy: object) => {
    const given = JSON.stringify(policy)
    await query()
      .updateTable('stores')
      .set({ policy: given })
      .where('id', '=', StoreId.parse(store))
      .execute()
  }
  const door = (kind: 'payment' | 'refund' | 'void' | 'capture') =>
    `${world.url}/shopify/${kind}_sessions`

  const wanted = async (payment: Payment = {}): Promise<Wanted> => {
    const { session, status, body } = await shop.payments.pay(door('payment'), payment)
    expect(status).toBe(200)
    return { session, payUrl: (body as { redirect_url: string }).redirect_url }
  }
  const open = async (url: string) => {
    const response = await fetch(url, { redirect: 'manual', headers: { 'accept-language': 'es' } })
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      text: await response.text(),
    }
  }
  const orderOf = async (payUrl: string) => {
    const order = await findOrderByPayToken(query(), payUrl.split('/').at(-1) ?? '')
    if (!order) throw new Error(`${payUrl} leads to no order`)
    return order
  }
  const keptState = async ({ id }: StoredSession): Promise<string | undefined> => {
    const sessions = shopifyTables(query()).selectFrom('shopify_payment_sessions').select('state')
    return (await sessions.where('id', '=', id).executeTakeFirst())?.state
  }
  const stateWhen = (session: StoredSession, state: StoredSession['state']) =>
    eventually(async () => session.state === state)
  /** A rejection waits until Shopify has our answer. */
  const rejected = (session: StoredSession) =>
    eventually(async () => {
      await pass(world, 3)
      return session.state === 'REJECTED'
    })
  const wayBackFrom = (url: string) =>
    eventually(async () => {
      const next = await open(url)
      return next.status === 303 && next
    })
  const paid = async (payment: Payment = {}) => {
    const { session, payUrl } = await wanted(payment)
    const { location } = await open(payUrl)
    const { transaction_id: transactionId = '' } = await world.pay(location)
    await stateWhen(session, 'RESOLVED')
    return { session, payUrl, transactionId }
  }
  const notTaken = (mutation: string) => ({
    status: 200,
    body: {
      data: {
        [mutation]: {
          paymentSession: null,
          userErrors: [{ field: ['id'], message: ALREADY_FINAL }],
        },
      },
    },
  })
  const passRefusals = async () => {
    for (const seconds of [6, 12, 35, 55, 75, 150, 360, 900]) {
      await pass(world, seconds)
      await settled(world)
    }
  }
  const isDeclined = async ({ id }: StoredSession): Promise<boolean> => {
    const sessions = shopifyTables(query())
      .selectFrom('shopify_payment_sessions')
      .select('decline_code')
    return (await sessions.where('id', '=', id).executeTakeFirst())?.decline_code != null
  }
  const alertsOf = async (payUrl: string): Promise<string[]> => {
    const { id } = await orderOf(payUrl)
    const rows = await query()
      .selectFrom('alerts')
      .select('kind')
      .where('order_id', '=', id)
      .where('closed_at', 'is', null)
      .execute()
    return rows.map(({ kind }) => kind)
  }
  const refunds = async (payUrl: string) =>
    (await refundsOfOrder(query(), (await orderOf(payUrl)).id)).map(
      ({ kind, amount_minor, state }) => [kind, amount_minor, state],
    )

  return {
    world,
    shop,
    store,
    query,
    decide,
    door,
    wanted,
    open,
    orderOf,
    keptState,
    stateWhen,
    rejected,
    wayBackFrom,
    paid,
    notTaken,
    passRefusals,
    isDeclined,
    alertsOf,
    refunds,
  }
}
