import { describe, expect, it } from 'vitest'
import { commandOf, settingsOf } from '../support/command.ts'
import { pass } from '../support/merchant.ts'
import { useWorld, worldForTest } from '../support/use-world.ts'
import { connectTestStore, eventually, WEBHOOK_SECRET, type World } from '../support/world.ts'

const world = useWorld()

const triggerIn = (of: () => World, apiKey = () => of().apiKey) =>
  commandOf('puente', () => ({
    ...settingsOf(of()),
    PUENTE_URL: of().url,
    PUENTE_API_KEY: apiKey(),
  }))
const puente = triggerIn(() => world)
const notificationsOf = (id: string) =>
  world.shop.messages.filter(({ order }) => order.id === id).map(({ type }) => type)
const sandbox = () => ['--sandbox-url', world.sandbox.url]

describe('puente trigger', () => {
  it.each([
    ['order.paid', 'paid', ['order.paid']],
    ['payment.declined', 'awaiting_payment', ['order.payment_failed']],
    ['order.voided', 'voided', ['order.paid', 'order.voided']],
    ['order.refunded', 'refunded', ['order.paid', 'order.refunded']],
    ['order.partially_refunded', 'partially_refunded', ['order.paid', 'order.partially_refunded']],
    ['order.conflict', 'paid', ['order.paid', 'order.attention_required']],
  ])(
    'the trigger %s makes an order %s and notifies the store with %j',
    async (name, status, told) => {
      const { exitCode, stdout, stderr } = await puente('trigger', name, '--json', ...sandbox())
      expect(exitCode, stderr).toBe(0)
      const result = JSON.parse(stdout)
      expect(result).toMatchObject({ trigger: name, store_id: 'tienda', status })
      await eventually(async () =>
        told.every((type) => notificationsOf(result.order_id).includes(type)),
      )
      const order = (await world.api('GET', `/v1/orders/${result.order_id}`)).body
      expect(order.order.status).toBe(status)
    },
  )

  it.each(['order.paid', 'payment.declined', 'order.conflict'])(
    'a currency that the gateway account refuses is wrong use of %s, not a declined card',
    async (name) => {
      const args = ['trigger', name, '--currency', 'EUR', ...sandbox()]
      const { exitCode, stdout, stderr } = await puente(...args)
      expect([exitCode, stderr]).toEqual([
        2,
        '--currency: The gateway account of this store does not accept EUR. No card was tried, and the order was cancelled.\n',
      ])
      const [, id = ''] = /order (trigger-\w+)/.exec(stdout) ?? []
      const { order } = (await world.api('GET', `/v1/orders/${id}`)).body
      expect(order).toMatchObject({
        status: 'cancelled',
        last_payment_error: { code: 'currency_refused' },
      })
    },
  )

  it('the trigger order.expired makes an order that expires after a minute', async () => {
    const triggered = puente('trigger', 'order.expired', '--json', ...sandbox())
    let ended: Awaited<typeof triggered> | undefined
    void triggered.then((printed) => {
      ended = printed
    })
    await eventually(async () => {
      if (!ended) await pass(world, 10)
      return ended
    })
    expect(ended).toMatchObject({ exitCode: 0 })
  })

  it('the command sees a decline in a store without a notify address', async () => {
    const apiKey = await connectTestStore(world.puente, { id: 'sin-avisos', notifyUrl: null })
    const url = `${world.url}/webhooks/gateway/sin-avisos`
    const secret = WEBHOOK_SECRET
    await world.control('/sandbox/endpoints', { environment: 'test', url, secret })
    const silent = triggerIn(
      () => world,
      () => apiKey,
    )
    const { exitCode, stderr } = await silent('trigger', 'payment.declined', ...sandbox())
    expect(exitCode, stderr).toBe(0)
  })

  it('the command creates an order with the given amount and currency, and prints its steps', async () => {
    const { stdout } = await puente(
      ...['trigger', 'order.paid', '--amount', '40', '--currency', 'USD', ...sandbox()],
    )
    expect(stdout).toMatch(/^order\.paid: order trigger-\w+ of the store tienda\n/)
    expect(stdout).toContain('created an order of 40.00 USD')
    expect(stdout).toMatch(/the order is paid\n$/)
  })

  it('the command refuses a live store before it creates an order', async () => {
    const apiKey = await connectTestStore(world.puente, {
      id: 'en-vivo',
      notifyUrl: null,
      secretKey: 'sk_live_sandbox',
      more: { publishableKey: null },
    })
    const live = triggerIn(
      () => world,
      () => apiKey,
    )
    const { exitCode, stderr } = await live('trigger', 'order.paid', ...sandbox())
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('takes live payments')])
    const orders = await world.api('GET', '/v1/orders', undefined, {
      authorization: `Bearer ${apiKey}`,
    })
    expect(orders.body.data).toEqual([])
  })

  it('the command fails without a sandbox before it creates an order', async () => {
    const { exitCode, stderr } = await puente(
      ...['trigger', 'order.paid', '--sandbox-url', world.url],
    )
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('No sandbox gateway answers')])
  })

  it('the command pays nothing in a store with another gateway, and cancels the order that it created', async () => {
    const other = await worldForTest()
    const elsewhere = triggerIn(() => other)
    const { exitCode, stderr } = await elsewhere('trigger', 'order.paid', ...sandbox())
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is not this sandbox')])
    const { data } = (await other.api('GET', '/v1/orders')).body
    expect(data).toHaveLength(1)
    expect(JSON.stringify(data[0])).toContain('"cancelled"')
  })
})
