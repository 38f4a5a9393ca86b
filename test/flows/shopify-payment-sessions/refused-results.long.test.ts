import { describe, expect, it } from 'vitest'
import { pass } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { eventually } from '../../support/world.ts'
import { usePaymentSessions } from './use-payment-sessions.ts'

const {
  world,
  shop,
  decide,
  wanted,
  open,
  orderOf,
  keptState,
  stateWhen,
  rejected,
  wayBackFrom,
  notTaken,
  passRefusals,
  alertsOf,
  refunds,
} = usePaymentSessions()

describe('a payment session that is paid with an older amount', () => {
  it('the session is pending until the merchant decides, and rejected once the payment is refunded', async () => {
    const group = 'checkout-of-an-older-amount'
    const before = await open((await wanted({ group, amount: '100.00' })).payUrl)
    const { session, payUrl } = await wanted({ group, amount: '80.00' })
    await open(payUrl)
    const { transaction_id } = await world.pay(before.location)
    await stateWhen(session, 'PENDING')
    expect(await alertsOf(payUrl)).toEqual(['order_paid_other_amount'])
    const way = await wayBackFrom((await orderOf(payUrl)).success_url ?? '')
    expect(way.location).toContain(session.id)
    await world.control('/sandbox/settle', {})
    await world.control('/sandbox/portal/refund', { transaction_id, amount: 100 })
    await rejected(session)
    expect(await alertsOf(payUrl)).toEqual([])
  })
})

describe('a payment whose answer was lost', () => {
  it('a payment that Shopify then refuses is not refunded before the merchant decides', async () => {
    await decide({ on_conflict: 'refund', reconcile: { nightly: false } })
    const { session, payUrl } = await wanted()
    const { location } = await open(payUrl)
    world.standIn.failNext(/PayResolve/, 'lost-answer')
    await world.pay(location)
    await stateWhen(session, 'RESOLVED')
    shop.payments.giveUp(session)
    await settled(world)
    await pass(world, 20)
    await settled(world)
    expect(await alertsOf(payUrl)).toEqual([])
    await passRefusals()
    await eventually(async () => (await alertsOf(payUrl)).includes('task_given_up'))
    expect(await refunds(payUrl)).toEqual([])
    expect((await orderOf(payUrl)).status).toBe('paid')
  })

  it('a payment after Shopify has abandoned its session is refunded by policy', async () => {
    const { session, payUrl } = await wanted()
    const { location } = await open(payUrl)
    shop.payments.giveUp(session)
    await world.pay(location)
    await eventually(async () => (await orderOf(payUrl)).status === 'paid')
    await settled(world)
    await passRefusals()
    await eventually(async () => (await orderOf(payUrl)).status === 'voided')
    await decide({ reconcile: { nightly: false } })
    expect(await refunds(payUrl)).toEqual([['void', 12_300n, 'succeeded']])
    expect(await alertsOf(payUrl)).toEqual([])
  })
})

describe('a payment session that Shopify refuses at first', () => {
  it('the session is resolved at a later retry, and the first refusal refunds nothing', async () => {
    await decide({ on_conflict: 'refund', reconcile: { nightly: false } })
    const { session, payUrl } = await wanted()
    const { location } = await open(payUrl)
    world.standIn.failNext(/PayResolve/, notTaken('paymentSessionResolve'), 2)
    await world.pay(location)
    for (const toCome of [1, 0]) {
      await eventually(async () => world.standIn.pending() === toCome)
      await settled(world)
      await pass(world, 20)
    }
    await stateWhen(session, 'RESOLVED')
    await settled(world)
    expect(await keptState(session)).toBe('resolved')
    expect((await orderOf(payUrl)).status).toBe('paid')
    expect(await refunds(payUrl)).toEqual([])
    expect(await alertsOf(payUrl)).toEqual([])
    await decide({ reconcile: { nightly: false } })
  })

  it('the session is rejected at a later retry, so that its buyer does not wait in vain', async () => {
    world.standIn.failNext(/PayReject/, notTaken('paymentSessionReject'))
    const { session } = await wanted({ kind: 'authorization' })
    await eventually(async () => {
      await pass(world, 10)
      return session.state === 'REJECTED'
    })
    expect(session.reason).toBe('INVALID_PURCHASE_TYPE')
  })

  it('the session is not rejected before Shopify can have received our answer', async () => {
    const asked = () => world.standIn.requests.filter((name) => /PayReject/.test(name)).length
    const before = asked()
    const begun = Date.now()
    const { session } = await wanted({ kind: 'authorization' })
    await settled(world)
    await stateWhen(session, 'REJECTED')
    expect(asked() - before).toBe(1)
    expect(Date.now() - begun).toBeGreaterThanOrEqual(1_900)
  })
})
