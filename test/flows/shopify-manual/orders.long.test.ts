import { describe, expect, it } from 'vitest'
import { fetchPayLink } from '../../../adapters/shopify/extension/src/fetch-pay-link.ts'
import { paymentsOfOrder } from '../../../src/db/payments/payments.ts'
import { StoreId } from '../../../src/domain/ids.ts'
import { enqueueStorePolls } from '../../../src/payments/store-sync/poll-store-changes.ts'
import { addMs } from '../../../src/runtime/clock.ts'
import { pass } from '../../support/merchant.ts'
import { reconcileNow, summaryOf } from '../../support/reconcile.ts'
import { settled } from '../../support/settled.ts'
import { moneyOf } from '../../support/shopify/stored-order.ts'
import { eventually } from '../../support/world.ts'
import { useManualPayments } from './use-manual-payments.ts'

const {
  world,
  shop,
  query,
  giveApiKey,
  orderOf,
  orderWhen,
  alertsOf,
  linkOf,
  placed,
  open,
  paid,
  given,
  refunds,
} = useManualPayments()

describe('an order with a manual payment method', () => {
  it('the order is paid by its pay link, and refunded in part from Shopify and from the portal', async () => {
    const { id, transactionId } = await paid({ total: '125.50', note: 'Sin azúcar' })
    expect(shop.order(id).note).toContain('Sin azúcar')
    expect(moneyOf(shop.order(id))).toMatchObject({ received: 12_550n })

    await world.control('/sandbox/settle', {})
    shop.refundInAdmin(id, '25.50')
    await shop.webhooks.deliver({ repeated: true })
    await orderWhen(id, 'partially_refunded')
    await eventually(async () => shop.order(id).note?.includes('reembolsó L\u00a025.50') ?? false)

    await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: 10 })
    await eventually(async () => given(id) === 3_550n)
    // The webhook of Puente's own refund is a no-op.
    await shop.webhooks.deliver({ repeated: true })
    await eventually(async () => (await refunds(id)).every(({ state }) => state === 'succeeded'))
    expect((await refunds(id)).map(({ origin, amount_minor }) => [origin, amount_minor])).toEqual([
      ['store', 2_550n],
      ['portal', 1_000n],
    ])
    expect(shop.order(id).refunds).toHaveLength(2)
    expect(await alertsOf(id)).toEqual([])
  })

  it('the cash part of an order paid by card and in cash is refunded without a refund to the card', async () => {
    const { id } = await paid({ total: '100.00' })
    await world.control('/sandbox/settle', {})
    shop.editInAdmin(id, '130.00')
    shop.markPaidInAdmin(id, { gateway: 'manual' })
    shop.refundInAdmin(id, '30.00')
    await shop.webhooks.deliver({ repeated: true })
    await enqueueStorePolls(world.puente.ctx)
    // The card's part stays refundable after the cash refund.
    shop.refundInAdmin(id, '20.00', { isOfFirst: true })
    await shop.webhooks.deliver()
    await orderWhen(id, 'partially_refunded')
    await eventually(async () => (await refunds(id)).every(({ state }) => state === 'succeeded'))
    expect((await refunds(id)).map(({ amount_minor }) => amount_minor)).toEqual([2_000n])
    expect(given(id)).toBe(5_000n)
    expect(await alertsOf(id)).toEqual([])
  })

  it('an order that is opened in two tabs is charged once', async () => {
    const { id, payUrl } = await placed()
    const [one, other] = await Promise.all([open(payUrl), open(payUrl)])
    expect(one.location).toBe(other.location)
    await world.pay(one.location)
    const order = await orderWhen(id, 'paid')
    expect(await paymentsOfOrder(query(), order.id)).toHaveLength(1)
    await eventually(async () => moneyOf(shop.order(id)).received === 10_000n)
  })

  it('an order with another payment method is not imported', async () => {
    const { id: other } = shop.placeOrder({ method: 'Bank Deposit' })
    await placed()
    expect(await orderOf(other)).toBeUndefined()
  })

  it('an order whose webhook was lost is found by the poll for changes', async () => {
    const { id } = shop.placeOrder()
    shop.webhooks.due.length = 0
    await enqueueStorePolls(world.puente.ctx)
    await eventually(async () => linkOf(id) !== undefined)
  })
})

