import { describe, expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { shopifyTables } from '../../adapters/shopify/tables/rows.ts'
import type { OrderRow } from '../../src/db/db.ts'
import { writeKnownCards } from '../../src/db/payments/known-cards.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { eraseStore } from '../../src/payments/privacy/erase-store.ts'
import { disableStore, removeStore } from '../../src/payments/stores/end-store.ts'
import { deliver, eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import { pass } from '../support/merchant.ts'
import type { NewOrder } from '../support/shopify/books.ts'
import type { StandInShop } from '../support/shopify/shop.ts'
import type { ShopPeople } from '../support/shopify/shop-people.ts'
import { tablesHolding } from '../support/tables-holding.ts'
import { useShopifyWorld } from '../support/use-world.ts'
import { eventually } from '../support/world.ts'

const world = useShopifyWorld()

interface Connected {
  shop: StandInShop
  people: ShopPeople
  store: string
}

const query = () => world.puente.ctx.db.query

const orderOf = async (store: string, externalId: string): Promise<OrderRow | undefined> =>
  query()
    .selectFrom('orders')
    .selectAll()
    .where('store_id', '=', StoreId.parse(store))
    .where('external_id', '=', externalId)
    .executeTakeFirst()

const chargeOf = async ({ id }: OrderRow) => {
  const payment = await query()
    .selectFrom('payments')
    .select('gateway_payment_id')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  return paymentAtGateway(world, String(payment.gateway_payment_id))
}

const paidOrder = async ({ shop, store }: Connected, wanted: NewOrder): Promise<OrderRow> => {
  const { id } = shop.placeOrder(wanted)
  await shop.webhooks.deliver()
  const order = await eventually(() => orderOf(store, id))
  const page = await fetch(`${world.url}/pay/${order.pay_token}`, { redirect: 'manual' })
  await world.pay(page.headers.get('location') ?? '')
  const atGateway = await chargeOf(order)
  await deliver(world.url, { body: eventOf(atGateway, 'approved'), store })
  return eventually(async () => {
    const now = await orderOf(store, id)
    return now?.status === 'paid' && now
  })
}

const tablesWith = (word: string) => tablesHolding(query(), word)

const ask = async ({ shop }: Connected, topic: string, body: object): Promise<string | null> => {
  const { id, ...said } = { id: 1, ...body }
  const webhook = shop.webhooks.add(topic, { shop_id: id, shop_domain: shop.name, ...said })
  expect(await shop.webhooks.send(webhook)).toBe(200)
  return eventually(async () => {
    const event = await query()
      .selectFrom('events')
      .select(['state', 'outcome'])
      .where('message_id', '=', webhook.webhookId)
      .executeTakeFirst()
    return event?.state === 'handled' && event.outcome
  })
}

const timelineOf = async (order: OrderRow): Promise<string[]> => {
  const rows = await query()
    .selectFrom('timeline')
    .select('kind')
    .where('order_id', '=', order.id)
    .execute()
  return rows.map(({ kind }) => kind)
}

const notedOf = async (store: string): Promise<string[]> => {
  const rows = query().selectFrom('privacy_requests').select('outcome')
  return (await rows.where('store_id', '=', store).execute()).map(({ outcome }) => outcome)
}

describe('a customer who asks for erasure', () => {
  it('the customer’s data are in no table, while the payment and other customers stay', async () => {
    const cafe = await world.connectedShop('olvido')
    const email = 'Rosa.Olvido@example.com'
    const rosa = await paidOrder(cafe, { email, billingName: 'Rosa Olvido', phone: null })
    const luis = await paidOrder(cafe, { email: 'luis.queda@example.com' })
    expect(await tablesWith(email)).toEqual(expect.arrayContaining(['orders', 'payments', 'inbox']))

    const asked = { customer: { id: 7, email, phone: null }, orders_to_redact: [] }
    expect(await ask(cafe, 'customers/redact', asked)).toBe('erased')

    expect(await tablesWith(email)).toEqual([])
    expect(await tablesWith('Rosa Olvido')).toEqual([])
    expect(await orderOf(cafe.store, rosa.external_id)).toMatchObject({
      status: 'paid',
      amount_minor: rosa.amount_minor,
      customer: {},
    })
    expect(await timelineOf(rosa)).toContain('personal_data_erased')
    const payment = await query()
      .selectFrom('payments')
      .selectAll()
      .where('order_id', '=', rosa.id)
      .executeTakeFirstOrThrow()
    expect(payment).toMatchObject({ state: 'paid', transaction_id: expect.any(String) })
    expect(payment.request.metadata).toEqual({ puente_payment: payment.id })
    expect((await orderOf(cafe.store, luis.external_id))?.customer).toEqual(luis.customer)
    expect(await timelineOf(luis)).not.toContain('personal_data_erased')
  })

  it('the customer’s orders are found by the ids that Shopify names, and by phone', async () => {
    const shop = await world.connectedShop('por-numero')
    const byNumber = await paidOrder(shop, { email: 'una@example.com' })
    const byPhone = await paidOrder(shop, { email: 'otra@example.com', phone: '+504 9999-1234' })
    await ask(shop, 'customers/redact', {
      customer: { id: 8, email: 'new-address@example.com', phone: '+50499991234' },
      orders_to_redact: [byNumber.external_id],
    })
    expect(await tablesWith('una@example.com')).toEqual([])
    expect((await orderOf(shop.store, byPhone.external_id))?.customer).toEqual({})
  })

  it('the customer’s data in a removed store are erased too', async () => {
    const shop = await world.connectedShop('retirada')
    const email = 'de.antes@example.com'
    const order = await paidOrder(shop, { email })
    const { ctx, sealer } = world.puente
    const deps = { query: query(), sealer, now: ctx.clock.now(), platforms }
    await disableStore(deps, StoreId.parse(shop.store))
    expect(await removeStore(deps, { id: StoreId.parse(shop.store), force: true })).toEqual({
      outcome: 'removed',
    })
    const asked = { customer: { id: 9, email }, orders_to_redact: [] }
    expect(await ask(shop, 'customers/redact', asked)).toBe('erased')
    expect((await orderOf(shop.store, order.external_id))?.customer).toEqual({})
    expect(await tablesWith(email)).toEqual([])
  })

  it('an erasure in one shop leaves another shop’s data', async () => {
    const one = await world.connectedShop('una-tienda')
    const other = await world.connectedShop('otra-tienda')
    const email = 'en.dos@example.com'
    await paidOrder(one, { email })
    const there = await paidOrder(other, { email })
    await ask(one, 'customers/redact', { customer: { email }, orders_to_redact: [] })
    expect((await orderOf(other.store, there.external_id))?.customer).toEqual(there.customer)
  })

  it('the data are erased once a payment that is being created is known', async () => {
    const shop = await world.connectedShop('espera')
    const order = await paidOrder(shop, { email: 'espera@example.com' })
    const set = (state: 'intended' | 'paid') =>
      query().updateTable('payments').set({ state }).where('order_id', '=', order.id).execute()
    await set('intended')
    const asked = ask(shop, 'customers/redact', { customer: { email: 'espera@example.com' } })
    await eventually(async () => {
      const task = await query()
        .selectFrom('tasks')
        .select('tries')
        .where('kind', '=', 'apply-shopify-webhook')
        .where('state', '<>', 'done')
        .executeTakeFirst()
      return task && task.tries >= 2
    })
    expect((await orderOf(shop.store, order.external_id))?.customer).toEqual(order.customer)
    await set('paid')
    await pass(world, 60)
    expect(await asked).toBe('erased')
    expect(await tablesWith('espera@example.com')).toEqual([])
  })
})

describe('a customer whose data were erased', () => {
  it('the customer’s data stay erased when a refund event names them again', async () => {
    const cafe = await world.connectedShop('mas-tarde')
    const email = 'vuelve@example.com'
    const order = await paidOrder(cafe, { email, billingName: 'Vera Vuelve' })
    await ask(cafe, 'customers/redact', { customer: { email }, orders_to_redact: [] })
    const atGateway = await chargeOf(order)
    expect(JSON.stringify(atGateway)).toContain(email)
    const body = eventOf(atGateway, { refundedSoFar: 10 })
    await deliver(world.url, { body, store: cafe.store })
    await eventually(async () => {
      const now = await orderOf(cafe.store, order.external_id)
      return now?.status === 'partially_refunded'
    })
    expect(await tablesWith(email)).toEqual([])
    expect(await tablesWith('Vera Vuelve')).toEqual([])
  })

  it('an erasure of an unknown customer is recorded', async () => {
    const shop = await world.connectedShop('desconocida')
    const asked = { customer: { email: 'nadie@example.com' }, orders_to_redact: [] }
    expect(await ask(shop, 'customers/redact', asked)).toBe('erased')
    const lines = await query()
      .selectFrom('privacy_requests')
      .select(['topic', 'outcome', 'orders'])
      .where('store_id', '=', shop.store)
      .execute()
    expect(lines).toEqual([{ topic: 'customers/redact', outcome: 'erased', orders: 0 }])
  })
})

describe('a webhook about an order', () => {
  it('the webhook is stored without the buyer’s data', async () => {
    const { shop, store } = await world.connectedShop('sin-datos')
    const { id } = shop.placeOrder({ email: 'solo.en.el.pedido@example.com' })
    await shop.webhooks.deliver()
    await eventually(() => orderOf(store, id))
    expect(await tablesWith('solo.en.el.pedido@example.com')).toEqual(['orders'])
  })
})

describe('a customer who asks for their data', () => {
  it('the request opens an alert, and the shop’s staff can download the data', async () => {
    const shop = await world.connectedShop('pregunta')
    const email = 'pregunta@example.com'
    const order = await paidOrder(shop, { email })
    await paidOrder(shop, { email: 'ajena@example.com' })
    const asked = { customer: { id: 9, email }, orders_requested: [], data_request: { id: 5 } }
    expect(await ask(shop, 'customers/data_request', asked)).toBe('data-requested')

    const page = await shop.people.appPage()
    const [, id = ''] = /data-download="([^"]+)"/.exec(page.text) ?? []
    const exported = await shop.people.appPage({ path: `data-requests/${id}` })
    const { orders, messages } = JSON.parse(exported.text)
    expect(orders).toHaveLength(1)
    expect(messages).toContainEqual(expect.objectContaining({ source: 'gateway' }))
    expect(JSON.stringify(messages)).toContain(email)
    expect(exported.text).not.toContain('ajena@example.com')
    expect(await timelineOf(order)).toContain('personal_data_requested')
    expect(orders[0]).toMatchObject({
      id: order.external_id,
      customer: { email },
      payments: [{ state: 'paid' }],
    })

    const { people: others } = await world.connectedShop('curiosa')
    expect((await others.appPage({ path: `data-requests/${id}` })).status).toBe(404)
    const problem = await query()
      .selectFrom('alerts')
      .selectAll()
      .where('kind', '=', 'customer_data_requested')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(problem.details)).not.toContain(email)
  })
})

