import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findStore } from '../../src/db/stores/stores.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { loadStoreHealth } from '../../src/payments/health/store-health.ts'
import { callGateway, HOUR_SECONDS, type Merchant, merchantOf, pass } from '../support/merchant.ts'
import { type Shop, startShop } from '../support/shop.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import { connectTestStore, eventually, type Json, NOTIFY_SECRET } from '../support/world.ts'

let shop: Shop
let apiKey: string
let merchant: Merchant
const { world, proxy } = useWorldBehindProxy()
beforeAll(async () => {
  shop = await startShop(NOTIFY_SECRET)
  apiKey = await connectTestStore(world.puente, { id: 'lejana', notifyUrl: shop.url })
  merchant = merchantOf(world, { apiKey, prefix: 'N' })
  await world.control('/sandbox/endpoints', {
    environment: 'test',
    url: `${world.url}/webhooks/gateway/lejana`,
    secret: 'whsec_test_sandbox',
  })
})
afterAll(() => shop.close())

const api = (method: 'GET' | 'POST', path: string) =>
  world.api(method, path, undefined, { authorization: `Bearer ${apiKey}` })
const notifications = async (query = ''): Promise<Json> =>
  (await api('GET', `/v1/notifications${query}`)).body
const newsOf = async (id: string): Promise<Json> => (await notifications(`?order_id=${id}`)).data[0]
const problem = async (kind: string): Promise<Json> =>
  (await api('GET', '/v1/alerts')).body.data.find((each: Json) => each.kind === kind)
const deliveredIdsOf = (id: string) =>
  shop.messages.filter(({ order }) => order.id === id).map((message) => message.id)

const stopShop = () => shop.close()
const startAgain = async () => {
  const { messages } = shop
  shop = await startShop(NOTIFY_SECRET, Number(new URL(shop.url).port))
  shop.messages.push(...messages)
}
const whileTimePasses = <T>(seconds: number, look: () => Promise<T | undefined | false>) =>
  eventually(async () => {
    await pass(world, seconds)
    return look()
  })
/** Retry by retry. */
const untilPaused = (id: string) =>
  eventually(async () => {
    await pass(world, 7 * HOUR_SECONDS)
    await eventually(async () => {
      const { data, paused_at } = await notifications(`?order_id=${id}`)
      return paused_at || new Date(data[0].next_try_at) > world.puente.ctx.clock.now()
    })
    return problem('shop_paused')
  })

describe('a store that comes back', () => {
  it('the store is notified of the payment before the void, although the payment has the longer backoff', async () => {
    await stopShop()
    // A request from the store would close its circuit.
    const { id, transactionId } = await merchant.paid()
    const { query } = world.puente.ctx.db
    const waiting = () =>
      query
        .selectFrom('tasks')
        .select('id')
        .where('kind', '=', 'notify-storefront')
        .where('state', '=', 'ready')
        .execute()
    await eventually(async () => {
      await pass(world, 30)
      const open = await query
        .selectFrom('circuits')
        .select('name')
        .where('open_until', 'is not', null)
        .executeTakeFirst()
      return open && (await waiting()).length === 1
    })
    await callGateway(world, 'POST', `/v1/payments/${transactionId}/void`, {})
    await eventually(async () => (await waiting()).length === 2)
    await startAgain()
    await pass(world, 60)
    await eventually(async () => deliveredIdsOf(id).length === 2)
    const told = shop.messages.filter(({ order }) => order.id === id).map(({ type }) => type)
    expect(told).toEqual(['order.paid', 'order.voided'])
  })
})

describe('the list of notifications', () => {
  it('a delivered notification is listed, and can be sent again under the same id', async () => {
    const { id } = await merchant.paid()
    await eventually(async () => (await newsOf(id))?.state === 'told')
    const told = await newsOf(id)
    expect(told).toMatchObject({ type: 'order.paid', tries: 1, order_id: id, resend_of: null })
    const { status, body } = await api('POST', `/v1/notifications/${told.id}/resend`)
    expect([status, body.resend_of, body.message_id]).toEqual([201, told.id, told.message_id])
    await eventually(async () => deliveredIdsOf(id).length === 2)
    expect(new Set(deliveredIdsOf(id))).toEqual(new Set([told.message_id]))
    await eventually(async () => (await newsOf(id)).state === 'told')
    const listed = (await notifications(`?order_id=${id}&state=told`)).data
    expect(listed.map((each: Json) => each.id)).toEqual([body.id, told.id])
    expect((await notifications('?order_id=unheard-of')).data).toEqual([])
  })

  it('a notification of another store or an unknown one cannot be sent again', async () => {
    const { data } = await notifications('?state=told&limit=1')
    const path = `/v1/notifications/${data[0].id}/resend`
    expect((await world.api('POST', path)).status).toBe(404)
    for (const id of ['tsk_999999', 'x']) {
      expect((await api('POST', `/v1/notifications/${id}/resend`)).status).toBe(404)
    }
    const { id: ofAnotherKind } = await world.puente.ctx.db.query
      .selectFrom('tasks')
      .select('id')
      .where('kind', '!=', 'notify-storefront')
      .executeTakeFirstOrThrow()
    const resend = `/v1/notifications/tsk_${ofAnotherKind}/resend`
    expect((await api('POST', resend)).status).toBe(404)
  })

  it('the list has notifications that were skipped because they were out of date', async () => {
    const { id, checkoutUrl } = await merchant.open()
    shop.answerNext([500])
    await world.pay(checkoutUrl, '4000000000000002')
    await eventually(async () => (await newsOf(id))?.last_error === 'HTTP 500')
    expect(await newsOf(id)).toMatchObject({ type: 'order.payment_failed', state: 'waiting' })
    const failed = await newsOf(id)
    shop.answerNext([500])
    const { status, body } = await api('POST', `/v1/notifications/${failed.id}/resend`)
    expect([status, body.id]).toEqual([200, failed.id])
    await eventually(async () => (await newsOf(id)).tries === 2)
    await world.pay(checkoutUrl)
    await eventually(async () => deliveredIdsOf(id).length === 1)
    await eventually(async () =>
      (await notifications(`?order_id=${id}&state=left_out`)).data.find(
        (each: Json) => each.id === failed.id,
      ),
    )
  })
})

