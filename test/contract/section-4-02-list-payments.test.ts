import { beforeAll, describe, expect, test } from 'vitest'
import { PAYMENT_STATES } from '../../src/contract/payment-states.ts'
import { useGateway } from '../support/use-world.ts'
import { LIVE_KEY, uniqueReference } from './support/harness.ts'
import { bothEnvironmentsTest, controlledTest } from './support/target.ts'

describe('4.2 GET /payments', () => {
  /** The gateway may hold other payments: filter by a unique reference. */
  const reference = uniqueReference()
  const ids: number[] = []
  const list = (query: string) => gateway.call('GET', `/v1/payments?${query}`)
  const ours = (query = '') => list(`external_reference=${reference}&${query}`)
  const idsOf = ({ body }: { body: { data: { id: number }[] } }): number[] =>
    body.data.map(({ id }) => id)

  const gateway = useGateway()
  beforeAll(async () => {
    for (let n = 0; n < 23; n++) {
      ids.unshift((await gateway.createPayment({ external_reference: reference })).id)
    }
  })

  test('the list is newest first with 20 per page, and meta counts all matches', async () => {
    const answer = await ours()
    expect(idsOf(answer)).toEqual(ids.slice(0, 20))
    expect(answer.body.meta).toMatchObject({
      current_page: 1,
      per_page: 20,
      total: 23,
      last_page: 2,
    })
  })

  test('the unfiltered list is newest first', async () => {
    await gateway.createPayment()
    const { data } = (await list('')).body
    const times = data.map(({ created_at }: { created_at: string }) => created_at)
    expect(times).toEqual(times.toSorted().reverse())
  })

  test('per_page sets the page size, and pages run from 1 to meta.last_page', async () => {
    expect(idsOf(await ours('per_page=10'))).toEqual(ids.slice(0, 10))
    expect(idsOf(await ours('per_page=10&page=2'))).toEqual(ids.slice(10, 20))
    const last = await ours('per_page=10&page=3')
    expect(idsOf(last)).toEqual(ids.slice(20))
    expect(last.body.meta).toMatchObject({ current_page: 3, last_page: 3, total: 23 })
  })

  test('the list ignores limit', async () => {
    const answer = await ours('limit=3')
    expect(answer.body.data).toHaveLength(20)
    expect(answer.body.meta.per_page).toBe(20)
  })

  test.each([
    ['status[]=zzz', 'status'],
    ['status[a]=paid', 'status'],
    ['status[]=', 'status'],
    ['status=paid&status[]=paid', 'status'],
    ['from[]=x', 'from'],
    ['to%5B%5D=2026-01-01', 'to'],
    ['per_page[]=5', 'per_page'],
    ['page[b][c]=2', 'page'],
    ['external_reference[]=x', 'external_reference'],
  ])('the list rejects a filter sent as a list: %s', async (query, field) => {
    const { status, body } = await list(query)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })

  test('the list filters by status', async () => {
    expect((await ours('status=pending')).body.meta.total).toBe(23)
    expect((await ours('status=paid')).body).toMatchObject({ data: [], meta: { total: 0 } })
  })

  test.each(PAYMENT_STATES)('%s is a valid status filter (3)', async (status) => {
    expect((await list(`status=${status}`)).status).toBe(200)
  })

  controlledTest('the status filter reflects a payment', async () => {
    const { id } = await gateway.payNew({ external_reference: reference })
    expect(idsOf(await ours('status=paid'))).toEqual([id])
    expect((await ours('status=pending')).body.meta.total).toBe(23)
  })

  test('external_reference matches whole values and may match several payments', async () => {
    const twice = uniqueReference()
    await gateway.createPayment({ external_reference: twice })
    await gateway.createPayment({ external_reference: twice })
    expect((await list(`external_reference=${twice}`)).body.meta.total).toBe(2)
    expect((await list(`external_reference=${twice.slice(0, -1)}`)).body.meta.total).toBe(0)
  })

  test('an external_reference with special characters matches exactly', async () => {
    const odd = `Ñ&=%+ ${uniqueReference()}`
    const { id } = await gateway.createPayment({ external_reference: odd })
    expect(idsOf(await list(`external_reference=${encodeURIComponent(odd)}`))).toEqual([id])
  })

  test('the list filters by Honduras day of creation, with an inclusive to', async () => {
    const own = uniqueReference()
    const { created_at } = await gateway.createPayment({ external_reference: own })
    const today = created_at.slice(0, 10)
    const dayAfter = (days: number) =>
      new Date(Date.parse(`${today}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
    const totalOf = async (range: string) =>
      (await list(`external_reference=${own}&${range}`)).body.meta.total
    expect(await totalOf(`from=${today}&to=${today}`)).toBe(1)
    expect(await totalOf(`from=${dayAfter(-1)}`)).toBe(1)
    expect(await totalOf(`from=${dayAfter(1)}`)).toBe(0)
    expect(await totalOf(`to=${dayAfter(-1)}`)).toBe(0)
  })

  controlledTest('a day begins at Honduras midnight, 06:00 UTC', async () => {
    const own = uniqueReference()
    const day = (instant: number) => new Date(instant).toISOString().slice(0, 10)
    const tomorrow = (await gateway.now()).getTime() + 48 * 3_600_000
    const midnight = Date.parse(`${day(tomorrow)}T06:00:00Z`)
    const createAt = async (instant: number) => {
      await gateway.control('POST', '/clock', { now: new Date(instant).toISOString() })
      return (await gateway.createPayment({ external_reference: own })).id
    }
    const before = await createAt(midnight - 5_000)
    const after = await createAt(midnight)
    const search = (range: string) => list(`external_reference=${own}&${range}`)
    expect(idsOf(await search(`to=${day(midnight - 86_400_000)}`))).toEqual([before])
    expect(idsOf(await search(`from=${day(midnight)}`))).toEqual([after])
  })

  bothEnvironmentsTest('a key sees only the payments of its environment', async () => {
    const { id } = await gateway.createPayment({ external_reference: reference }, LIVE_KEY)
    expect(idsOf(await ours('per_page=50'))).not.toContain(id)
    const path = `/v1/payments?external_reference=${reference}`
    expect(idsOf(await gateway.call('GET', path, { key: LIVE_KEY }))).toEqual([id])
  })

  test.each([
    ['status=done', 'status'],
    ['status=authorized', 'status'],
    ['status=captured', 'status'],
    ['page=x', 'page'],
    ['per_page=x', 'per_page'],
    ['from=2026-13-01', 'from'],
    ['from=yesterday', 'from'],
    ['to=2026-02-30', 'to'],
    ['to=01/02/2026', 'to'],
  ])('the invalid filter %s gets 422', async (query, field) => {
    const answer = await list(query)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })

  test('a request without a key gets 401', async () => {
    expect((await gateway.call('GET', '/v1/payments', { key: null })).status).toBe(401)
  })
})
