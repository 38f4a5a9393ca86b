import { describe, expect, it } from 'vitest'
import { changeConnection, closeAlerts } from '../../adapters/adapter.ts'
import { noteRefused } from '../../adapters/shopify/shops/connection.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { enqueueStorePolls } from '../../src/payments/store-sync/poll-store-changes.ts'
import { addMs } from '../../src/runtime/clock.ts'
import { pass, setSandbox } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import type { StandInShop } from '../support/shopify/shop.ts'
import type { ShopPeople } from '../support/shopify/shop-people.ts'
import type { ShopifyWorld } from '../support/shopify/shopify-world.ts'
import { moneyOf } from '../support/shopify/stored-order.ts'
import { useShopifyWorld } from '../support/use-world.ts'
import { eventually } from '../support/world.ts'

const PROXIED = { 'x-client-verify': 'SUCCESS' }

const world = useShopifyWorld()
const paymentsWorld = useShopifyWorld({
  SHOPIFY_PAYMENTS_PROXIES: '127.0.0.1,::1',
  SHOPIFY_PAYMENTS_CERT_HEADER: 'X-Client-Verify',
})

interface Loss {
  lose(shop: StandInShop): void
  getBack(shop: StandInShop, people: ShopPeople): unknown
}

const DEAD_TOKENS: Loss = {
  lose: ({ access }) => access.revokeAll(),
  getBack: ({ access }, people) => {
    access.isInstalled = true
    return people.appPage()
  },
}
const FROZEN: Loss = {
  lose: ({ access }) => {
    access.isFrozen = true
  },
  getBack: ({ access }) => {
    access.isFrozen = false
  },
}
const MISSING_PERMISSION: Loss = {
  lose: ({ denied }) => denied.add('orderMarkAsPaid'),
  getBack: ({ denied }) => void denied.delete('orderMarkAsPaid'),
}

const alertsOf = async ({ puente }: ShopifyWorld, storeId: string): Promise<string[]> => {
  const open = puente.ctx.db.query.selectFrom('alerts').select('kind')
  const rows = await open
    .where('store_id', '=', StoreId.parse(storeId))
    .where('closed_at', 'is', null)
    .execute()
  return [...new Set(rows.map(({ kind }) => kind))]
}
const isOn = (list: string[], kind: string) => list.includes(kind)

const connected = async (of: ShopifyWorld, name: string) => {
  const all = await of.connectedShop(name)
  await of.control('/sandbox/endpoints', {
    environment: 'test',
    url: `${of.url}/webhooks/gateway/${all.store}`,
    secret: 'whsec_test_sandbox',
  })
  return all
}
const open = async (payUrl: string): Promise<string> =>
  (await fetch(payUrl, { redirect: 'manual' })).headers.get('location') ?? ''

const payWithout = async (
  of: ShopifyWorld,
  { lose, getBack }: Loss,
  { shop, people, store, checkout }: Awaited<ReturnType<typeof connected>> & { checkout: string },
) => {
  lose(shop)
  await of.pay(checkout)
  await eventually(async () => {
    const { query } = of.puente.ctx.db
    const tried = query.selectFrom('tasks').select('tries').where('kind', '=', 'notify-storefront')
    const [task] = await tried
      .where('store_id', '=', StoreId.parse(store))
      .where('tries', '>', 0)
      .execute()
    return task !== undefined
  })
  // Puente polls the shop every minute.
  await pass(of, 60)
  await eventually(async () => isOn(await alertsOf(of, store), 'store_access_refused'))
  expect(await alertsOf(of, store)).not.toContain('task_given_up')
  await getBack(shop, people)
  await pass(of, 2 * 3_600)
}

const ordered = async ({ shop }: { shop: StandInShop }) => {
  const order = shop.placeOrder()
  await shop.webhooks.deliver()
  const link = () => order.metafields.get('$app.payment')
  return {
    order,
    checkout: await open(JSON.parse(await eventually(async () => link() ?? false)).url),
  }
}
const begun = async ({ shop }: { shop: StandInShop }) => {
  shop.payments.proxyHeaders = PROXIED
  const door = `${paymentsWorld.url}/shopify/payment_sessions`
  const { session, body } = await shop.payments.pay(door)
  return { session, checkout: await open((body as { redirect_url: string }).redirect_url) }
}

