import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_SECONDS, type Merchant, merchantOf, pass, setSandbox } from '../support/merchant.ts'
import { reconcileNow, today } from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()
let merchant: Merchant
let apiKey: string
beforeAll(async () => {
  // A nightly run would fill in the gateway's sums.
  apiKey = await connectTestStore(world.puente, {
    id: TEST_STORE,
    notifyUrl: world.shop.url,
    policy: { reconcile: { nightly: false }, service_fee: true },
  })
  merchant = merchantOf(world, { prefix: 'S', apiKey })
})

const read = async (from: string, to: string, suffix = ''): Promise<Json> => {
  const headers = { authorization: `Bearer ${apiKey}` }
  return world.api('GET', `/v1/settlements${suffix}?from=${from}&to=${to}`, undefined, headers)
}

describe('the settlement view', () => {
  it('the view has the charges of each Honduras day, the database beside the gateway', async () => {
    const [kept, undone, later] = [
      await merchant.paid(),
      await merchant.paid({ amount: '50.00' }),
      await merchant.open({ amount: '30.00' }),
    ]
    const first = today(world)
    await world.control('/sandbox/portal/void', { transaction_id: undone.transactionId })
    await merchant.readWhen(undone.id, (now) => now.order.status === 'voided')
    const before = (await read(first, first)).body.data
    expect(before).toMatchObject([
      { day: first, currency: 'HNL', gateway: null, gateway_is_whole: false },
    ])
    const { total, service_fee } = (await merchant.read(kept.id)).payment
    const [{ ledger }] = before
    expect(ledger).toMatchObject({ payments: 2, refunded: '0.00', fees: service_fee })
    expect(Number(ledger.charged) - Number(ledger.voided)).toBeCloseTo(Number(total))
    // The customer carries the fee, so the store nets the order's amount.
    expect(ledger.net).toBe('100.00')

    await reconcileNow(world, { apiKey })
    const [row] = (await read(first, first)).body.data
    expect(row.gateway).toEqual(row.ledger)
    expect(row.gateway_is_whole).toBe(true)

    await pass(world, DAY_SECONDS)
    await world.pay(later.checkoutUrl)
    await merchant.readWhen(later.id, (now) => now.order.status === 'paid')
    await settled(world)
    const second = today(world)
    await reconcileNow(world, { apiKey, from: second, to: second })
    const [, next] = (await read(first, second)).body.data
    // Charged today and created yesterday, outside today's run.
    expect(next).toMatchObject({ day: second, gateway: { payments: 0 }, ledger: { payments: 1 } })
    expect(next.gateway_is_whole).toBe(false)

    await reconcileNow(world, { apiKey, from: first, to: second })
    const rows = (await read(first, second)).body.data
    expect(rows.map(({ gateway }: Json) => gateway)).toEqual(
      rows.map(({ ledger: side }: Json) => side),
    )
    expect(rows.every(({ gateway_is_whole }: Json) => gateway_is_whole)).toBe(true)
  })

  it('the view shows a sum of the gateway that differs from the database', async () => {
    const order = await merchant.paid()
    await settled(world)
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    await world.control('/sandbox/portal/void', { transaction_id: order.transactionId })
    await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
    const day = today(world)
    await reconcileNow(world, { apiKey, dry: true })
    await world.puente.ctx.db.query
      .updateTable('payments')
      .set({ total_minor: 1n })
      .where('transaction_id', '=', order.transactionId)
      .execute()
    await reconcileNow(world, { apiKey })
    const [row] = (await read(day, day)).body.data
    expect(row.gateway.voided).not.toBe('0.00')
  })

  it('the view is available as CSV', async () => {
    const day = today(world)
    const { status, headers, body } = await read(day, day, '.csv')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const [names, row] = body.split('\r\n')
    expect(names).toMatch(/^day,currency,ledger_payments,ledger_charged/)
    expect(row).toMatch(new RegExp(`^${day},HNL,\\d`))
  })

  it('a program that reads the CSV finds the first column by its name', async () => {
    const answer = await fetch(`${world.url}/v1/settlements.csv?from=2026-01-01&to=2026-01-02`, {
      headers: { authorization: `Bearer ${apiKey}` },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('day,')
  })

  it.each([
    ['2026-02-10', '2026-02-09'],
    ['2026-02-10', '2999-01-01'],
    ['2020-01-01', '2026-01-01'],
    ['x', '2026-01-01'],
  ])('the view refuses the days %s to %s', async (from, to) => {
    expect((await read(from, to)).status).toBe(422)
    expect((await read(from, to, '.csv')).status).toBe(422)
  })
})
