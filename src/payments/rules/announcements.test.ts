import { describe, expect, it } from 'vitest'
import type { OrderStatus, OrderTrouble } from '../../ledger/tables.ts'
import { announcementOfDecline, announcementsOfChange } from './announcements.ts'
import type { OrderStanding } from './order-standing.ts'

const standing = (
  status: OrderStatus,
  { speaker = 'pay_1', trouble = null }: { speaker?: string; trouble?: OrderTrouble | null } = {},
): OrderStanding => ({
  status,
  trouble,
  keptIds: status === 'paid' ? [speaker] : [],
  speaker: { id: speaker, state: 'pending', amountMinor: 1n, currency: 'HNL', paidAt: null },
})

const told = (before: OrderStanding, after: OrderStanding, refundedMinor = 0n) =>
  announcementsOfChange(before, after, refundedMinor).map(({ type }) => type)

describe('what a shop is told when its order changes', () => {
  it.each<[OrderStatus, OrderStatus, string[]]>([
    ['awaiting_payment', 'paid', ['order.paid']],
    ['payment_expired', 'paid', ['order.paid']],
    ['on_hold', 'paid', ['order.paid']],
    ['voided', 'paid', ['order.paid']],
    ['paid', 'paid', []],
    ['awaiting_payment', 'payment_expired', ['order.payment_expired']],
    ['payment_expired', 'payment_expired', []],
    ['awaiting_payment', 'cancelled', ['order.cancelled']],
    ['cancelled', 'cancelled', []],
    ['payment_expired', 'awaiting_payment', []],
    ['paid', 'partially_refunded', ['order.partially_refunded']],
    ['paid', 'refunded', ['order.refunded']],
    ['paid', 'voided', ['order.voided']],
    ['voided', 'voided', []],
  ])('from %s to %s: %j', (before, after, types) => {
    expect(told(standing(before), standing(after))).toEqual(types)
  })

  it('an order whose partial refund is heard of before its charge is paid all the same', () => {
    expect(told(standing('awaiting_payment'), standing('partially_refunded'))).toEqual([
      'order.paid',
      'order.partially_refunded',
    ])
  })

  it('an order whose money was given back before its charge was heard of is not called paid', () => {
    expect(told(standing('awaiting_payment'), standing('refunded'))).toEqual(['order.refunded'])
    expect(told(standing('awaiting_payment'), standing('voided'))).toEqual(['order.voided'])
  })

  it('a second charge of a paid order is a reason to look, not a second sale', () => {
    const before = standing('paid', { speaker: 'pay_2' })
    const after = standing('paid', { speaker: 'pay_1', trouble: 'paid_twice' })
    expect(told(before, after)).toEqual(['order.attention_required'])
    expect(told(after, after)).toEqual([])
  })

  it('each further partial refund is told once, by its sum', () => {
    const refunded = standing('partially_refunded')
    const [first] = announcementsOfChange(standing('paid'), refunded, 100n)
    const [second] = announcementsOfChange(refunded, refunded, 250n)
    expect(second?.type).toBe('order.partially_refunded')
    expect(second?.key).not.toBe(first?.key)
    expect(announcementsOfChange(refunded, refunded, 250n)[0]?.key).toBe(second?.key)
  })

  it('an order without an attempt has nothing to tell', () => {
    const nobody = { ...standing('awaiting_payment'), speaker: undefined }
    expect(told(nobody, nobody)).toEqual([])
  })
})

describe('what a shop is told of a declined card', () => {
  it('each decline of the payment that the order waits for', () => {
    const [announcement, ...more] = announcementOfDecline(
      standing('awaiting_payment'),
      'pay_1',
      'event-1',
    )
    expect(announcement).toEqual({
      type: 'order.payment_failed',
      paymentId: 'pay_1',
      key: 'order.payment_failed:event-1',
    })
    expect(more).toEqual([])
  })

  it('not of an order that is paid, nor of an old attempt', () => {
    expect(announcementOfDecline(standing('paid'), 'pay_1', 'event-1')).toEqual([])
    expect(announcementOfDecline(standing('awaiting_payment'), 'pay_0', 'event-1')).toEqual([])
  })
})
