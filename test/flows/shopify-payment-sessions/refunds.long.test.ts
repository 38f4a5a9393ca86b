import { describe, expect, it } from 'vitest'
import { refundsAwaitingApproval } from '../../../src/db/payments/refunds.ts'
import { StoreId } from '../../../src/domain/ids.ts'
import { freezeStore, unfreezeStore } from '../../../src/payments/stores/freeze-store.ts'
import { decideHeldRefund, holdRefundsAbove } from '../../support/held-refunds.ts'
import { HOUR_SECONDS, pass } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { ALREADY_FINAL } from '../../support/shopify/payment-sessions.ts'
import { eventually } from '../../support/world.ts'
import { usePaymentSessions } from './use-payment-sessions.ts'

const { world, shop, door, wanted, stateWhen, paid, passRefusals, alertsOf, refunds } =
  usePaymentSessions()

describe('refunds of a payment session', () => {
  it('a full refund before the settlement is a void, and Shopify gets its result', async () => {
    const { session, payUrl } = await paid()
    const sent = await shop.payments.refund(door('refund'), session)
    expect(sent.status).toBe(201)
    await shop.payments.repeat(door('refund'), sent.session)
    await stateWhen(sent.session, 'RESOLVED')
    expect(await refunds(payUrl)).toEqual([['void', 12_300n, 'succeeded']])
    expect(await alertsOf(payUrl)).toEqual([])
  })

  it('partial refunds are made one by one, and one above the rest is refused', async () => {
    const { session, payUrl } = await paid({ amount: '100.00' })
    await world.control('/sandbox/settle', {})
    for (const amount of ['30.00', '20.5']) {
      const { session: part } = await shop.payments.refund(door('refund'), session, amount)
      await stateWhen(part, 'RESOLVED')
    }
    const { session: tooMuch } = await shop.payments.refund(door('refund'), session, '60.00')
    await stateWhen(tooMuch, 'REJECTED')
    expect(tooMuch.reason).toBe('PROCESSING_ERROR')
    expect(await refunds(payUrl)).toEqual([
      ['refund', 3_000n, 'succeeded'],
      ['refund', 2_050n, 'succeeded'],
    ])
  })

  it('a void session voids the charge', async () => {
    const { session, payUrl } = await paid()
    const sent = await shop.payments.void(door('void'), session)
    expect(sent.status).toBe(201)
    await stateWhen(sent.session, 'RESOLVED')
    expect(await refunds(payUrl)).toEqual([['void', 12_300n, 'succeeded']])
  })

  it('a refund session of a frozen store stays open for a day, and is resolved after the thaw', async () => {
    const { session, payUrl } = await paid()
    const { clock, db } = world.puente.ctx
    const id = StoreId.parse('cafe')
    const at = () => ({ query: db.query, now: clock.now() })
    await freezeStore(at(), { id, why: 'A stolen key' })
    const { session: asking } = await shop.payments.refund(door('refund'), session)
    for (let hour = 0; hour < 24; hour++) await pass(world, HOUR_SECONDS)
    expect(await refunds(payUrl)).toEqual([])
    expect(asking.state).not.toBe('REJECTED')
    await unfreezeStore(at(), { id })
    await pass(world, HOUR_SECONDS)
    await stateWhen(asking, 'RESOLVED')
    // The charge has settled meanwhile.
    expect(await refunds(payUrl)).toEqual([['refund', 12_300n, 'succeeded']])
  })

  it.each([
    ['approve', 'RESOLVED', 'succeeded'],
    ['reject', 'REJECTED', 'cancelled'],
  ] as const)(
    'a refund session above the limit waits for a second person: %s',
    async (decision, atShopify, state) => {
      const { session, payUrl } = await paid()
      const { ctx } = world.puente
      await holdRefundsAbove(ctx, { store: 'cafe', minor: 50_00n })
      const sent = await shop.payments.refund(door('refund'), session)
      await shop.payments.repeat(door('refund'), sent.session)
      await settled(world)
      expect(await refunds(payUrl)).toEqual([['void', 12_300n, 'waiting']])
      expect(await alertsOf(payUrl)).toEqual(['refund_awaits_approval'])
      const [held] = await refundsAwaitingApproval(ctx.db.query, undefined)
      if (!held) throw new Error('no refund waits')
      await decideHeldRefund(ctx, held, decision)
      await stateWhen(sent.session, atShopify)
      expect(await refunds(payUrl)).toEqual([['void', 12_300n, state]])
    },
  )

  it.each([
    ['refund', 'RefResolve', 'refundSessionResolve', 'refundSession'],
    ['void', 'VoidResolve', 'voidSessionResolve', 'voidSession'],
  ] as const)(
    'a %s session that Shopify refuses at first refunds once, and is reported again',
    async (kind, name, mutation, field) => {
      const { session, payUrl } = await paid()
      const asked = () => world.standIn.requests.filter((one) => one.endsWith(` ${name}`)).length
      const before = asked()
      const userErrors = [{ field: ['id'], message: ALREADY_FINAL }]
      const body = { data: { [mutation]: { [field]: null, userErrors } } }
      world.standIn.failNext(new RegExp(` ${name}$`), { status: 200, body }, 2)
      const { session: asking } = await shop.payments[kind](door(kind), session)
      await shop.payments.repeat(door(kind), asking)
      for (const toCome of [1, 0]) {
        await eventually(async () => world.standIn.pending() === toCome)
        await settled(world)
        expect(asking.state).toBeNull()
        await pass(world, 20)
      }
      await stateWhen(asking, 'RESOLVED')
      await settled(world)
      expect(asked() - before).toBe(3)
      expect(await refunds(payUrl)).toEqual([['void', 12_300n, 'succeeded']])
      expect(await alertsOf(payUrl)).toEqual([])
    },
  )

  it('a refund session that Shopify refuses for 20 minutes opens an alert, and stays refunded', async () => {
    const { session, payUrl } = await paid()
    const userErrors = [{ field: ['id'], message: ALREADY_FINAL }]
    const body = { data: { refundSessionResolve: { refundSession: null, userErrors } } }
    world.standIn.failNext(/ RefResolve$/, { status: 200, body }, 100)
    const { session: asking } = await shop.payments.refund(door('refund'), session)
    await eventually(async () => (await refunds(payUrl))[0]?.[2] === 'succeeded')
    await settled(world)
    expect(await alertsOf(payUrl)).toEqual([])
    await passRefusals()
    expect(await alertsOf(payUrl)).toEqual(['task_given_up'])
    expect(await refunds(payUrl)).toEqual([['void', 12_300n, 'succeeded']])
    expect(asking.state).toBeNull()
    world.standIn.forgetFaults()
  })

  it('a refund of an unknown payment is refused', async () => {
    const { session } = await wanted()
    const sent = await shop.payments.refund(door('refund'), { ...session, id: 'nobody' })
    await stateWhen(sent.session, 'REJECTED')
  })

  it('a refund in the portal opens one alert', async () => {
    const { session, payUrl, transactionId } = await paid({ amount: '100.00' })
    await world.control('/sandbox/settle', {})
    await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: 10 })
    await eventually(async () => (await alertsOf(payUrl)).includes('refund_not_in_store'))
    const { session: part } = await shop.payments.refund(door('refund'), session, '5.00')
    await stateWhen(part, 'RESOLVED')
    expect(await alertsOf(payUrl)).toEqual(['refund_not_in_store'])
  })

  it('a capture session is rejected, because the gateway captures with the charge', async () => {
    const { session } = await paid()
    const sent = await shop.payments.capture(door('capture'), session)
    expect(sent.status).toBe(201)
    await stateWhen(sent.session, 'REJECTED')
  })
})