describe('a shop that was tried out and went live', () => {
  it('an order that Shopify fails to load is retried alone, and delays no other', async () => {
    const bad = shop.placeOrder()
    shop.failing.add(bad.id)
    const good = shop.placeOrder()
    shop.order(good.id).updatedAt = addMs(world.puente.ctx.clock.now(), 1_000).toISOString()
    shop.webhooks.due.length = 0
    await enqueueStorePolls(world.puente.ctx)
    await orderWhen(good.id, 'awaiting_payment')
    await settled(world)
    expect(await orderOf(bad.id)).toBeUndefined()
    shop.failing.clear()
    await pass(world, 60)
    await orderWhen(bad.id, 'awaiting_payment')
  })

  it('each order belongs to one store, so that no buyer pays a real one with a test card, or twice', async () => {
    const { shop: both, people } = await world.connectedShop('dos')
    const ordersOf = async (storeId: string) => {
      const rows = await query()
        .selectFrom('orders')
        .select('external_id')
        .where('store_id', '=', StoreId.parse(storeId))
        .execute()
      return rows.map(({ external_id }) => external_id)
    }
    const tried = both.placeOrder()
    await both.webhooks.deliver()
    await eventually(async () => both.order(tried.id).metafields.has('$app.payment'))
    await people.connect({ secret_key: 'sk_live_sandbox', publishable_key: 'pk_live_sandbox' })

    const [told, lost] = [both.placeOrder(), both.placeOrder()]
    both.webhooks.due.pop()
    await both.webhooks.deliver()
    await enqueueStorePolls(world.puente.ctx)
    await settled(world)
    const confirmation = `C${told.name.slice(1)}`
    const token = both.access.sessionToken({ dest: both.name, iss: undefined })
    const shown = await fetchPayLink(
      `${world.url}/`,
      { id: told.gid, confirmation },
      async () => token,
    )
    expect(await ordersOf('dos')).toEqual([tried.id])
    expect((await ordersOf('dos-live')).sort()).toEqual([told.id, lost.id].sort())
    const { url } = JSON.parse(both.order(told.id).metafields.get('$app.payment') ?? '{}')
    expect(shown).toMatchObject({ state: 'payable', pay_url: url })
  })
})

describe('an unreadable order of Shopify', () => {
  it('an unreadable order opens an alert, and its buyer sees no button', async () => {
    const { id } = shop.placeOrder()
    const { transactions } = shop.order(id)
    const [pending] = transactions
    for (let n = 1; pending && n < 200; n++) {
      transactions.push({ ...pending, id: `${pending.id}${n}`, status: 'FAILURE' })
    }
    await shop.webhooks.deliver()
    const isBeforeAPerson = async () => {
      const rows = await query()
        .selectFrom('alerts')
        .select('details')
        .where('kind', '=', 'store_data_unreadable')
        .where('closed_at', 'is', null)
        .execute()
      return rows.some(({ details }) => details.order === id)
    }
    await eventually(isBeforeAPerson)
    transactions.splice(1)
    shop.books.touch(shop.order(id))
    shop.webhooks.due.length = 0
    await enqueueStorePolls(world.puente.ctx)
    await eventually(async () => linkOf(id) !== undefined)
    await eventually(async () => !(await isBeforeAPerson()))
  })
})

describe('a reconciliation with a Shopify shop', () => {
  const reconciled = async () => summaryOf(await reconcileNow(world, { apiKey: 'key-of-the-shop' }))

  it('a shop that lost a payment is notified of it again', async () => {
    await giveApiKey()
    const { id } = await paid()
    const order = shop.order(id)
    order.transactions = order.transactions.filter(({ status }) => status === 'PENDING')
    expect(await reconciled()).toContain(`store_not_told repaired ${id}`)
    await eventually(async () => moneyOf(shop.order(id)).outstanding === 0n)
    expect(await reconciled()).not.toContain(`store_not_told repaired ${id}`)
  })
})

describe('a shop that has uninstalled the app', () => {
  it('the shop’s links end, and work again once the app is installed again', async () => {
    const { shop: other, people, store: otherStore } = await world.connectedShop('tetera')
    const { id } = other.placeOrder()
    await other.webhooks.deliver()
    const link = () => other.order(id).metafields.get('$app.payment')
    const payUrl = JSON.parse(await eventually(async () => link() ?? false)).url
    other.uninstall()
    await other.webhooks.deliver()
    await eventually(async () => {
      const { connection } = await query()
        .selectFrom('stores')
        .select('connection')
        .where('id', '=', StoreId.parse(otherStore))
        .executeTakeFirstOrThrow()
      return 'uninstalled_at' in connection
    })
    expect((await open(payUrl)).status).toBe(503)
    await people.install()
    expect((await open(payUrl)).status).toBe(303)
  })
})
