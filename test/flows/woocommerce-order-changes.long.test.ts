import { afterEach, describe, expect, it } from 'vitest'
import { pass } from '../support/merchant.ts'
import { summaryOf, today } from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import { SITE_FACTS, useWooShop } from '../support/use-woo-shop.ts'
import { eventually, type Json } from '../support/world.ts'

const { world, newOrder, statusOf, paid, openAlerts, orderAtPuente } = useWooShop()

describe('orders that the store cancels or edits', () => {
  it('the pay link of an order cancelled in WooCommerce ends at its webhook', async () => {
    const id = newOrder()
    const { body } = await world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(id))
    await world.plugin('POST', '/v1/woocommerce/connection-test', SITE_FACTS)
    world.woo.books.setStatus(world.woo.order(id), 'cancelled')
    const answers = await world.woo.webhooks.deliver()
    expect(answers.every((status) => status === 200)).toBe(true)
    await eventually(async () => (await fetch(body.url, { redirect: 'manual' })).status === 410)
  })

  it('the poll for changes finds a cancelled order whose webhook is lost', async () => {
    const id = newOrder()
    const { body } = await world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(id))
    world.woo.books.setStatus(world.woo.order(id), 'cancelled')
    await pass(world, 120)
    await eventually(async () => (await fetch(body.url, { redirect: 'manual' })).status === 410)
  })

  it('the pay link of a deleted order leads nowhere', async () => {
    const id = newOrder()
    const { body } = await world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(id))
    await world.plugin('POST', '/v1/woocommerce/connection-test', SITE_FACTS)
    world.woo.books.remove(world.woo.order(id))
    await world.woo.webhooks.deliver()
    await eventually(async () => (await fetch(body.url, { redirect: 'manual' })).status === 410)
  })

  it('an order with a modification date in the future hides no changes of others', async () => {
    const future = newOrder()
    world.woo.order(future).date_modified_gmt = '2031-01-01T00:00:00'
    await pass(world, 120)
    await settled(world)
    const id = newOrder()
    const { body } = await world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(id))
    world.woo.books.setStatus(world.woo.order(id), 'cancelled')
    await pass(world, 120)
    await eventually(async () => (await fetch(body.url, { redirect: 'manual' })).status === 410)
    world.woo.books.remove(world.woo.order(future))
  })

  it('the old link of an edited order cannot be paid', async () => {
    const id = newOrder()
    const { body } = await world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(id))
    world.woo.order(id).total = '70.00'
    world.woo.books.touch(world.woo.order(id))
    await pass(world, 120)
    await eventually(async () => (await fetch(body.url, { redirect: 'manual' })).status === 410)
    expect((await orderAtPuente(id)).order.amount).toBe('70.00')
  })

  it('a payment of an order that WooCommerce had cancelled is held for the merchant, with a note', async () => {
    const id = newOrder()
    const checkoutUrl = await world.checkoutOf(id)
    world.woo.books.setStatus(world.woo.order(id), 'cancelled')
    await world.pay(checkoutUrl)
    await eventually(async () => (await orderAtPuente(id)).order.status === 'on_hold')
    await settled(world)
    expect(statusOf(id)).toBe('cancelled')
    expect(await openAlerts()).toContain('order_paid_after_cancellation')
    await eventually(async () =>
      world.woo.order(id).notes.some(({ note }) => note.includes('después de cancelado')),
    )
  })

  it('the merchant reads and closes an alert in the plugin', async () => {
    const id = newOrder()
    const checkoutUrl = await world.checkoutOf(id)
    world.woo.books.setStatus(world.woo.order(id), 'cancelled')
    await world.pay(checkoutUrl)
    const listed = async () => {
      const { body } = await world.plugin('GET', '/v1/alerts?limit=20')
      return body.data.find(({ order_id }: Json) => order_id === String(id))
    }
    const problem = await eventually(listed)
    expect(problem).toMatchObject({
      id: expect.stringMatching(/^prb_\d+$/),
      what: expect.stringMatching(`^Se cobró el pedido cancelado \\d+ \\(L\\s100\\.00\\)\\.$`),
    })
    const closed = await world.plugin('POST', `/v1/alerts/${problem.id}/close`)
    expect(closed.status).toBe(200)
    expect(await listed()).toBeUndefined()
  })

  it('a store that was unreachable is notified of the payment once', async () => {
    const id = newOrder()
    const checkoutUrl = await world.checkoutOf(id)
    world.woo.failNext(/orders\/\d+$/, { status: 503, body: '<html>mantenimiento</html>' })
    await world.pay(checkoutUrl)
    await settled(world)
    expect(statusOf(id)).toBe('pending')
    await pass(world, 60 * 60)
    await eventually(async () => statusOf(id) === 'processing')
  })
})

