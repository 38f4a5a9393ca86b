import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { findStore } from '../../src/db/stores/stores.ts'
import { beginReconciliation } from '../../src/payments/reconciliation/begin.ts'
import { reconcile } from '../../src/payments/reconciliation/step.ts'
import { dayAfter } from '../../src/payments/reconciliation/window.ts'
import { eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import { startGatewayLists } from '../support/gateway-lists.ts'
import { callGateway, merchantOf, pass, send, setSandbox } from '../support/merchant.ts'
import {
  passNight,
  passToNextStep,
  reconcileNow,
  reportWhenEnded,
  summaryOf,
  today,
} from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { eventually, type Json, TEST_STORE } from '../support/world.ts'

const lists = useStarted(startGatewayLists)
const world = useWorld(() => ({ GATEWAY_BASE_URL: lists.url }))
const merchant = merchantOf(world, { prefix: 'T' })
beforeAll(async () => {
  lists.forwardTo(world.sandbox.url)
})

let others = 0
const createUnmatched = (): Promise<Json> =>
  callGateway(world, 'POST', '/v1/payments', {
    amount: 5,
    external_reference: `other-${++others}`,
    name: 'Theirs',
  })

const pagesOf = (size: number) => async (_page: Json, query: URLSearchParams) => {
  const day = `from=${query.get('from')}&to=${query.get('to')}`
  const all: Json[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const { data, meta } = await callGateway(world, 'GET', `/v1/payments?${day}&page=${page}`)
    all.push(...data)
    last = meta.last_page
  }
  const page = Number(query.get('page'))
  const last_page = Math.max(1, Math.ceil(all.length / size))
  const meta = { current_page: page, per_page: size, total: all.length, last_page }
  return { data: all.slice((page - 1) * size, page * size), meta }
}

describe('a reconciliation', () => {
  it('a payment that is created while the run pages is neither missed nor counted twice', async () => {
    for (let count = 0; count < 10; count++) await createUnmatched()
    const cut = pagesOf(3)
    let inserted = 0
    lists.change(async (page, query) => {
      const answer = await cut(page, query)
      if (inserted < 8) {
        inserted += 2
        await Promise.all([createUnmatched(), createUnmatched()])
      }
      return answer
    })
    const report = await reconcileNow(world)
    lists.change(undefined)
    expect(report.progress).toMatchObject({ payments: 18, payments_at_gateway: 18, foreign: 18 })
    expect(new Set(summaryOf(report)).size).toBe(18)
    expect(report.is_incomplete).toBe(false)
  })

  it('the run falls back to the gateway’s own page size when ours is refused', async () => {
    lists.change((page, query) => (query.has('per_page') ? 422 : page))
    lists.queries.length = 0
    const report = await reconcileNow(world)
    lists.change(undefined)
    expect([report.state, report.progress.payments]).toEqual(['done', 18])
    expect(lists.queries.at(-1)?.has('per_page')).toBe(false)
  })

  it('the run reports itself incomplete when the gateway counts more payments than it shows', async () => {
    lists.change((page) => ({ ...page, meta: { ...page.meta, total: 25, last_page: 4 } }))
    const report = await reconcileNow(world)
    lists.change(undefined)
    expect([report.state, report.is_incomplete]).toEqual(['done', true])
  })

  it('the run lists unreadable payments and continues', async () => {
    const [order, strange] = [await merchant.open(), await merchant.open()]
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    await world.pay(order.checkoutUrl)
    await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
    lists.change((page) => ({
      ...page,
      data: [
        null,
        'nonsense',
        { id: { deep: true } },
        { id: 900_001, amount: 'gratis', currency: 340, status: 7 },
        {
          ...page.data[0],
          id: 900_002,
          status: 'pa\0id',
          external_reference: 'x\0y',
          metadata: { puente_payment: 'pay\0' },
        },
        {
          ...page.data[0],
          id: 900_003,
          status: 'pa\ud800id',
          external_reference: 'x\udfffy',
          currency_iso: 'H\ud800L',
          metadata: { puente_payment: 'pay\ud83d', 'a\0': ['b\0'] },
        },
        ...page.data.map((each: Json) =>
          String(each.id) === strange.gatewayId ? { ...each, status: 'frozen' } : each,
        ),
      ],
      meta: { ...page.meta, total: page.meta.total + 6 },
    }))
    const report = await reconcileNow(world)
    lists.change(undefined)
    expect(report).toMatchObject({ state: 'done', progress: { unreadable: 4 } })
    const kinds = summaryOf(report)
    expect(kinds.filter((line) => line.startsWith('unreadable_payment for_a_person'))).toHaveLength(
      4,
    )
    expect(kinds).toContain(`missed_event repaired ${order.id}`)
    const { body } = await world.api('GET', '/v1/alerts')
    const listed = body.data.filter(({ kind }: Json) => kind === 'gateway_data_unreadable')
    expect(listed).toHaveLength(4)
    expect(kinds).toContain('payment_foreign counted gateway:900002')
    expect(kinds).toContain('payment_foreign counted gateway:900003')
    // A single GET shows the frozen payment unchanged.
    expect(kinds.some((line) => line.includes(strange.id))).toBe(false)

    await settled(world)
    expect(summaryOf(await reconcileNow(world))).toEqual([])
    const after = await world.api('GET', '/v1/alerts')
    expect(after.body.data).toEqual([])
  })

  it('an incomplete run closes no alert and completes no settlement', async () => {
    const problems = async () =>
      (await world.api('GET', '/v1/alerts')).body.data.map(({ kind }: Json) => kind)
    const settlement = async () => {
      const path = `/v1/settlements?from=${today(world)}&to=${today(world)}`
      return (await world.api('GET', path)).body.data[0]
    }
    lists.change((page) => ({
      data: [{ id: 900_010, amount: 'gratis' }, ...page.data],
      meta: { ...page.meta, total: page.meta.total + 1 },
    }))
    await reconcileNow(world)
    expect(await problems()).toEqual(['gateway_data_unreadable'])
    const before = await settlement()
    expect(before.gateway_is_whole).toBe(true)

    // The gateway's times are whole seconds.
    await pass(world, 2)
    const { id: hidden } = await merchant.paid()
    await settled(world)
    lists.change(({ data, meta }) => ({
      data: data.filter(({ external_reference }: Json) => external_reference !== hidden),
      meta,
    }))
    expect((await reconcileNow(world)).is_incomplete).toBe(true)
    expect(await problems()).toEqual(['gateway_data_unreadable'])
    expect(await settlement()).toMatchObject({ gateway: before.gateway, gateway_is_whole: false })

    lists.change(undefined)
    await reconcileNow(world)
    expect(await problems()).toEqual([])
    const after = await settlement()
    expect([after.gateway, after.gateway_is_whole]).toEqual([after.ledger, true])
  })

  it('the run accepts a page of any size', async () => {
    const theirs = (id: number) => ({ id, status: 'paid', amount: 1, currency: '340' })
    const data = Array.from({ length: 9_000 }, (_, index) => theirs(1_000_000 + index))
    lists.change((page) => ({
      data: [...data, ...page.data],
      meta: { ...page.meta, per_page: 20_000, total: page.meta.total + data.length },
    }))
    const report = await reconcileNow(world, { dry: true })
    lists.change(undefined)
    expect([report.state, report.is_incomplete]).toEqual(['done', false])
    expect(report.summary).toEqual([{ kind: 'payment_foreign', action: 'counted', count: 9_000 }])
    const csv = await world.api('GET', `/v1/reconciliations/${report.id}/report.csv`)
    expect(csv.body.trimEnd().split('\r\n')).toHaveLength(9_001)
  })

  it('the run waits for a gateway that is down, and resumes where it was', async () => {
    lists.queries.length = 0
    let failures = 1
    lists.change((page) => (failures-- > 0 ? 503 : page))
    const report = await reconcileNow(world)
    lists.change(undefined)
    expect(report).toMatchObject({ state: 'done', reason: null })
    expect(summaryOf(report)).toEqual([])
  })

  it('the run fails when the gateway refuses it, says why, and can be resumed', async () => {
    lists.change(() => 403)
    const report = await reconcileNow(world)
    expect(report).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('unauthorized'),
    })
    const alertKinds = async () =>
      (await world.api('GET', '/v1/alerts')).body.data.map(({ kind }: Json) => kind)
    expect(await alertKinds()).toContain('reconciliation_failed')

    lists.change(undefined)
    const resumed = await world.api('POST', `/v1/reconciliations/${report.id}/resume`)
    expect(resumed.status).toBe(202)
    expect(await reportWhenEnded(world, report.id)).toMatchObject({ state: 'done', reason: null })
    expect(await alertKinds()).not.toContain('reconciliation_failed')
  })

  it('the run fails after repeated unexpected errors, says why, and can be resumed', async () => {
    const { ctx } = world.puente
    const { query } = ctx.db
    const store = await findStore(query, TEST_STORE)
    if (!store) throw new Error('there is no store')
    await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
      AS ${sql.lit("BEGIN RAISE EXCEPTION 'not thought of'; END")}`.execute(query)
    await sql`CREATE TRIGGER refused BEFORE INSERT ON reconciliation_seen
      EXECUTE FUNCTION refuse()`.execute(query)
    const window = { from: today(world), to: today(world) }
    const begun = await beginReconciliation(ctx, {
      ...{ store, window, dry: false, trigger: 'demand' },
      firstStepAfterMs: 3_600_000,
    })
    if (begun.outcome !== 'begun') throw new Error(begun.outcome)
    const runId = begun.run.id
    const step = () => reconcile(ctx, { runId }).catch(() => 'tried again')
    for (let tries = 1; tries < 6; tries++) expect(await step()).toBe('tried again')
    expect(await step()).toEqual({ outcome: 'done' })
    await query.deleteFrom('tasks').where('kind', '=', 'reconcile').execute()
    expect(await reportWhenEnded(world, runId)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('not thought of'),
    })
    const { body } = await world.api('GET', '/v1/alerts')
    expect(body.data.map(({ kind }: Json) => kind)).toContain('reconciliation_failed')

    await sql`DROP TRIGGER refused ON reconciliation_seen`.execute(query)
    await world.api('POST', `/v1/reconciliations/${runId}/resume`)
    expect((await reportWhenEnded(world, runId)).state).toBe('done')
  })

  it('an unexpected error in one payment leaves that one to an operator, and the run repairs the others', async () => {
    const { query } = world.puente.ctx.db
    const [odd, other] = [await merchant.open(), await merchant.open()]
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    for (const { checkoutUrl } of [odd, other]) await world.pay(checkoutUrl)
    await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
    const condition = sql.lit(BigInt(odd.gatewayId))
    await sql`CREATE TRIGGER refused BEFORE UPDATE ON payments FOR EACH ROW
      WHEN (NEW.gateway_payment_id = ${condition} AND NEW.state = 'paid')
      EXECUTE FUNCTION refuse()`.execute(query)
    const window = { from: today(world), to: today(world) }
    const { body } = await world.api('POST', '/v1/reconciliations', window)
    for (let round = 1; round < 4; round++) await passToNextStep(world)
    const report = await reportWhenEnded(world, body.id)
    expect(report.state).toBe('done')
    expect(summaryOf(report).sort()).toEqual([
      `missed_event for_a_person ${odd.id}`,
      `missed_event repaired ${other.id}`,
    ])
    // The poll task would repair it first.
    const asking = query.selectFrom('tasks').select('id').where('kind', '=', 'ask-gateway')
    const underWay = asking.where('state', 'in', ['queued', 'running'])
    await eventually(async () => (await underWay.execute()).length === 0)
    await query.deleteFrom('tasks').where('kind', '=', 'ask-gateway').execute()
    await sql`DROP TRIGGER refused ON payments`.execute(query)
    expect(summaryOf(await reconcileNow(world))).toEqual([`missed_event repaired ${odd.id}`])
    expect(await merchant.alertsOf(odd.id)).toEqual([])
  })

  it('the run continues when a worker that counted as dead has still recorded its failure', async () => {
    let isNoted = false
    lists.change(async (page) => {
      if (!isNoted) {
        isNoted = true
        // Simulates a second worker at the same step, after a short database outage.
        await sql`UPDATE reconciliations SET version = version + 1, failures = failures + 1
          WHERE state = 'running'`.execute(world.puente.ctx.db.query)
      }
      return page
    })
    const report = await reconcileNow(world, { from: today(world), to: today(world) })
    expect([isNoted, report.state]).toEqual([true, 'done'])
    lists.change(undefined)
  })

  it('the run can be stopped between pages, and resumed without counting anything twice', async () => {
    const cut = pagesOf(3)
    let asked = 0
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    lists.change(async (page, query) => {
      if (++asked === 3) await held
      return cut(page, query)
    })
    const window = { from: today(world), to: today(world) }
    const { body: begun } = await world.api('POST', '/v1/reconciliations', window)
    await eventually(async () => asked >= 3)
    const stopped = await world.api('POST', `/v1/reconciliations/${begun.id}/stop`)
    expect(stopped.body).toMatchObject({ state: 'stopped', progress: { pages: 2, payments: 6 } })
    release()
    await settled(world)
    expect((await reportWhenEnded(world, begun.id)).progress).toMatchObject({ pages: 2 })

    lists.change(cut)
    await world.api('POST', `/v1/reconciliations/${begun.id}/resume`)
    const report = await reportWhenEnded(world, begun.id)
    expect(report.state).toBe('done')
    expect(report.progress.payments).toBe(report.progress.payments_at_gateway)
    expect(report.totals[0].gateway).toEqual(report.totals[0].ledger)
    lists.change(undefined)
  })
})

describe('a nightly reconciliation that fails', () => {
  it('the next night makes up for the failed one, with an alert until then', async () => {
    const nights = async () =>
      (await world.api('GET', '/v1/reconciliations')).body.data
        .filter(({ trigger }: Json) => trigger === 'schedule')
        .map(({ state, from, to }: Json) => ({ state, from, to }))
    const nightsWhen = (count: number) =>
      eventually(async () => {
        const all = await nights()
        return all.length === count && all[0].state !== 'running' && all
      })
    const failures = async () =>
      (await world.api('GET', '/v1/alerts')).body.data
        .filter(({ kind }: Json) => kind === 'reconciliation_failed')
        .map(({ details: { from, to } }: Json) => ({ from, to }))

    lists.change(() => 403)
    await passNight(world)
    const [first] = await nightsWhen(1)
    expect(first.state).toBe('failed')
    await passNight(world)
    const [second] = await nightsWhen(2)
    expect(second).toMatchObject({ state: 'failed', from: first.from })
    expect(second.to > first.to).toBe(true)
    expect(await failures()).toEqual([{ from: second.from, to: second.to }])

    lists.change(undefined)
    await reconcileNow(world)
    expect(await failures()).toHaveLength(1)
    await passNight(world)
    const [third] = await nightsWhen(3)
    expect(third).toMatchObject({ state: 'done', from: first.from })
    expect(await failures()).toEqual([])
    await passNight(world)
    expect((await nightsWhen(4))[0].from > first.from).toBe(true)

    // Shorter runs over the same days make up for a failed run.
    await settled(world)
    const [to, from] = [today(world), dayAfter(today(world), -1)]
    lists.change(() => 403)
    await reconcileNow(world, { from, to })
    lists.change(undefined)
    await reconcileNow(world, { from: to, to })
    expect(await failures()).toEqual([{ from, to }])
    await reconcileNow(world, { from, to: from })
    expect(await failures()).toEqual([])
  })
})

describe('an event with invalid characters', () => {
  it('the event is applied like any other, or kept as unmatched', async () => {
    const { id, gatewayId } = await merchant.open()
    const payment = await paymentAtGateway(world, gatewayId)
    const odd = {
      name: 'a\0',
      description: '\ud800',
      transaction_id: 'tx-\0',
      metadata: { '\0': '\udc00' },
    }
    await send(world, eventOf(payment, 'approved', odd))
    const metadata = { puente_payment: 'pay\ud800\0' }
    const theirs = { ...payment, id: 900_004, external_reference: '\0' }
    await send(world, eventOf(theirs, 'approved', { metadata }))
    await settled(world)
    expect((await merchant.read(id)).order.status).toBe('paid')
    const kept = await world.puente.ctx.db.query
      .selectFrom('events')
      .select('outcome')
      .orderBy('seq', 'desc')
      .limit(2)
      .execute()
    expect(kept.map(({ outcome }) => outcome).sort()).toEqual(['applied', 'foreign'])
  })
})
