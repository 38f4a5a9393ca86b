import { beforeAll, describe, expect, it } from 'vitest'
import { type Merchant, merchantOf, setSandbox } from '../support/merchant.ts'
import {
  passToNextStep,
  reconcileNow,
  reportWhenEnded,
  summaryOf,
  today,
} from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()
let merchant: Merchant
let apiKey: string
beforeAll(async () => {
  const { url } = world.shop
  apiKey = await connectTestStore(world.puente, { id: TEST_STORE, notifyUrl: url, ordersUrl: url })
  merchant = merchantOf(world, { prefix: 'W', apiKey })
})

const says = (id: string, status: string, more: Json = {}) =>
  world.shop.orders.set(id, { status, ...more })

const paidOrder = async (status: string, more: Json = {}): Promise<string> => {
  const { id } = await merchant.paid()
  await settled(world)
  says(id, status, more)
  return id
}

const problems = async (): Promise<Json[]> => {
  const headers = { authorization: `Bearer ${apiKey}` }
  return (await world.api('GET', '/v1/alerts?limit=100', undefined, headers)).body.data
}

const kindsOf = async (id: string): Promise<string[]> =>
  (await problems()).filter(({ order_id }) => order_id === id).map(({ kind }) => kind)

describe('a reconciliation with the orders of the store', () => {
  it('the run finds nothing when store and gateway agree', async () => {
    await paidOrder('paid', { amount: '100.00', currency: 'HNL', refunded_amount: '0.00' })
    says((await merchant.open()).id, 'unpaid')
    const report = await reconcileNow(world, { apiKey })
    expect(report).toMatchObject({ state: 'done', store_side: 'compared' })
    expect(summaryOf(report)).toEqual([])
  })

  it('a store that accepted a notification without effect is notified a second time, then the discrepancy goes to the merchant', async () => {
    const id = await paidOrder('unpaid')
    expect(summaryOf(await reconcileNow(world, { apiKey }))).toEqual([
      `store_not_told repaired ${id}`,
    ])
    await settled(world)
    // Under a new id, or the store would dedupe it.
    expect(merchant.notifications(id)).toEqual(['order.paid', 'order.paid'])
    for (let runs = 0; runs < 2; runs++) {
      expect(summaryOf(await reconcileNow(world, { apiKey }))).toEqual([
        `store_not_told for_a_person ${id}`,
      ])
      await settled(world)
    }
    expect(merchant.notifications(id)).toEqual(['order.paid', 'order.paid'])
    expect(await kindsOf(id)).toEqual(['store_disagrees'])
    says(id, 'paid')
    expect(summaryOf(await reconcileNow(world, { apiKey }))).toEqual([])
    expect(await kindsOf(id)).toEqual([])
  })

  it('the run lists what only the merchant can repair, until the store agrees', async () => {
    const notPaid = (await merchant.open()).id
    says(notPaid, 'paid')
    const refunded = await paidOrder('refunded')
    const cancelled = await paidOrder('cancelled')
    const cheaper = await paidOrder('paid', { amount: '90.00', currency: 'HNL' })
    const { id: unknown } = await merchant.paid()
    await settled(world)
    const report = await reconcileNow(world, { apiKey })
    expect(summaryOf(report).sort()).toEqual(
      [
        `amount_drift for_a_person ${cheaper}`,
        `missing_in_store for_a_person ${unknown}`,
        `paid_after_cancellation for_a_person ${cancelled}`,
        `refunded_on_one_side for_a_person ${refunded}`,
        `store_says_paid for_a_person ${notPaid}`,
      ].sort(),
    )
    for (const id of [notPaid, refunded, cancelled, cheaper, unknown]) {
      expect(await kindsOf(id)).toEqual(['store_disagrees'])
    }
    says(notPaid, 'unpaid')
    for (const id of [refunded, cancelled, cheaper, unknown]) says(id, 'paid')
    expect(summaryOf(await reconcileNow(world, { apiKey }))).toEqual([])
    expect(await kindsOf(notPaid)).toEqual([])
  })

  it('the run notifies the store of a refund that it missed', async () => {
    const id = await paidOrder('paid')
    await merchant.refundInFull(id, { amount: '100.00' })
    await merchant.readWhen(id, (now) => now.order.status === 'voided')
    await settled(world)
    expect(summaryOf(await reconcileNow(world, { apiKey }))).toEqual([
      `refunded_on_one_side repaired ${id}`,
    ])
    await settled(world)
    expect(merchant.notifications(id)).toEqual(['order.paid', 'order.voided', 'order.voided'])
    says(id, 'refunded')
  })

  it('an order whose state is unreadable is one discrepancy, and the run compares the rest', async () => {
    const [odd, nameless, unpaid] = [
      await paidOrder('pagado'),
      (await merchant.paid()).id,
      (await merchant.open()).id,
    ]
    await settled(world)
    says(nameless, 'paid', { id: 7 })
    const refunded = await paidOrder('refunded')
    const report = await reconcileNow(world, { apiKey })
    expect(report.store_side).toBe('compared')
    expect(summaryOf(report).sort()).toEqual(
      [
        `refunded_on_one_side for_a_person ${refunded}`,
        `unreadable_order for_a_person ${odd}`,
        `unreadable_order for_a_person ${nameless}`,
      ].sort(),
    )
    expect(summaryOf(report).some((line) => line.endsWith(` ${unpaid}`))).toBe(false)
    expect(await kindsOf(odd)).toEqual(['store_data_unreadable'])
    const found = report.differences.data.find(({ order_id }: Json) => order_id === odd)
    expect(found.details.detail).toContain('status')

    says(nameless, 'paid', { id: nameless })
    for (const id of [odd, refunded]) says(id, 'paid')
    expect(summaryOf(await reconcileNow(world, { apiKey }))).toEqual([])
    expect(await kindsOf(odd)).toEqual([])
  })

  it('the run continues without a store that does not answer, with an alert until it does', async () => {
    const notCompared = async () =>
      (await problems()).filter(({ kind }: Json) => kind === 'store_not_compared')
    const id = await paidOrder('refunded')
    await reconcileNow(world, { apiKey })
    says(id, 'paid')
    world.shop.answerNext([500, 500, 500])
    const window = { from: today(world), to: today(world) }
    const headers = { authorization: `Bearer ${apiKey}` }
    const { body } = await world.api('POST', '/v1/reconciliations', window, headers)
    for (let tries = 1; tries < 3; tries++) await passToNextStep(world)
    const report = await reportWhenEnded(world, body.id, headers)
    expect(report).toMatchObject({ state: 'done', store_side: 'not_answered', reason: 'HTTP 500' })
    expect(await notCompared()).toMatchObject([{ details: { reason: 'HTTP 500' } }])
    // No run has compared it since.
    expect(await kindsOf(id)).toEqual(['store_disagrees'])

    await reconcileNow(world, { apiKey })
    expect(await notCompared()).toEqual([])
    expect(await kindsOf(id)).toEqual([])
  })

  it('a dry run finds what a repairing run finds', async () => {
    const [missed, twice] = [await merchant.open(), await merchant.open()]
    await settled(world)
    const again = await merchant.checkout(twice.id, { amount: '150.00' })
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    const links = [missed.checkoutUrl, twice.checkoutUrl, again.body.payment.checkout_url]
    for (const link of links) await world.pay(link)
    await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
    for (const { id } of [missed, twice]) says(id, 'paid')
    const dry = await reconcileNow(world, { apiKey, dry: true })
    const wet = await reconcileNow(world, { apiKey })
    expect(summaryOf(dry).sort()).toEqual(
      summaryOf(wet)
        .map((line) => line.replace(' repaired', ' would_be_repaired'))
        .map((line) => line.replace(' for_a_person', ' would_be_for_a_person'))
        .sort(),
    )
    expect(summaryOf(wet).sort()).toEqual(
      [
        `missed_event repaired ${missed.id}`,
        `missed_event repaired ${twice.id}`,
        `missed_event repaired ${twice.id}`,
        `paid_twice for_a_person ${twice.id}`,
      ].sort(),
    )
  })
})
