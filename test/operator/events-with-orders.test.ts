import { beforeAll, describe, expect, it } from 'vitest'
import { merchantOf, type OpenOrder } from '../support/merchant.ts'
import { personWith, startOperatorApi } from '../support/operator.ts'
import { settled } from '../support/settled.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { connectTestStore, type Json } from '../support/world.ts'

const world = useWorld()
const operator = useStarted(() => startOperatorApi(world))
const owner = personWith('olga', { main: 'owner' })

const get = async (path: string): Promise<Json> => {
  const answer = await operator.call(owner, 'GET', `/operator/v1/events${path}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const all = async (filter: string, limit = 2): Promise<Json[]> => {
  const rows: Json[] = []
  for (let cursor = ''; ; ) {
    const page = await get(`?limit=${limit}${filter}${cursor}`)
    rows.push(...page.data)
    if (page.next_cursor === null) return rows
    cursor = `&cursor=${page.next_cursor}`
  }
}

let paid: OpenOrder
let second: OpenOrder
let between: string
beforeAll(async () => {
  const merchant = merchantOf(world)
  paid = await merchant.paid({ amount: '125.50' })
  await settled(world)
  between = new Date(world.puente.ctx.clock.now().getTime() + 1).toISOString()
  second = await merchant.paid({ amount: '80.00' })
  await world.control('/sandbox/settle', {})
  await merchant.refundInFull(second.id, { amount: '30.00' })
  await merchant.readWhen(second.id, ({ order }) => order.status === 'partially_refunded')
  // A store of the same gateway account gets the same events.
  const apiKey = await connectTestStore(world.puente, { id: 'vecina', notifyUrl: null })
  await world.control('/sandbox/endpoints', {
    environment: 'test',
    url: `${world.url}/webhooks/gateway/vecina`,
    secret: 'whsec_test_sandbox',
  })
  await merchantOf(world, { apiKey, prefix: 'V' }).paid()
  await settled(world)
})

describe('incoming events', () => {
  it('each event of an order has its order and amount in the row', async () => {
    const rows = await all('&store_id=tienda')
    const about = rows
      .filter(({ order }) => order?.external_id === second.id)
      .map(({ type, amount, currency }) => `${type} ${amount} ${currency}`)
    expect(about).toContain('payment.approved 80.00 HNL')
    expect(about).toContain('payment.partially_refunded 30.00 HNL')
    const [first] = rows.filter(({ order }) => order?.external_id === paid.id)
    expect(first).toMatchObject({ type: 'payment.approved', amount: '125.50', currency: 'HNL' })
    const { body } = await operator.call(owner, 'GET', `/operator/v1/orders/${first?.order.id}`)
    expect(body.order.external_id).toBe(paid.id)
    expect(await get(`/${first?.id}`)).toMatchObject({ order: first?.order, amount: '125.50' })
  })

  it('an event of another store of the same gateway account leads to no order', async () => {
    const foreign = (await all('&store_id=tienda')).filter(({ outcome }) => outcome === 'foreign')
    expect(foreign.length).toBeGreaterThan(0)
    for (const { order } of foreign) expect(order).toBeNull()
  })

  it('events are filtered by type and store, page by page', async () => {
    const approved = await all('&type=payment.approved', 1)
    expect(new Set(approved.map(({ type }) => type))).toEqual(new Set(['payment.approved']))
    const everything = await all('', 3)
    const expected = everything.filter(({ type }) => type === 'payment.approved')
    expect(approved.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    const ofStore = await all('&type=payment.approved&store_id=vecina')
    expect(ofStore.map(({ id }) => id)).toEqual(
      expected.filter(({ store_id }) => store_id === 'vecina').map(({ id }) => id),
    )
    expect(await all('&type=payment.nothing')).toEqual([])
  })

  it('events are filtered by time', async () => {
    const everything = await all('', 50)
    const later = await all(`&from=${between}`)
    const earlier = await all(`&to=${between}`)
    expect([...later, ...earlier].map(({ id }) => id)).toEqual(everything.map(({ id }) => id))
    expect(earlier.map(({ order }) => order?.external_id)).toContain(paid.id)
    expect(later.map(({ order }) => order?.external_id)).not.toContain(paid.id)
    expect(await all(`&from=${between}&to=${between}`)).toEqual([])
  })
})
