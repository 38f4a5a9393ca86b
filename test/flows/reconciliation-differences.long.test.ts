import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hondurasDayOf, startOfHondurasDay } from '../../src/contract/honduras-time.ts'
import { backfillDays } from '../../src/payments/reconciliation/rules/backfill-days.ts'
import { addMs } from '../../src/runtime/clock.ts'
import { startGatewayLists } from '../support/gateway-lists.ts'
import {
  DAY_SECONDS,
  HOUR_SECONDS,
  type Merchant,
  merchantOf,
  pass,
  setSandbox,
} from '../support/merchant.ts'
import {
  nextStep,
  passToNextStep,
  reportWhenEnded,
  summaryOf,
  today,
} from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { connectTestStore, eventually, type Json, TEST_STORE } from '../support/world.ts'

let merchant: Merchant
let apiKey: string
const lists = useStarted(startGatewayLists)
const world = useWorld(() => ({ GATEWAY_BASE_URL: lists.url }))
beforeAll(async () => {
  lists.forwardTo(world.sandbox.url)
  apiKey = await connectTestStore(world.puente, {
    id: TEST_STORE,
    notifyUrl: world.shop.url,
    policy: { reconcile: { nightly: false } },
  })
  merchant = merchantOf(world, { prefix: 'D', apiKey })
})
afterEach(() => {
  lists.change(undefined)
  lists.plannedAnswers(undefined)
})

const headers = () => ({ authorization: `Bearer ${apiKey}` })

const begin = async (more: Json = {}): Promise<string> => {
  const window = { from: today(world), to: today(world), ...more }
  const begun = await world.api('POST', '/v1/reconciliations', window, headers())
  expect(begun.status).toBe(202)
  return begun.body.id
}

const read = async (id: string): Promise<Json> =>
  (await world.api('GET', `/v1/reconciliations/${id}`, undefined, headers())).body

const paidWithLostEvent = async (count: number) => {
  const orders = await Promise.all(Array.from({ length: count }, () => merchant.open()))
  await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
  for (const { checkoutUrl } of orders) await world.pay(checkoutUrl)
  await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
  return orders
}

const listedAsPaid = (id: string) => (page: Json) => ({
  ...page,
  data: page.data.map((each: Json) =>
    String(each.id) === id
      ? {
          ...each,
          status: 'paid',
          transaction_id: crypto.randomUUID(),
          paid_at: each.created_at,
          refunded_amount: 0,
        }
      : each,
  ),
})

const foundOf = (report: Json, id: string): string[] =>
  summaryOf(report).filter((line) => line.endsWith(` ${id}`))

describe('the single payments that a run reads', () => {
  it('a run honours the Retry-After of a 429 for one of many payments, and needs no operator', async () => {
    const orders = await paidWithLostEvent(4)
    const [slow] = orders
    lists.plannedAnswers((id) =>
      id === slow?.gatewayId ? { status: 429, headers: { 'retry-after': '45' } } : undefined,
    )
    const run = await begin()
    for (let times = 0; times < 5; times++) {
      const waitMs = (await nextStep(world)).getTime() - world.puente.ctx.clock.now().getTime()
      expect(waitMs).toBeGreaterThan(30_000)
      if (times === 4) lists.plannedAnswers(undefined)
      await passToNextStep(world)
    }
    const report = await reportWhenEnded(world, run, headers())
    expect(summaryOf(report).sort()).toEqual(
      orders.map(({ id }) => `missed_event repaired ${id}`).sort(),
    )
    await settled(world)
  })

  it('a run leaves the one payment that fails to load to an operator', async () => {
    const [broken, fine] = await paidWithLostEvent(2)
    lists.plannedAnswers((id) => (id === broken?.gatewayId ? { status: 500 } : undefined))
    const run = await begin()
    for (let round = 0; round < 3; round++) await passToNextStep(world)
    const report = await reportWhenEnded(world, run, headers())
    expect(summaryOf(report).sort()).toEqual(
      [`missed_event for_a_person ${broken?.id}`, `missed_event repaired ${fine?.id}`].sort(),
    )
    await settled(world)
  })

  it('a run rereads a payment that only the list shows as paid, and repairs it once both agree', async () => {
    const { id, gatewayId, checkoutUrl } = await merchant.open()
    lists.change(listedAsPaid(gatewayId))
    const run = await begin()
    await nextStep(world)
    expect((await read(run)).state).toBe('running')
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    await world.pay(checkoutUrl)
    await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
    await passToNextStep(world)
    const report = await reportWhenEnded(world, run, headers())
    expect(foundOf(report, id)).toEqual([`missed_event repaired ${id}`])
    await settled(world)
  })

  it('a run lists a payment for an operator when it stays paid in the list alone', async () => {
    const { id, gatewayId } = await merchant.open()
    lists.change(listedAsPaid(gatewayId))
    const run = await begin()
    for (let round = 0; round < 3; round++) await passToNextStep(world)
    const report = await reportWhenEnded(world, run, headers())
    expect(foundOf(report, id)).toEqual([`gateway_disagrees for_a_person ${id}`])
    expect((await merchant.read(id)).order.status).toBe('awaiting_payment')
    expect(await merchant.alertsOf(id)).toMatchObject([
      {
        kind: 'payment_differs',
        details: { by_itself: 'pending', differs: { state: ['pending', 'paid'] } },
      },
    ])
    lists.change(undefined)
    await reportWhenEnded(world, await begin(), headers())
    expect(await merchant.alertsOf(id)).toEqual([])
  })
})