describe('a store that is down', () => {
  it('a store that is down for five minutes with a waiting order opens an alert, which closes at the next delivery', async () => {
    await whileTimePasses(10, async () => !(await problem('shop_unreachable')))
    await stopShop()
    const { id } = await merchant.paid()
    const downAt = world.puente.ctx.clock.now().getTime()
    const minutesDown = () => (world.puente.ctx.clock.now().getTime() - downAt) / 60_000
    const open = await whileTimePasses(20, async () => {
      const found = await problem('shop_unreachable')
      if (minutesDown() < 4) expect(found).toBeUndefined()
      return found
    })
    expect(minutesDown()).toBeLessThan(8)
    expect(open.details).toMatchObject({ last_error: expect.stringContaining('ECONNREFUSED') })
    expect((await api('GET', '/v1/circuits')).body.data[1]).toMatchObject({ tasks_waiting: 1 })
    expect(await newsOf(id)).toMatchObject({ state: 'waiting' })
    const { ctx } = world.puente
    const now = ctx.clock.now()
    await ctx.db.pool.query(
      `UPDATE tasks SET run_at = $1 WHERE state = 'ready' AND needs = 'shop' AND store_id = 'lejana'`,
      [new Date(now.getTime() - 120_000)],
    )
    // Other tasks lag behind the moved clock until workers claim them.
    await eventually(async () => {
      const store = await findStore(ctx.db.query, StoreId.parse('lejana'))
      const [health] = await loadStoreHealth(ctx.db.query, { stores: store ? [store] : [], now })
      expect(health?.concerns).toContain('storefront_unreachable')
      return !health?.concerns.includes('queue_late')
    })
    await startAgain()
    await whileTimePasses(600, async () => deliveredIdsOf(id).length > 0)
    await whileTimePasses(15, async () => !(await problem('shop_unreachable')))
    expect(await notifications()).toMatchObject({ paused_at: null, failing_since: null })
  })

  it('a store that refuses everything for five minutes opens one alert', async () => {
    shop.answerNext(Array(100).fill(404))
    const { id } = await merchant.paid()
    const refusedAt = world.puente.ctx.clock.now().getTime()
    await whileTimePasses(20, () => problem('shop_unreachable'))
    const minutes = (world.puente.ctx.clock.now().getTime() - refusedAt) / 60_000
    expect([minutes > 4, minutes < 8]).toEqual([true, true])
    expect((await api('GET', '/v1/alerts')).body.data).toHaveLength(1)
    expect((await newsOf(id)).last_error).toBe('HTTP 404')
    await stopShop()
    await startAgain()
    await whileTimePasses(HOUR_SECONDS, async () => deliveredIdsOf(id).length > 0)
  })

  it('a store that is down for days is paused, and all its notifications are sent once an operator resumes it', async () => {
    await stopShop()
    const first = await merchant.paid()
    const orders = [first]
    await untilPaused(first.id)
    expect(await problem('shop_unreachable')).toBeUndefined()
    expect((await notifications()).paused_at).not.toBeNull()
    await startAgain()
    for (let n = 0; n < 3; n++) orders.push(await merchant.paid())
    for (let n = 0; n < 5; n++) await pass(world, 12 * HOUR_SECONDS)
    expect(shop.requests()).toBe(0)
    expect((await notifications('?state=waiting')).data).toHaveLength(4)

    const resumed = await api('POST', '/v1/notifications/resume')
    expect(resumed.body).toEqual({ waiting: 4 })
    await eventually(async () => orders.every(({ id }) => deliveredIdsOf(id).length > 0))
    expect(await problem('shop_paused')).toBeUndefined()
    expect((await notifications()).paused_at).toBeNull()
    expect((await api('POST', '/v1/notifications/resume')).body).toEqual({ waiting: 0 })
  })

  it('a paused store is tried again when it is connected anew', async () => {
    await stopShop()
    const { id } = await merchant.paid()
    await untilPaused(id)
    await startAgain()
    await connectTestStore(world.puente, { id: 'lejana', notifyUrl: shop.url, apiKey })
    await eventually(async () => deliveredIdsOf(id).length > 0)
    expect(await problem('shop_paused')).toBeUndefined()
  })
})

describe('a gateway that is down', () => {
  it('a gateway that is down for a minute opens an alert in each store of its account, until it answers', async () => {
    const { id } = await merchant.open()
    proxy.always({ kind: 'answer', status: 503 })
    await whileTimePasses(20, () => problem('gateway_unreachable'))
    const ofOther = (await world.api('GET', '/v1/alerts')).body.data
    expect(ofOther).toMatchObject([{ kind: 'gateway_unreachable' }])
    proxy.always(undefined)
    await whileTimePasses(HOUR_SECONDS, async () => !(await problem('gateway_unreachable')))
    expect((await merchant.read(id)).order.status).toBe('awaiting_payment')
  })
})
