import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, startHarness } from './support/harness.ts'

let gateway: Harness
beforeAll(async () => {
  gateway = await startHarness()
})
afterAll(() => gateway.close())

test('4.1 GET /me answers 200 with the merchant the key belongs to', async () => {
  expect((await gateway.call('GET', '/v1/me')).status).toBe(200)
})

describe('4.2 GET /payments', () => {
  const ids: number[] = []
  const list = (query: string) => gateway.call('GET', `/v1/payments?${query}`)
  const idsOf = async (query: string): Promise<number[]> =>
    (await list(query)).body.data.map(({ id }: { id: number }) => id)

  beforeAll(async () => {
    for (let n = 0; n < 25; n++) {
      ids.unshift((await gateway.createPayment({ external_reference: `ref-${n % 5}` })).id)
    }
    await gateway.pay({ payment_id: ids[3] ?? 0 })
  })

  test('newest first, 20 a page by default, and meta counts everything', async () => {
    const { body } = await list('')
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 20))
    expect(body.meta).toEqual({ current_page: 1, per_page: 20, total: 25, last_page: 2 })
  })

  test('pages are 1-based and end at meta.last_page', async () => {
    expect(await idsOf('per_page=10&page=3')).toEqual(ids.slice(20))
    const beyond = await list('per_page=10&page=4')
    expect(beyond).toMatchObject({ status: 200, body: { data: [], meta: { last_page: 3 } } })
  })

  test('limit is ignored', async () => {
    expect((await list('limit=3')).body.meta.per_page).toBe(20)
  })

  test('a very large per_page is lowered and meta says so (maximum "not shown"; our choice)', async () => {
    expect((await list('per_page=100000')).body.meta.per_page).toBe(100)
  })

  test('by status', async () => {
    expect(await idsOf('status=paid')).toEqual([ids[3]])
    expect((await list('status=pending')).body.meta.total).toBe(24)
    expect(await idsOf('status=partially_refunded')).toEqual([])
  })

  test('by external_reference, which may match several', async () => {
    expect((await list('external_reference=ref-2')).body.meta.total).toBe(5)
    expect(await idsOf('external_reference=ref')).toEqual([])
  })

  test('by Honduras day of creation, to inclusive', async () => {
    const today = (await list('')).body.data[0].created_at.slice(0, 10)
    const dayAfter = (days: number) =>
      new Date(Date.parse(`${today}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
    expect((await list(`from=${dayAfter(-1)}&to=${today}`)).body.meta.total).toBe(25)
    expect((await list(`from=${dayAfter(1)}`)).body.meta.total).toBe(0)
    expect((await list(`to=${dayAfter(-2)}`)).body.meta.total).toBe(0)
  })

  test('a day begins at Honduras midnight, 06:00 UTC', async () => {
    const midnight = '2041-03-02T06:00:00.000Z'
    const at = async (now: string) => {
      await gateway.call('POST', '/sandbox/clock', { key: null, body: { now } })
      return (await gateway.createPayment({ external_reference: 'midnight' })).id
    }
    const before = await at('2041-03-02T05:59:55.000Z')
    const after = await at(midnight)
    expect(await idsOf('external_reference=midnight&to=2041-03-01')).toEqual([before])
    expect(await idsOf('external_reference=midnight&from=2041-03-02')).toEqual([after])
  })

  test.each([
    ['status=done', 'status'],
    ['page=0', 'page'],
    ['page=x', 'page'],
    ['per_page=-1', 'per_page'],
    ['per_page=1.5', 'per_page'],
    ['from=2026-13-01', 'from'],
    ['from=yesterday', 'from'],
    ['to=2026-02-30', 'to'],
  ])('422 for the invalid filter %s', async (query, field) => {
    const answer = await list(query)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })
})

describe('4.4 GET /payments/{id}', () => {
  test('returns the payment with its current state', async () => {
    const { id } = await gateway.createPayment()
    await gateway.pay({ payment_id: id })
    const answer = await gateway.call('GET', `/v1/payments/${id}`)
    expect(answer).toMatchObject({ status: 200, body: { id, status: 'paid' } })
  })

  test.each(['1', '999999999', '99999999999999999999', '-1', 'abc', '%zz', '%00', '1e3'])(
    '404 payment_not_found for %s',
    async (id) => {
      const answer = await gateway.call('GET', `/v1/payments/${id}`)
      expect(answer).toMatchObject({ status: 404, body: { code: 'payment_not_found' } })
    },
  )
})