describe('a run with more discrepancies than the list of alerts has room for', () => {
  it('the run says how many more there are, and its paginated report has all of them', async () => {
    const nonsense = Array.from({ length: 205 }, (_, index) => ({ id: { number: index } }))
    lists.change((page) => ({
      data: [...nonsense, ...page.data],
      meta: { ...page.meta, total: page.meta.total + nonsense.length },
    }))
    const run = await begin()
    expect(await reportWhenEnded(world, run, headers())).toMatchObject({ problems_not_listed: 5 })

    const all = async (path: string, listOf: (body: Json) => Json) => {
      const found: Json[] = []
      for (let cursor = ''; ; ) {
        const { body } = await world.api('GET', `${path}&limit=100${cursor}`, undefined, headers())
        const { data, next_cursor } = listOf(body)
        found.push(...data)
        if (next_cursor === null) return found
        cursor = `&cursor=${next_cursor}`
      }
    }
    const path = `/v1/reconciliations/${run}?action=for_a_person`
    const differences = await all(path, (body) => body.differences)
    expect(new Set(differences.map(({ id }) => id)).size).toBe(205)
    expect(new Set(differences.map(({ action }) => action))).toEqual(new Set(['for_a_person']))
    const problems = await all('/v1/alerts?state=open', (body) => body)
    expect(problems.filter(({ kind }) => kind === 'gateway_data_unreadable')).toHaveLength(200)
    expect(problems.filter(({ kind }) => kind === 'differences_not_listed')).toMatchObject([
      { details: { run, listed: 200, more: 5 } },
    ])

    lists.change(undefined)
    expect(await reportWhenEnded(world, await begin(), headers())).toMatchObject({
      problems_not_listed: 0,
    })
    expect(await all('/v1/alerts?state=open', (body) => body)).toEqual([])
  })
})

describe('a refund in the portal, long after the charge, whose event was lost', () => {
  it('the nightly backfill of older days finds the refund', async () => {
    apiKey = await connectTestStore(world.puente, {
      id: TEST_STORE,
      notifyUrl: world.shop.url,
      policy: { reconcile: { nightly: true } },
    })
    merchant = merchantOf(world, { prefix: 'O', apiKey })
    const { id, transactionId } = await merchant.paid()
    await settled(world)
    const dayIn = (days: number) =>
      hondurasDayOf(addMs(world.puente.ctx.clock.now(), days * DAY_SECONDS * 1_000))
    const isIts = (days: number) => {
      const older = backfillDays(dayIn(days), 35)
      return older !== undefined && older.from <= dayIn(0) && dayIn(0) <= older.to
    }
    const days = Array.from({ length: 80 }, (_, index) => index + 40).find(isIts) ?? 0
    await pass(world, (days - 1) * DAY_SECONDS)
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: 40 })
    await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
    // Nightly runs start before four o'clock.
    const { clock } = world.puente.ctx
    const four = addMs(startOfHondurasDay(dayIn(1)) ?? clock.now(), 4 * HOUR_SECONDS * 1_000)
    await pass(world, Math.ceil((four.getTime() - clock.now().getTime()) / 1_000))
    await eventually(async () => {
      await pass(world, 61)
      return (await merchant.read(id)).order.status === 'partially_refunded'
    })
    const runs = (await world.api('GET', '/v1/reconciliations', undefined, headers())).body.data
    expect(runs[0]).toMatchObject({ trigger: 'schedule', store_side: 'not_asked' })
    expect(runs[0].from <= dayIn(-days) && dayIn(-days) <= runs[0].to).toBe(true)
  })
})