describe('an order paid while its shop refuses the app for orders', () => {
  let shops = 0
  it.each([
    ['whose tokens are dead', DEAD_TOKENS],
    ['that is frozen', FROZEN],
    ['without the permission to mark orders as paid', MISSING_PERMISSION],
  ])('a shop %s is notified once it allows access, once', async (_, loss) => {
    const all = await connected(world, `cerrada-${++shops}`)
    const { store } = all
    const { order, checkout } = await ordered(all)
    await payWithout(world, loss, { ...all, checkout })
    await eventually(async () => moneyOf(order).outstanding === 0n)
    expect(moneyOf(order).received).toBe(10_000n)
    await eventually(async () => (await alertsOf(world, store)).length === 0)
  })
})

describe('an order paid while its shop refuses a payments app', () => {
  let shops = 0
  it.each([
    ['whose tokens are dead', DEAD_TOKENS],
    ['that is frozen', FROZEN],
  ])('a payments app’s shop %s is notified once it allows access, once', async (_, loss) => {
    const all = await connected(paymentsWorld, `cerrada-${++shops}`)
    const { store } = all
    const { session, checkout } = await begun(all)
    await payWithout(paymentsWorld, loss, { ...all, checkout })
    await eventually(async () => session.state === 'RESOLVED')
    await eventually(async () => (await alertsOf(paymentsWorld, store)).length === 0)
  })
})

describe('an order paid while the app is uninstalled', () => {
  const payWhileAway = async (
    of: ShopifyWorld,
    { shop, people, store, checkout }: Awaited<ReturnType<typeof connected>> & { checkout: string },
  ) => {
    const { query } = of.puente.ctx.db
    const refused = {
      storeId: StoreId.parse(store),
      part: 'MarkPaid',
      reason: 'not allowed',
      now: new Date(),
    }
    await noteRefused(query, refused)
    shop.uninstall()
    await shop.webhooks.deliver()
    await settled(of)
    await of.pay(checkout)
    await eventually(async () => {
      const told = query.selectFrom('tasks').select('note').where('kind', '=', 'notify-storefront')
      const [task] = await told
        .where('store_id', '=', StoreId.parse(store))
        .where('state', '=', 'done')
        .execute()
      return task?.note === 'nobody-to-tell'
    })
    expect(await alertsOf(of, store)).toEqual([])
    await people.install()
  }

  it('a shop of the app for orders is notified once the app is installed again', async () => {
    const all = await connected(world, 'vuelve')
    const { order, checkout } = await ordered(all)
    await payWhileAway(world, { ...all, checkout })
    await eventually(async () => moneyOf(order).received === 10_000n)
  })

  it('a call that the shop refuses while the app is being uninstalled opens no alert', async () => {
    const { store } = await connected(world, 'mientras')
    const { query } = world.puente.ctx.db
    const id = StoreId.parse(store)
    const uninstall = () =>
      query.transaction().execute(async (trx) => {
        const { connection } = await trx
          .selectFrom('stores')
          .select('connection')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const now = new Date()
        await changeConnection(trx, id, { ...connection, uninstalled_at: now.toISOString() })
        await closeAlerts(trx, { storeId: id, kind: 'store_access_refused', now })
      })
    let uninstalling: Promise<void> | undefined
    const slow = query.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        uninstalling ??= uninstall()
        await Promise.race([uninstalling, new Promise((done) => setTimeout(done, 300))])
        return result
      },
    })
    await noteRefused(slow, { storeId: id, reason: 'not allowed', now: new Date() })
    await uninstalling
    expect(await alertsOf(world, store)).toEqual([])
  })

  it('a shop of a payments app is notified once the app is installed again', async () => {
    const all = await connected(paymentsWorld, 'vuelve')
    const { session, checkout } = await begun(all)
    await payWhileAway(paymentsWorld, { ...all, checkout })
    await eventually(async () => session.state === 'RESOLVED')
  })
})

