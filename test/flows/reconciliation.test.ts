import { beforeAll, describe, expect, it } from 'vitest'
import type { AttemptState } from '../../src/db/tables/orders.ts'
import { paymentAtGateway } from '../support/gateway-events.ts'
import { callGateway, type Merchant, merchantOf, setSandbox } from '../support/merchant.ts'
import { passNight, reconcileNow, reportWhenEnded, summaryOf, today } from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { CARDS, cardOf, connectTestStore, eventually, type Json } from '../support/world.ts'

const world = useWorld()
let merchant: Merchant
beforeAll(async () => {
  merchant = merchantOf(world, { prefix: 'R' })
})

const losingEvents = async <T>(act: () => Promise<T>): Promise<T> => {
  await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
  try {
    return await act()
  } finally {
    await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
  }
}

const db = () => world.puente.ctx.db.query
const orderRow = (id: string) =>
  db().selectFrom('orders').selectAll().where('external_id', '=', id).executeTakeFirstOrThrow()

const missingEventsOf = async (id: string): Promise<string[]> => {
  const gaps = db().selectFrom('webhook_gaps').selectAll()
  const found = await gaps.where('order_id', '=', (await orderRow(id)).id).execute()
  return found.map(({ state, found_by }) => `${state} found by ${found_by}`)
}

const deleteNotification = async (id: string): Promise<void> => {
  const { id: orderId } = await orderRow(id)
  await db().deleteFrom('tasks').where('order_id', '=', orderId).execute()
  await db()
    .deleteFrom('timeline')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'storefront_told')
    .execute()
}

const setPaymentRow = async (
  id: string,
  changes: { state?: AttemptState; refunded_minor?: bigint; gateway_payment_id?: bigint | null },
): Promise<void> => {
  const { current_payment_id } = await orderRow(id)
  await db().updateTable('payments').set(changes).where('id', '=', current_payment_id).execute()
}

const lost: string[] = []
const createOfOlderLedger = (external_reference: string): Promise<Json> =>
  callGateway(world, 'POST', '/v1/payments', {
    amount: 100,
    external_reference,
    name: 'Of an older ledger',
    metadata: { puente_payment: 'pay_of_an_older_ledger' },
  })

const foundOf = (report: Json, id: string): string[] =>
  summaryOf(report)
    .filter((line) => line.endsWith(` ${id}`))
    .map((line) => line.slice(0, -id.length - 1))

const alertKinds = async (id: string): Promise<string[]> =>
  (await merchant.alertsOf(id)).map(({ kind }: Json) => kind)

