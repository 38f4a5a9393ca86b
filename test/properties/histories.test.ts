import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deliver, eventOf, type HistoryStep, paymentAtGateway } from '../support/gateway-events.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'

const world = useWorld()

let orders = 0
const newOrder = async () => {
  const id = `H-${++orders}`
  const order = { id, amount: '100.00', currency: 'HNL' }
  const { body } = await world.api('POST', '/v1/checkouts', { order })
  return { id, payment: await paymentAtGateway(world, body.payment.gateway_payment_id) }
}

const send = async (body: string) => {
  expect((await deliver(world.url, { body })).status).toBe(200)
}
const toldOf = (id: string, type?: string) =>
  world.shop.messages.filter(
    ({ order, ...told }) => order.id === id && (!type || told.type === type),
  )

interface History {
  steps: HistoryStep[]
  status: string
  refunded: string
}

const declines = fc.constantFrom<HistoryStep[]>([], ['failed'], ['failed', 'failed'])
const ends = fc.constantFrom<History>(
  { steps: [], status: 'paid', refunded: '0.00' },
  { steps: [{ refundedSoFar: 30 }], status: 'partially_refunded', refunded: '30.00' },
  {
    steps: [{ refundedSoFar: 30 }, { refundedSoFar: 75.5 }],
    status: 'partially_refunded',
    refunded: '75.50',
  },
  { steps: [{ refundedSoFar: 30 }, 'refunded'], status: 'refunded', refunded: '100.00' },
  { steps: ['refunded'], status: 'refunded', refunded: '100.00' },
  { steps: ['voided'], status: 'voided', refunded: '0.00' },
  { steps: ['expired'], status: 'paid', refunded: '0.00' },
)

const arrivals = fc.record({
  again: fc.array(fc.nat({ max: 7 }), { maxLength: 6 }),
  ranks: fc.array(fc.nat(), { minLength: 16, maxLength: 16 }),
  atOnce: fc.boolean(),
})

describe('events in any order and with repeats', () => {
  it('the order ends the same, and the store is notified of the sale at most once', async () => {
    await fc.assert(
      fc.asyncProperty(declines, ends, arrivals, async (failed, end, { again, ranks, atOnce }) => {
        const { id, payment } = await newOrder()
        const steps: HistoryStep[] = [...failed, 'approved', ...end.steps]
        const events = steps.map((step) => eventOf(payment, step))
        const repeated = again.flatMap((index) => events[index] ?? [])
        const deliveries = [...events, ...repeated]
          .map((body, index) => ({ body, rank: ranks[index] ?? 0 }))
          .toSorted((one, other) => one.rank - other.rank)
        if (atOnce) await Promise.all(deliveries.map(({ body }) => send(body)))
        else for (const { body } of deliveries) await send(body)
        await settled(world)

        const { body } = await world.api('GET', `/v1/orders/${id}`)
        expect(body).toMatchObject({
          order: { status: end.status, conflict: null, paid_at: '2026-05-04T17:59:00.000Z' },
          payment: { state: end.status, refunded_amount: end.refunded },
        })
        const sales = toldOf(id, 'order.paid').length
        const holdsMoney = end.status === 'paid' || end.status === 'partially_refunded'
        if (holdsMoney) expect(sales).toBe(1)
        else expect(sales).toBeLessThanOrEqual(1)
        if (end.status !== 'paid') expect(toldOf(id, `order.${end.status}`)).not.toEqual([])
        const ids = toldOf(id).map((told) => told.id)
        expect(new Set(ids).size).toBe(ids.length)
      }),
      { numRuns: 25 },
    )
  })
})

describe('repeated events', () => {
  it('ten deliveries of one event, sequential and concurrent, have one effect', async () => {
    const { id, payment } = await newOrder()
    const approved = eventOf(payment, 'approved')
    for (let time = 0; time < 5; time++) await send(approved)
    await Promise.all(Array.from({ length: 5 }, () => send(approved)))
    await settled(world)
    expect(toldOf(id).map(({ type }) => type)).toEqual(['order.paid'])
    const { body } = await world.api('GET', `/v1/orders/${id}/timeline`)
    const kinds = body.data.map(({ kind }: { kind: string }) => kind)
    expect(kinds.filter((kind: string) => kind === 'event_applied')).toHaveLength(1)
  })

  it('an event repeated under another event id has no further effect', async () => {
    const { id, payment } = await newOrder()
    await send(eventOf(payment, 'approved'))
    await settled(world)
    await send(eventOf(payment, 'approved'))
    await settled(world)
    expect(toldOf(id).map(({ type }) => type)).toEqual(['order.paid'])
  })

  it('a handled event that comes again is not handled again', async () => {
    const { id, payment } = await newOrder()
    const declined = eventOf(payment, 'failed')
    for (let time = 0; time < 3; time++) {
      await send(declined)
      await settled(world)
    }
    expect(toldOf(id).map(({ type }) => type)).toEqual(['order.payment_failed'])
  })
})

describe('late events', () => {
  const uncounted = (body: unknown): unknown =>
    JSON.parse(JSON.stringify(body, (key, value) => (COUNTED.has(key) ? null : value)))
  const COUNTED = new Set(['decline_count', 'last_declined_at'])

  it.each<[HistoryStep, number]>([
    ['failed', 1],
    ['expired', 0],
  ])(
    'a late %s event after the approval changes nothing but the number of declines',
    async (step, declines) => {
      const { id, payment } = await newOrder()
      await send(eventOf(payment, 'approved'))
      await settled(world)
      const before = (await world.api('GET', `/v1/orders/${id}`)).body
      await send(eventOf(payment, step))
      await settled(world)
      const after = (await world.api('GET', `/v1/orders/${id}`)).body
      expect(uncounted(after)).toEqual(uncounted(before))
      expect(after.payments[0].decline_count).toBe(declines)
      expect(toldOf(id).map(({ type }) => type)).toEqual(['order.paid'])
    },
  )

  it('an approval after the expiry makes the order paid', async () => {
    const { id, payment } = await newOrder()
    await send(eventOf(payment, 'expired'))
    await settled(world)
    await send(eventOf(payment, 'approved'))
    await settled(world)
    expect(toldOf(id).map(({ type }) => type)).toEqual(['order.payment_expired', 'order.paid'])
    expect((await world.api('GET', `/v1/orders/${id}`)).body.order.status).toBe('paid')
  })
})
