import { describe, expect, it } from 'vitest'
import type { OrderConflict } from '../../../db/tables/orders.ts'
import { PaymentId } from '../../../domain/ids.ts'
import type { OrderStatus } from '../../../domain/order-status.ts'
import type { AttemptFacts, DerivedOrder } from './derive-order-status.ts'
import { notificationOfDecline, notificationsOfChange } from './notifications.ts'

const CHARGED = ['paid', 'partially_refunded', 'refunded', 'voided'] as const

const attempt = (id: string, status: OrderStatus, refunded_minor = 0n): AttemptFacts => ({
  id: PaymentId.parse(id),
  attempt: 1,
  state: CHARGED.find((state) => state === status) ?? 'pending',
  amount_minor: 1n,
  currency: 'HNL',
  refunded_minor,
  paid_at: null,
})

const derived = (
  status: OrderStatus,
  {
    effectivePayment = 'pay_1',
    conflict = null,
    refundedMinor = 0n,
    others = [],
  }: {
    effectivePayment?: string
    conflict?: OrderConflict | null
    refundedMinor?: bigint
    others?: AttemptFacts[]
  } = {},
): DerivedOrder => {
  const speaking = attempt(effectivePayment, status, refundedMinor)
  const isCharged = CHARGED.some((state) => state === status)
  return {
    status,
    conflict,
    charged: [...(isCharged ? [speaking] : []), ...others],
    keptIds: status === 'paid' ? [PaymentId.parse(effectivePayment)] : [],
    effectivePayment: speaking,
    timeOverAt: null,
  }
}

const told = (before: DerivedOrder, after: DerivedOrder) =>
  notificationsOfChange(before, after).map(({ type }) => type)

describe('notifications of a status change', () => {
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
  ])('a change from %s to %s sends %j', (before, after, types) => {
    expect(told(derived(before), derived(after))).toEqual(types)
  })

  it('a partial refund reported before its charge still reports the order as paid', () => {
    expect(told(derived('awaiting_payment'), derived('partially_refunded'))).toEqual([
      'order.paid',
      'order.partially_refunded',
    ])
  })

  it('an order refunded before its charge is reported is never reported as paid', () => {
    expect(told(derived('awaiting_payment'), derived('refunded'))).toEqual(['order.refunded'])
    expect(told(derived('awaiting_payment'), derived('voided'))).toEqual(['order.voided'])
  })

  it('a second charge of a paid order requires attention and is no second sale', () => {
    const before = derived('paid', { effectivePayment: 'pay_2' })
    const after = derived('paid', { effectivePayment: 'pay_1', conflict: 'paid_twice' })
    expect(told(before, after)).toEqual(['order.attention_required'])
    expect(told(after, after)).toEqual([])
  })

  it('a charge with an earlier payment time replaces the notified one with a single order.updated', () => {
    const before = derived('paid', { effectivePayment: 'pay_2' })
    const paidTwice = derived('paid', { effectivePayment: 'pay_1', conflict: 'paid_twice' })
    const after = { ...paidTwice, keptIds: ['pay_1', 'pay_2'].map((id) => PaymentId.parse(id)) }
    expect(told(before, after)).toEqual(['order.attention_required', 'order.updated'])
    expect(told(after, after)).toEqual([])
    const refunded = {
      ...derived('paid', { effectivePayment: 'pay_2' }),
      keptIds: [PaymentId.parse('pay_2')],
    }
    expect(told(after, refunded)).toEqual(['order.updated'])
  })

  it('each further partial refund sends one notification, keyed by its sum', () => {
    const refunded = (refundedMinor: bigint) => derived('partially_refunded', { refundedMinor })
    const [first] = notificationsOfChange(derived('paid'), refunded(100n))
    const [second] = notificationsOfChange(refunded(100n), refunded(250n))
    expect(second?.type).toBe('order.partially_refunded')
    expect(second?.key).not.toBe(first?.key)
    expect(notificationsOfChange(refunded(250n), refunded(250n))).toEqual([])
  })

  it('a further charge requires attention again, refunding one does not', () => {
    const kept = (...keptIds: string[]): DerivedOrder => {
      const others = keptIds.map((id) => attempt(id, 'paid'))
      const held = derived('on_hold', { conflict: 'paid_after_cancellation', others })
      return { ...held, keptIds: keptIds.map((id) => PaymentId.parse(id)) }
    }
    expect(told(kept('pay_1'), kept('pay_1', 'pay_2'))).toEqual(['order.attention_required'])
    expect(told(kept('pay_1', 'pay_2'), kept('pay_2'))).toEqual(['order.updated'])
  })

  it('refunding the extra charge ends the conflict with order.updated', () => {
    const before = derived('paid', {
      conflict: 'paid_twice',
      others: [attempt('pay_2', 'paid')],
    })
    const after = derived('paid', { others: [attempt('pay_2', 'voided')] })
    expect(told(before, after)).toEqual(['order.updated'])
    expect(told(after, after)).toEqual([])
  })

  it('a partial refund of an extra charge sends order.updated', () => {
    const twice = (refundedMinor: bigint) =>
      derived('paid', {
        conflict: 'paid_twice',
        others: [attempt('pay_2', 'partially_refunded', refundedMinor)],
      })
    expect(told(twice(10n), twice(20n))).toEqual(['order.updated'])
  })

  it('refunding a later charge as well sends a second order.refunded', () => {
    const first = notificationsOfChange(derived('paid'), derived('refunded'))
    const paidAgain = derived('paid', {
      effectivePayment: 'pay_2',
      others: [attempt('pay_1', 'refunded')],
    })
    const again = derived('refunded', { others: [attempt('pay_2', 'voided')] })
    const second = notificationsOfChange(paidAgain, again)
    expect(second.map(({ type }) => type)).toEqual(['order.refunded'])
    expect(second[0]?.key).not.toBe(first[0]?.key)
  })

  it('an order without attempts sends nothing', () => {
    const nobody = { ...derived('awaiting_payment'), effectivePayment: undefined }
    expect(told(nobody, nobody)).toEqual([])
  })
})

