import { afterAll, describe, expect, it } from 'vitest'
import { HOUR_SECONDS, pass, setSandbox } from '../support/merchant.ts'
import { useWooShop } from '../support/use-woo-shop.ts'
import { eventually, type Json } from '../support/world.ts'

const { world, newOrder, statusOf, orderAtPuente } = useWooShop()

const [HNL, USD, JPY, KWD] = ['340', '840', '392', '414']

/** Sends an order with changes to its request only, as the plugin would after other plugins. */
const send = (id: number, changes: Json = {}) => {
  const { order, ...request } = world.payRequest(id) as { order: Json }
  return world.plugin('POST', '/v1/woocommerce/checkouts', {
    ...request,
    order: { ...order, ...changes },
  })
}
const payAt = async (url: string) => {
  const link = await fetch(url, { redirect: 'manual' })
  return world.pay(link.headers.get('location') ?? '')
}
const payOrder = async (id: number, changes: Json = {}): Promise<void> => {
  const { status, body } = await send(id, changes)
  expect(status).toBe(200)
  await payAt(body.url)
  await eventually(async () => statusOf(id) === 'processing')
}

afterAll(() => setSandbox(world, 'profile', { currencies: [HNL, USD] }))

describe('an awkward order of a WooCommerce shop', () => {
  it('an order with a sequential number is paid, and people see that number', async () => {
    const id = newOrder()
    await payOrder(id, { number: 'CAFÉ/2026-000078' })
    expect((await orderAtPuente(id)).order).toMatchObject({
      id: String(id),
      number: 'CAFÉ/2026-000078',
    })
  })

  it.each([
    ['without decimals', 'JPY', '1500', '1500'],
    ['with three decimals', 'KWD', '12.345', '12.345'],
    ['of another currency than the shop', 'USD', '19.95', '19.95'],
  ])('an order %s is charged exactly in its own currency', async (_, currency, total, amount) => {
    await setSandbox(world, 'profile', { currencies: [HNL, USD, JPY, KWD] })
    const id = newOrder({ currency, total })
    await payOrder(id)
    const { order, payment } = await orderAtPuente(id)
    expect(order).toMatchObject({ currency, amount })
    expect(payment).toMatchObject({ state: 'paid', amount })
  })

  it('an order with a currency that does not exist is refused, and its field is named', async () => {
    const id = newOrder()
    const { status, body } = await send(id, { currency: 'PTS' })
    expect([status, body.errors[0].path]).toEqual([422, 'order.currency'])
  })

  it.each(['0', '0.00', '-5.00'])(
    'an order of %s, as after a coupon, needs no payment and gets none',
    async (total) => {
      const id = newOrder({ total })
      const { status, body } = await send(id)
      expect([status, body.errors[0].path]).toEqual([422, 'order.total'])
      expect((await world.plugin('GET', `/v1/orders/${id}`)).status).toBe(404)
    },
  )

  it('taxes and negative fees of the lines change nothing: the total is charged', async () => {
    const id = newOrder({ total: '57.35' })
    await payOrder(id, {
      line_items: [
        { name: 'Café', quantity: 3, total: '60.87', total_tax: '9.13' },
        { name: 'Descuento de socio', quantity: 1, total: '-12.65' },
      ],
      fee_lines: [{ name: 'Descuento', total: '-12.65' }],
      total_tax: '9.13',
    })
    expect((await orderAtPuente(id)).order.amount).toBe('57.35')
  })

  it('names of 220 characters with emojis and markup are cut whole and shown as text', async () => {
    const name = `<b>Café ☕️</b> &amp; <script>alert(1)</script> ${'👩‍🌾'.repeat(40)} ${'ñ'.repeat(60)}`
    const id = newOrder()
    await payOrder(id, {
      line_items: [{ name, quantity: 1 }],
      billing: { first_name: `Ana 👩‍🌾 ${'ó'.repeat(220)}`, last_name: '<i>Mejía</i>' },
    })
    const { order } = await orderAtPuente(id)
    expect(order.description.length).toBeLessThanOrEqual(120)
    expect(order.description).toContain('Café ☕️')
    expect(order.description).not.toMatch(/[<>]/)
    expect(order.description.isWellFormed()).toBe(true)
    expect(order.customer.name.length).toBeLessThanOrEqual(191)
    expect(order.customer.name.isWellFormed()).toBe(true)
  })

  it('an order of variations is paid once, whatever the lines are called', async () => {
    const id = newOrder()
    const line = (name: string) => ({ name, quantity: 1, product_id: 7, variation_id: 71 })
    await payOrder(id, { line_items: [line('Camisa - Azul, M'), line('Camisa - Azul, M')] })
    expect((await orderAtPuente(id)).payments).toHaveLength(1)
  })
})

describe('an awkward WooCommerce shop', () => {
  it('a shop without WP-Cron, which sends no webhooks, is notified all the same', async () => {
    const id = newOrder()
    await payOrder(id)
    expect(world.woo.order(id).date_paid_gmt).not.toBeNull()
  })

  it.each([
    ['asks for a password', 401, { 'www-authenticate': 'Basic realm="Staging"' }],
    ['has a security plugin that refuses REST', 403, {}],
    ['hides its REST API', 404, {}],
    ['is under maintenance', 503, { 'retry-after': '600' }],
    ['leads to www', 301, { location: 'https://www.shop.example/wp-json/' }],
  ])(
    'an order of a shop that %s is paid at Puente, the plugin can ask about it, and the shop is notified later',
    async (_, status, headers) => {
      const id = newOrder()
      const { body } = await send(id)
      world.woo.failNext(/orders\/\d+/, { status, headers, body: '<html>No</html>' }, 50)
      const { transaction_id } = await payAt(body.url)
      await eventually(async () => (await orderAtPuente(id)).order.status === 'paid')
      expect(statusOf(id)).toBe('pending')
      const asked = await world.plugin('POST', '/v1/woocommerce/orders/ask', {
        order_ids: [String(id)],
        close_unpaid: true,
      })
      expect(asked.body.orders).toMatchObject([{ state: 'paid', transaction_id }])
      world.woo.heal()
      await pass(world, HOUR_SECONDS)
      await eventually(async () => statusOf(id) === 'processing')
    },
  )
})