describe('a reconciliation', () => {
  it('the run finds a missed event, a missed notification and an unmatched payment, and a second run finds nothing', async () => {
    const missed = await merchant.open()
    await losingEvents(() => world.pay(missed.checkoutUrl))
    const untold = await merchant.paid()
    await settled(world)
    await deleteNotification(untold.id)
    const foreign = await callGateway(world, 'POST', '/v1/payments', {
      amount: 12,
      external_reference: 'somebody-else',
      name: 'Theirs',
    })

    const report = await reconcileNow(world)
    expect(report).toMatchObject({ state: 'done', store_side: 'not_offered', is_incomplete: false })
    expect(summaryOf(report).sort()).toEqual([
      `missed_event repaired ${missed.id}`,
      `payment_foreign counted gateway:${foreign.id}`,
      `store_not_told repaired ${untold.id}`,
    ])
    await settled(world)
    expect((await merchant.read(missed.id)).order.status).toBe('paid')
    expect(merchant.notifications(missed.id)).toEqual(['order.paid'])
    // The repair reuses the webhook id, so the store can dedupe it.
    expect(merchant.notifications(untold.id)).toEqual(['order.paid'])
    const kinds = (await merchant.timeline(missed.id)).map(({ kind }: Json) => kind)
    expect(kinds).toContain('difference_found')

    const second = await reconcileNow(world)
    expect(summaryOf(second)).toEqual([])
    expect(second.progress.foreign).toBe(1)
  })

  it('the run repairs a refund, a void and an expiry whose events were lost, and notifies the store', async () => {
    const [refunded, voided, open] = [
      await merchant.paid(),
      await merchant.paid(),
      await merchant.open(),
    ]
    await settled(world)
    await losingEvents(async () => {
      await world.control('/sandbox/portal/void', { transaction_id: voided.transactionId })
      await setSandbox(world, 'profile', { refunds_from: 'immediately' }).catch(() => {})
      await world.control('/sandbox/settle', {})
      await world.control('/sandbox/portal/refund', {
        transaction_id: refunded.transactionId,
        amount: 40,
      })
      await world.control('/sandbox/portal/disable', { payment_id: Number(open.gatewayId) })
    })
    const report = await reconcileNow(world)
    for (const { id } of [refunded, voided, open]) {
      expect(foundOf(report, id)).toEqual(['missed_event repaired'])
    }
    await settled(world)
    expect((await merchant.read(refunded.id)).order.status).toBe('partially_refunded')
    expect(merchant.notifications(refunded.id)).toEqual(['order.paid', 'order.partially_refunded'])
    expect(merchant.notifications(voided.id)).toEqual(['order.paid', 'order.voided'])
    expect(await missingEventsOf(voided.id)).toEqual(['voided found by reconciliation'])
    expect(summaryOf(await reconcileNow(world))).toEqual([])
  })

  it('the run links a payment whose gateway id was lost, and adopts a paid duplicate', async () => {
    const [lost, double] = [await merchant.open(), await merchant.open()]
    await setPaymentRow(lost.id, { gateway_payment_id: null, state: 'abandoned' })
    const { current_payment_id } = await orderRow(double.id)
    const duplicate = await losingEvents(async () => {
      const created = await callGateway(world, 'POST', '/v1/payments', {
        amount: 100,
        external_reference: double.id,
        name: 'Twin',
        metadata: { puente_payment: current_payment_id },
      })
      await world.control('/sandbox/pay', {
        payment_id: created.id,
        card: cardOf(CARDS.approved),
      })
      return created
    })
    const report = await reconcileNow(world)
    expect(foundOf(report, lost.id)).toEqual(['payment_unknown repaired'])
    expect(foundOf(report, double.id)).toEqual(['payment_unknown repaired'])
    expect((await merchant.read(lost.id)).payment.gateway_payment_id).toBe(lost.gatewayId)
    const { order, payment } = await merchant.readWhen(
      double.id,
      (now) => now.order.status === 'paid',
    )
    expect([order.conflict, payment.gateway_payment_id]).toEqual([null, String(duplicate.id)])
    expect(await missingEventsOf(double.id)).toEqual(['paid found by reconciliation'])
    await settled(world)
    expect(summaryOf(await reconcileNow(world))).toEqual([])
  })

  it('the run lists a charge that the database has lost', async () => {
    const { id: known } = await merchant.open()
    const chargeOfOlderLedger = async (external_reference: string): Promise<number> => {
      const { id } = await createOfOlderLedger(external_reference)
      await world.control('/sandbox/pay', { payment_id: id, card: cardOf(CARDS.approved) })
      lost.push(`gateway:${id}`)
      return id
    }
    const [gatewayId, unpaid] = await losingEvents(async () => {
      await chargeOfOlderLedger(known)
      return [
        await chargeOfOlderLedger('R-lost'),
        (await createOfOlderLedger('R-lost-and-not-paid')).id,
      ]
    })
    const report = await reconcileNow(world)
    expect(foundOf(report, known)).toEqual(['payment_unknown for_a_person'])
    expect(await alertKinds(known)).toEqual(['payment_without_order'])
    expect(foundOf(report, `gateway:${gatewayId}`)).toEqual(['payment_unknown for_a_person'])
    // Unpaid, so each run checks it again.
    expect(foundOf(report, `gateway:${unpaid}`)).toEqual(['payment_foreign counted'])
    const { body } = await world.api('GET', '/v1/alerts')
    const problem = body.data.find(
      ({ details }: Json) => details.gateway_payment_id === String(gatewayId),
    )
    expect(problem).toMatchObject({
      kind: 'payment_without_order',
      order_id: null,
      details: {
        external_reference: 'R-lost',
        differs: { amount: [null, '100'] },
        day: today(world),
      },
    })
  })

  it('the run lists a charge and a refund that the gateway does not show, until they no longer differ', async () => {
    const [notPaid, notRefunded] = [await merchant.open(), await merchant.paid()]
    await settled(world)
    await setPaymentRow(notPaid.id, { state: 'paid' })
    await setPaymentRow(notRefunded.id, { state: 'partially_refunded', refunded_minor: 3_000n })
    const report = await reconcileNow(world)
    expect(foundOf(report, notPaid.id)).toContain('not_paid_at_gateway for_a_person')
    expect(foundOf(report, notRefunded.id)).toEqual(['refunded_on_one_side for_a_person'])
    const found = report.differences.data.find(({ order_id }: Json) => order_id === notRefunded.id)
    expect(found.details).toMatchObject({
      differs: { refunded: ['30.00', '0.00'] },
      currency: 'HNL',
    })
    expect(await alertKinds(notPaid.id)).toEqual(['payment_not_at_gateway'])
    expect(await alertKinds(notRefunded.id)).toEqual(['payment_differs'])

    await setPaymentRow(notPaid.id, { state: 'pending' })
    await setPaymentRow(notRefunded.id, { state: 'paid', refunded_minor: 0n })
    await reconcileNow(world)
    expect(await alertKinds(notPaid.id)).toEqual([])
    expect(await alertKinds(notRefunded.id)).toEqual([])
  })

  it('the run lists a payment that the gateway does not know, and an order that was paid twice', async () => {
    const [gone, twice] = [await merchant.open(), await merchant.open()]
    const { body } = await merchant.checkout(twice.id, { amount: '150.00' })
    await world.pay(twice.checkoutUrl)
    await world.pay(body.payment.checkout_url)
    await merchant.readWhen(twice.id, (now) => now.order.conflict === 'paid_twice')
    await settled(world)
    await setPaymentRow(gone.id, { state: 'paid', gateway_payment_id: 4_000_000n })
    const report = await reconcileNow(world)
    expect(foundOf(report, gone.id)).toContain('missing_at_gateway for_a_person')
    expect(foundOf(report, twice.id)).toEqual(['paid_twice for_a_person'])
    expect(await alertKinds(gone.id)).toContain('payment_not_at_gateway')
    await setPaymentRow(gone.id, { state: 'pending', gateway_payment_id: BigInt(gone.gatewayId) })
  })

  it('the run counts an unpaid link that the gateway no longer knows once, and leaves it as it is', async () => {
    const gone = await merchant.open()
    await setPaymentRow(gone.id, { gateway_payment_id: 4_000_001n })
    const dry = await reconcileNow(world, { dry: true })
    expect(foundOf(dry, gone.id)).toEqual(['missing_at_gateway counted'])
    expect(foundOf(await reconcileNow(world), gone.id)).toEqual(['missing_at_gateway counted'])
    expect(foundOf(await reconcileNow(world), gone.id)).toEqual([])
    expect((await merchant.read(gone.id)).payment.state).toBe('pending')
    await setPaymentRow(gone.id, { gateway_payment_id: BigInt(gone.gatewayId) })
  })

  it('the run repairs an amount that differs from the charge', async () => {
    const order = await merchant.paid()
    const { current_payment_id } = await orderRow(order.id)
    await db()
      .updateTable('payments')
      .set({ amount_minor: 9_000n })
      .where('id', '=', current_payment_id)
      .execute()
    const report = await reconcileNow(world)
    expect(foundOf(report, order.id)).toEqual(['amount_drift repaired'])
    expect((await merchant.read(order.id)).payment.amount).toBe('100.00')
  })

  it('a dry run says what it would do, and changes nothing', async () => {
    const [missed, untold] = [await merchant.open(), await merchant.paid()]
    await losingEvents(() => world.pay(missed.checkoutUrl))
    await settled(world)
    await deleteNotification(untold.id)
    const foreign = await callGateway(world, 'POST', '/v1/payments', {
      amount: 13,
      external_reference: 'somebody-else-again',
      name: 'Theirs',
    })
    const before = await merchant.timeline(missed.id)
    for (let times = 0; times < 2; times++) {
      const report = await reconcileNow(world, { dry: true })
      expect(report.dry).toBe(true)
      expect(foundOf(report, missed.id)).toEqual(['missed_event would_be_repaired'])
      expect(foundOf(report, untold.id)).toEqual(['store_not_told would_be_repaired'])
      expect(foundOf(report, `gateway:${foreign.id}`)).toEqual(['payment_foreign counted'])
    }
    expect((await merchant.read(missed.id)).order.status).toBe('awaiting_payment')
    expect(await merchant.timeline(missed.id)).toEqual(before)
    expect(await alertKinds(missed.id)).toEqual([])

    const report = await reconcileNow(world)
    expect(foundOf(report, missed.id)).toEqual(['missed_event repaired'])
  })

  it('the report has the totals of both sides', async () => {
    const report = await reconcileNow(world)
    const [{ currency, gateway, ledger: inDb }] = report.totals
    expect(currency).toBe('HNL')
    expect(inDb).toEqual(gateway)
    expect(Number(gateway.net)).toBe(
      Number(gateway.charged) -
        Number(gateway.voided) -
        Number(gateway.refunded) -
        Number(gateway.fees),
    )
    expect(Number(gateway.refunded)).toBe(40)
  })

  it('a finished run leaves no working rows in the database', async () => {
    const { count } = await db()
      .selectFrom('reconciliation_seen')
      .select((row) => row.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(0n)
  })
})

describe('a refused reconciliation', () => {
  const begin = (body: Json) => world.api('POST', '/v1/reconciliations', body)

  it.each([
    [{ from: '2026-02-10', to: '2026-02-09' }, 'to', 'before'],
    [{ from: '2026-02-01', to: '2999-01-01' }, 'to', 'in the future'],
    [{ from: '2020-01-01', to: '2021-06-01' }, 'to', '366'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'from', 'no such day'],
    [{ from: '2026-03-01', to: '2026-02-30' }, 'to', 'no such day'],
    [{ from: '2026-02-01', to: '2026-13-01' }, 'to', 'no such day'],
    [{ from: '0000-01-01', to: '0000-01-02' }, 'from', 'before 2000'],
    [{ from: '1999-12-31', to: '2000-01-01' }, 'from', 'before 2000'],
    [{ from: 'yesterday', to: '2026-03-01' }, 'from', 'day'],
    [{ to: '2026-03-01' }, 'from', ''],
    [{ from: '2026-03-01', to: '2026-03-01', dry: 'yes' }, 'dry', ''],
    [{ from: '2026-03-01', to: '2026-03-01', wet: true }, 'wet', 'no such field'],
  ])('the refusal gives the reason: %o', async (body, path, words) => {
    const { status, body: refusal } = await begin(body)
    expect([status, refusal.errors[0].path]).toEqual([422, path])
    expect(refusal.errors[0].message).toContain(words)
  })

  it('a second run of the same store is refused, and one of another store is not', async () => {
    const other = await connectTestStore(world.puente, { id: 'otra', notifyUrl: null })
    const window = { from: today(world), to: today(world) }
    await setSandbox(world, 'faults', { api: { latency_ms: 400, only: 'GET /v1/payments' } })
    const first = await begin(window)
    const second = await begin(window)
    expect(first.status).toBe(202)
    expect([second.status, second.body.code, second.body.detail]).toEqual([
      409,
      'reconciliation_running',
      expect.stringContaining(first.body.id),
    ])
    const elsewhere = await world.api('POST', '/v1/reconciliations', window, {
      authorization: `Bearer ${other}`,
    })
    expect(elsewhere.status).toBe(202)
    await setSandbox(world, 'faults', { api: { latency_ms: 0 } })
    expect((await reportWhenEnded(world, first.body.id)).state).toBe('done')
    const theirs = { authorization: `Bearer ${other}` }
    const report = await reportWhenEnded(world, elsewhere.body.id, theirs)
    // The stores share one account, so either may own a lost payment.
    const unknown = summaryOf(report).filter((line) => !line.startsWith('payment_foreign counted'))
    expect(unknown.sort()).toEqual(lost.map((id) => `payment_unknown for_a_person ${id}`).sort())
    expect(report.progress.foreign).toBe(report.progress.payments - lost.length)
    expect(
      (await world.api('GET', `/v1/reconciliations/${first.body.id}`, undefined, theirs)).status,
    ).toBe(404)
  })

  it('a run that has ended or does not exist can be neither stopped nor resumed', async () => {
    const { id } = await reconcileNow(world)
    for (const [path, status, title] of [
      [`${id}/stop`, 409, 'The reconciliation is not running'],
      [`${id}/resume`, 409, 'The reconciliation is done'],
      ['rec_nothing/stop', 404, 'The store has no such reconciliation'],
      ['rec_nothing/resume', 404, 'The store has no such reconciliation'],
    ]) {
      const answer = await world.api('POST', `/v1/reconciliations/${path}`)
      expect(answer).toMatchObject({ status, body: { title } })
    }
    expect((await world.api('GET', '/v1/reconciliations/rec_nothing')).status).toBe(404)
    expect((await world.api('GET', `/v1/reconciliations/${id}?cursor=x`)).status).toBe(422)
  })

  it('a running reconciliation cannot be resumed, and the refusal says so', async () => {
    const { id } = await reconcileNow(world, { dry: true })
    const setState = (state: 'running' | 'done') =>
      db().updateTable('reconciliations').set({ state }).where('id', '=', id).execute()
    await setState('running')
    const answer = await world.api('POST', `/v1/reconciliations/${id}/resume`)
    await setState('done')
    const title = 'The reconciliation is already running'
    expect(answer).toMatchObject({ status: 409, body: { title } })
  })
})

describe('the nightly reconciliation', () => {
  it('each store is reconciled once a night, over the days up to yesterday', async () => {
    await connectTestStore(world.puente, {
      id: 'sin-noche',
      notifyUrl: null,
      policy: { reconcile: { nightly: false } },
    })
    const missed = await merchant.open()
    await losingEvents(() => world.pay(missed.checkoutUrl))
    const day = today(world)
    await passNight(world)
    const run = await eventually(async () => {
      const { body } = await world.api('GET', '/v1/reconciliations')
      return body.data.find(
        ({ trigger, state }: Json) => trigger === 'schedule' && state === 'done',
      )
    })
    expect(run.to >= day).toBe(true)
    expect((Date.parse(run.to) - Date.parse(run.from)) / 86_400_000).toBe(34)
    expect((await merchant.read(missed.id)).order.status).toBe('paid')
    expect((await paymentAtGateway(world, missed.gatewayId)).status).toBe('paid')
    const nights = await db()
      .selectFrom('reconciliations')
      .select('store_id')
      .where('trigger', '=', 'schedule')
      .execute()
    expect(nights.map(({ store_id }) => store_id)).not.toContain('sin-noche')
    expect(new Set(nights.map(({ store_id }) => store_id)).size).toBe(nights.length)
  })
})