describe('a data request that is repeated under other ids', () => {
  it('the repeated request is one alert until it is done', async () => {
    const shop = await world.connectedShop('insistente')
    const asked = { customer: { id: 9, email: 'repetida@example.com' }, data_request: { id: 6 } }
    const open = async () => {
      const problems = query().selectFrom('alerts').select('id')
      return (
        await problems
          .where('store_id', '=', StoreId.parse(shop.store))
          .where('kind', '=', 'customer_data_requested')
          .where('closed_at', 'is', null)
          .execute()
      ).length
    }
    expect(await ask(shop, 'customers/data_request', asked)).toBe('data-requested')
    for (let n = 0; n < 3; n++) {
      expect(await ask(shop, 'customers/data_request', asked)).toBe('requested-already')
    }
    expect(await open()).toBe(1)
    const other = { ...asked, data_request: { id: 7 } }
    expect(await ask(shop, 'customers/data_request', other)).toBe('data-requested')
    expect(await open()).toBe(2)
  })
})

describe('a shop that is closed', () => {
  it('a shop’s erasure covers all its customers', async () => {
    const shop = await world.connectedShop('cerrada')
    const order = await paidOrder(shop, { email: 'cliente.de.cerrada@example.com' })
    shop.shop.uninstall()
    await shop.shop.webhooks.deliver()
    expect(await ask(shop, 'shop/redact', {})).toBe('erased')
    expect(await tablesWith('cliente.de.cerrada@example.com')).toEqual([])
    expect(await orderOf(shop.store, order.external_id)).toMatchObject({ status: 'paid' })
  })

  it('a shop’s erasure covers saved cards that no order has used', async () => {
    const shop = await world.connectedShop('tarjetas')
    const store_id = StoreId.parse(shop.store)
    const card = { store_id, payment_method_id: 'pm_sin_uso', brand: 'visa', last_four: '1111' }
    await writeKnownCards(query(), [card])
    expect(await tablesWith('pm_sin_uso')).toEqual(['known_cards'])
    expect(await ask(shop, 'shop/redact', {})).toBe('erased')
    expect(await tablesWith('pm_sin_uso')).toEqual([])
  })

  it('a shop’s erasure deletes its access tokens, also without an uninstall webhook', async () => {
    const connected = await world.connectedShop('sin-aviso')
    const { shop, store } = connected
    expect(await ask(connected, 'shop/redact', {})).toBe('erased')
    const sessions = shopifyTables(query()).selectFrom('shopify_sessions').select('id')
    expect(await sessions.where('shop', '=', shop.name).execute()).toEqual([])
    const { connection } = await query()
      .selectFrom('stores')
      .select('connection')
      .where('id', '=', StoreId.parse(store))
      .executeTakeFirstOrThrow()
    expect(connection).toHaveProperty('uninstalled_at')
  })

  it('the erasure of a removed store deletes its shop’s sessions, unless another store has the shop', async () => {
    const connected = await world.connectedShop('se-fue')
    const { shop, store } = connected
    const { id } = await paidOrder(connected, { email: 'cliente.de.se.fue@example.com' })
    const { ctx, sealer } = world.puente
    const erase = async (storeId: string) => {
      const deps = { query: query(), sealer, now: ctx.clock.now(), platforms }
      await disableStore(deps, StoreId.parse(storeId))
      await removeStore(deps, { id: StoreId.parse(storeId), force: true })
      return eventually(async () => {
        const done = await eraseStore(ctx, { storeId: StoreId.parse(storeId), source: 'test' })
        return done.outcome === 'erased' && done
      })
    }
    await connected.people.connect({
      secret_key: 'sk_live_sandbox',
      publishable_key: 'pk_live_sandbox',
    })
    await erase(store)
    expect(await tablesWith('cliente.de.se.fue')).toEqual([])
    expect(await tablesWith(shop.name)).toContain('shopify_sessions')
    expect(
      await query().selectFrom('orders').select('status').where('id', '=', id).execute(),
    ).toEqual([{ status: 'paid' }])
    await erase(`${store}-live`)
    // Nonces of the shop's pages go after an hour.
    const left = await tablesWith(shop.name)
    expect(left.filter((table) => table !== 'seen_calls')).toEqual([])
  })

  it('a shop that installs the app again puts new orders into the store that was connected last', async () => {
    const shop = await world.connectedShop('en-vivo')
    const keys = { secret_key: 'sk_live_sandbox', publishable_key: 'pk_live_sandbox' }
    const ordered = async (store: string) => {
      const { id } = shop.shop.placeOrder()
      await shop.shop.webhooks.deliver()
      await eventually(() => orderOf(store, id))
    }
    expect((await shop.people.appPage()).text).toContain('no se cobra dinero real')
    await ordered('en-vivo')
    const live = await shop.people.connect(keys)
    expect(live.text).toContain('Los pedidos nuevos se cobran en este entorno')
    expect(live.text).not.toContain('no se cobra dinero real')
    shop.shop.uninstall()
    await shop.shop.webhooks.deliver()
    expect(await ask(shop, 'shop/redact', {})).toBe('erased')
    await shop.people.install()
    expect((await shop.people.appPage()).text).not.toContain('no se cobra dinero real')
    await ordered('en-vivo-live')
  })

  it('a shop that was installed again before its erasure keeps its customers', async () => {
    const shop = await world.connectedShop('regresa')
    const order = await paidOrder(shop, { email: 'cliente.de.regresa@example.com' })
    const late = shop.shop.webhooks.add('shop/redact', { shop_domain: shop.shop.name })
    await shop.people.install()
    await shop.shop.webhooks.send(late)
    await eventually(() =>
      query()
        .selectFrom('events')
        .select('seq')
        .where('message_id', '=', late.webhookId)
        .where('outcome', '=', 'before-reinstallation')
        .executeTakeFirst(),
    )
    expect((await orderOf(shop.store, order.external_id))?.customer).toEqual(order.customer)
    expect(await notedOf(shop.store)).toEqual(['before-reinstallation'])
  })
})

describe('a privacy webhook', () => {
  it('a webhook of one shop in the name of another changes nothing', async () => {
    const shop = await world.connectedShop('propias')
    const order = await paidOrder(shop, { email: 'propia@example.com' })
    const named = { shop_domain: 'otra.myshopify.com', customer: { email: 'propia@example.com' } }
    expect(await ask(shop, 'customers/redact', named)).toBe('of-another-shop')
    expect(await notedOf(shop.store)).toEqual(['of-another-shop'])
    expect((await orderOf(shop.store, order.external_id))?.customer).toEqual(order.customer)
  })

  it('a forged webhook is refused, and not stored', async () => {
    const { shop } = await world.connectedShop('falsa')
    for (const topic of ['customers/data_request', 'customers/redact', 'shop/redact']) {
      const webhook = shop.webhooks.add(topic, { shop_domain: shop.name })
      expect(await shop.webhooks.send(webhook, { secret: 'another-secret' })).toBe(401)
    }
    const kept = await query()
      .selectFrom('events')
      .select('seq')
      .where('store_id', '=', StoreId.parse('falsa'))
      .where('source', '=', 'shopify')
      .execute()
    expect(kept).toEqual([])
  })
})