describe('a store that refuses Puente for a while', () => {
  afterEach(() => world.woo.heal())
  const refused = (status: number, code: string) => ({
    status,
    body: { code, message: 'No', data: { status } },
  })
  const alertOf = async (kind: string) => {
    const { body } = await world.plugin('GET', '/v1/alerts?state=open')
    return body.data.find((problem: Json) => problem.kind === kind)
  }

  it.each([
    ['a firewall in front of its REST API', /orders/, 403],
    ['keys that were rotated', /orders/, 401],
    ['keys that may only read for a while', /^(PUT|POST) orders/, 403],
  ])(
    'paid orders wait while %s refuse Puente, and are all reported afterwards',
    async (_, calls, status) => {
      const ids = [newOrder(), newOrder()]
      const checkouts = []
      for (const id of ids) checkouts.push(await world.checkoutOf(id))
      world.woo.failNext(calls, refused(status, 'woocommerce_rest_cannot_edit'), 1_000)
      for (const url of checkouts) await world.pay(url)
      await eventually(async () => (await openAlerts()).includes('store_access_refused'))
      const since = (await alertOf('store_access_refused')).details.since
      expect(since).toEqual(expect.stringMatching(/^\d{4}-\d\d-\d\dT/))
      for (let day = 0; day < 3; day += 1) {
        await pass(world, 24 * 60 * 60)
        await settled(world)
      }
      expect(ids.map(statusOf)).toEqual(['pending', 'pending'])
      expect(await openAlerts()).not.toContain('task_given_up')
      // Rejected at the same time, either order may set it.
      const stillSince = (await alertOf('store_access_refused')).details.since
      expect(Math.abs(Date.parse(stillSince) - Date.parse(since))).toBeLessThan(1_000)
      world.woo.heal()
      world.woo.requests.length = 0
      await pass(world, 60 * 60)
      await eventually(async () => ids.every((id) => statusOf(id) === 'processing'))
      await eventually(async () => !(await openAlerts()).includes('store_access_refused'))
    },
  )
})

describe('a store that is notified late because it refused Puente', () => {
  afterEach(() => world.woo.heal())

  const refusedNotifications = async () => {
    const { count } = await world.puente.ctx.db.query
      .selectFrom('tasks')
      .select((row) => row.fn.countAll<bigint>().as('count'))
      .where('kind', '=', 'notify-storefront')
      .where('state', '=', 'ready')
      .where('tries', '>', 0)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  it.each([
    ['its REST API is open again', /orders/],
    ['its keys may write again', /^(PUT|POST) orders/],
  ])(
    'the store is notified of its orders one by one, oldest first, when %s',
    async (_, refused) => {
      const ids = Array.from({ length: 5 }, () => newOrder())
      const checkouts = []
      for (const id of ids) checkouts.push(await world.checkoutOf(id))
      const no = { code: 'woocommerce_rest_cannot_edit', message: 'No', data: { status: 403 } }
      world.woo.failNext(refused, { status: 403, body: no }, 1_000)
      for (const [i, url] of checkouts.entries()) {
        await world.pay(url)
        await eventually(async () => (await refusedNotifications()) === i + 1)
        await settled(world)
      }
      expect(await openAlerts()).toContain('store_access_refused')
      world.woo.heal()
      world.woo.requests.length = 0
      await pass(world, 60 * 60)
      await eventually(async () => ids.every((id) => statusOf(id) === 'processing'))
      const calls = world.woo.requests.filter((call) => /^PUT orders\/\d+$/.test(call))
      expect([...new Set(calls)]).toEqual(ids.map((id) => `PUT orders/${id}`))
    },
  )
})

describe('a store that was restored from a backup and reuses an order id', () => {
  const restoreWithout = (id: number) => {
    world.woo.books.remove(world.woo.order(id))
    return newOrder({ id })
  }
  const openPayment = (id: number) =>
    world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(id))

  it('the payment of the old order does not pay the new one', async () => {
    const old = await paid()
    const id = restoreWithout(old)
    const day = today(world)
    const run = await world.plugin('POST', '/v1/reconciliations', { from: day, to: day, dry: true })
    const report = await eventually(async () => {
      const { body } = await world.plugin('GET', `/v1/reconciliations/${run.body.id}?limit=500`)
      return body.state !== 'running' && body
    })
    const found = summaryOf(report).filter((one) => one.endsWith(` ${id}`))
    expect(found).toEqual([expect.stringMatching(/^missing_in_store /)])
    expect(await openPayment(id)).toMatchObject({
      status: 409,
      body: { code: 'order_id_reused', retry: 'permanent' },
    })
    await world.control('/sandbox/settle', {})
    const { transaction_id } = (await orderAtPuente(id)).payment
    await world.control('/sandbox/portal/refund', { transaction_id, amount: 10 })
    const listed = async (): Promise<Json[]> => {
      const { body } = await world.plugin('GET', '/v1/alerts?limit=20')
      return body.data.filter(({ order_id }: Json) => order_id === String(id))
    }
    await eventually(async () => (await listed()).length === 2)
    const kinds = (await listed()).map(({ kind }) => kind).toSorted()
    expect(kinds).toEqual(['order_id_reused', 'task_given_up'])
    expect(world.woo.order(id)).toMatchObject({ status: 'pending', refunds: [], meta_data: [] })
    for (const one of await listed()) await world.plugin('POST', `/v1/alerts/${one.id}/close`)
  })

  it('the new order’s total does not change the old order, whose link leads nowhere', async () => {
    const old = newOrder()
    const { body } = await openPayment(old)
    const id = restoreWithout(old)
    world.woo.order(id).total = '70.00'
    world.woo.books.touch(world.woo.order(id))
    await pass(world, 120)
    await eventually(async () => (await fetch(body.url, { redirect: 'manual' })).status === 410)
    expect((await orderAtPuente(id)).order.amount).toBe('100.00')
  })

  it('an older order without a fingerprint adopts the first that it gets', async () => {
    const id = newOrder()
    await openPayment(id)
    await world.puente.ctx.db.pool.query('UPDATE orders SET fingerprint = NULL')
    expect((await openPayment(id)).status).toBe(200)
    expect((await rowOf(id)).fingerprint).toMatch(/^[0-9a-f]{64}$/)
  })

  const rowOf = async (id: number) => {
    const { rows } = await world.puente.ctx.db.pool.query(
      'SELECT fingerprint FROM orders WHERE external_id = $1',
      [String(id)],
    )
    return rows[0]
  }
})