describe('notifications when the payment deadline of the card page passes', () => {
  const open = { ...derived('awaiting_payment'), effectivePayment: undefined }
  const over = (status: OrderStatus, at: string): DerivedOrder => ({
    ...derived(status),
    effectivePayment: undefined,
    timeOverAt: new Date(at),
  })
  const AT = '2026-05-04T12:00:00Z'
  const LATER = '2026-05-05T12:00:00Z'

  it('the expiry or cancellation is sent once, without a payment', () => {
    for (const [status, type] of [
      ['payment_expired', 'order.payment_expired'],
      ['cancelled', 'order.cancelled'],
    ] as const) {
      const notifications = notificationsOfChange(open, over(status, AT))
      expect(notifications).toMatchObject([{ type, paymentId: null }])
      expect(notificationsOfChange(over(status, AT), over(status, AT))).toEqual([])
    }
  })

  it('an order that is reopened and expires again sends another notification', () => {
    const [first] = notificationsOfChange(open, over('payment_expired', AT))
    const [second] = notificationsOfChange(open, over('payment_expired', LATER))
    expect(second?.key).not.toBe(first?.key)
  })

  it('charging another card sends nothing more', () => {
    const charging = {
      ...over('payment_expired', AT),
      effectivePayment: attempt('pay_2', 'awaiting_payment'),
    }
    expect(told(over('payment_expired', AT), charging)).toEqual([])
  })

  it('a charge that turns out approved afterwards sends order.paid', () => {
    expect(told(over('payment_expired', AT), derived('paid'))).toEqual(['order.paid'])
  })
})

describe('notifications of a declined card', () => {
  it('each decline of the current payment sends a notification', () => {
    const [notification, ...more] = notificationOfDecline(
      derived('awaiting_payment'),
      { id: PaymentId.parse('pay_1'), mode: 'hosted' },
      'event-1',
    )
    expect(notification).toEqual({
      type: 'order.payment_failed',
      paymentId: 'pay_1',
      key: 'order.payment_failed:event-1',
    })
    expect(more).toEqual([])
  })

  it('a decline of a paid order or an old attempt sends nothing', () => {
    const of = (status: 'paid' | 'awaiting_payment', id: string) =>
      notificationOfDecline(derived(status), { id: PaymentId.parse(id), mode: 'hosted' }, 'event-1')
    expect(of('paid', 'pay_1')).toEqual([])
    expect(of('awaiting_payment', 'pay_0')).toEqual([])
  })

  it('a declined charge is reported once, with or without its event, whichever payment is current', () => {
    const of = (eventId?: string) =>
      notificationOfDecline(
        derived('awaiting_payment'),
        { id: PaymentId.parse('pay_0'), mode: 'saved_card' },
        eventId,
      )
    expect(of()).toMatchObject([{ paymentId: 'pay_0', key: 'order.payment_failed:pay_0' }])
    expect(of('event-1')).toEqual(of())
  })
})