describe('a refund in Shopify while its shop refuses Puente', () => {
  it('the refund is made once the shop allows access, though its webhook came before', async () => {
    const all = await connected(world, 'reembolso')
    const { shop, store } = all
    const { query } = world.puente.ctx.db
    const policy = JSON.stringify({ reconcile: { nightly: false } })
    await query
      .updateTable('stores')
      .set({ policy })
      .where('id', '=', StoreId.parse(store))
      .execute()
    const { order, checkout } = await ordered(all)
    await world.pay(checkout)
    await eventually(async () => moneyOf(order).outstanding === 0n)
    await settled(world)
    await world.control('/sandbox/settle', {})
    const made = async () => {
      const rows = query
        .selectFrom('refunds')
        .select('amount_minor')
        .where('state', '=', 'succeeded')
        .orderBy('created_at')
      return (await rows.where('store_id', '=', StoreId.parse(store)).execute()).map(
        ({ amount_minor }) => amount_minor,
      )
    }
    // Slow, so the second refund waits.
    const refunds = { latency_ms: 1_500, only: 'POST /v1/payments/{id}/refund' }
    const webhooks = { delay: 1, delay_seconds: 60 }
    await setSandbox(world, 'faults', { api: refunds, webhooks })
    shop.refundInAdmin(order.id, '25.00')
    shop.refundInAdmin(order.id, '10.00')
    await shop.webhooks.deliver()
    const looks = query.selectFrom('tasks').select('id').where('kind', '=', 'sync-store-order')
    const planned = looks.where('store_id', '=', StoreId.parse(store)).where('state', '=', 'ready')
    await eventually(async () => {
      const now = world.puente.ctx.clock.now()
      return (await planned.where('run_at', '>', now).execute()).length > 0
    })
    FROZEN.lose(shop)
    await eventually(async () => (await made()).length === 1)
    await setSandbox(world, 'faults', { api: { latency_ms: 0 }, webhooks: { delay: 0 } })
    await pass(world, 1_200)
    await settled(world)
    expect(await made()).toEqual([2_500n])
    await FROZEN.getBack(shop, all.people)
    await pass(world, 2 * 3_600)
    await eventually(async () => (await made()).length === 2)
    expect(await made()).toEqual([2_500n, 1_000n])
  })
})

describe('an order whose pay link is opened while the app is uninstalled', () => {
  it('the order is unchanged in Shopify and can be paid once the app is installed again', async () => {
    const all = await connected(world, 'clic')
    const { shop, people, store } = all
    const { query } = world.puente.ctx.db
    const policy = JSON.stringify({ platform: { pay_within_hours: 2_000, expired: 'cancel' } })
    await query
      .updateTable('stores')
      .set({ policy })
      .where('id', '=', StoreId.parse(store))
      .execute()
    const { order, checkout } = await ordered(all)
    const payUrl = JSON.parse(order.metafields.get('$app.payment') ?? '').url
    shop.uninstall()
    await shop.webhooks.deliver()
    await settled(world)
    expect((await fetch(payUrl, { redirect: 'manual' })).status).toBe(503)
    await people.install()
    await settled(world)
    expect(await open(payUrl)).toBe(checkout)
    await world.pay(checkout)
    await eventually(async () => moneyOf(order).received === 10_000n)
    expect(order.cancelledAt).toBeNull()
  })
})

describe('an order whose payment deadline passes while the app is uninstalled', () => {
  it('the order is cancelled once the app is installed again', async () => {
    const { shop, people, store } = await connected(world, 'ausente')
    const { query } = world.puente.ctx.db
    const platform = { pay_within_hours: 40, expired: 'cancel' }
    const policy = JSON.stringify({ reconcile: { nightly: false }, platform })
    await query
      .updateTable('stores')
      .set({ policy })
      .where('id', '=', StoreId.parse(store))
      .execute()
    const order = shop.placeOrder()
    await shop.webhooks.deliver()
    await eventually(async () => order.metafields.get('$app.payment') ?? false)
    // Polls read the last changed order again, so this one takes that place.
    const { now } = world.puente.ctx.clock
    shop.placeOrder().updatedAt = addMs(now(), 30 * 60_000).toISOString()
    await shop.webhooks.deliver()
    await settled(world)
    await pass(world, 3_600)
    await enqueueStorePolls(world.puente.ctx)
    await settled(world)
    shop.uninstall()
    await shop.webhooks.deliver()
    await pass(world, 41 * 3_600)
    await settled(world)
    expect(order.cancelledAt).toBeNull()
    await people.install()
    await eventually(async () => order.cancelledAt !== null)
  })
})
