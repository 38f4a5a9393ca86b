import { describe, expect, it } from 'vitest'
import { NOTIFICATION_TYPES } from '../../payments/ports/notification.ts'
import { orderNotification, savedCardNotification } from '../api/checkouts/schemas.ts'
import { EVENT_EXAMPLES, SAVED_CARD_EXAMPLE } from './event-examples.ts'

describe('the examples of events', () => {
  it.each(NOTIFICATION_TYPES)(
    'the example of %s has every field of the notification and no other',
    (type) => {
      const example = EVENT_EXAMPLES[type]
      expect(orderNotification(type).parse(example)).toEqual(example)
    },
  )

  it('the example of payment_method.saved has every field and no other', () => {
    expect(savedCardNotification.parse(SAVED_CARD_EXAMPLE)).toEqual(SAVED_CARD_EXAMPLE)
  })

  it.each(NOTIFICATION_TYPES)('the money of %s agrees with itself', (type) => {
    const { order, payments, refunds } = EVENT_EXAMPLES[type].data
    expect(payments.some(({ id }) => id === order.effective_payment_id)).toBe(
      order.effective_payment_id !== null,
    )
    for (const payment of payments) {
      const refunded = refunds
        .filter(({ payment_id, kind }) => payment_id === payment.id && kind === 'refund')
        .reduce((sum, { amount }) => sum + Number(amount) * 100, 0)
      expect(Math.round(refunded)).toBe(Math.round(Number(payment.refunded_amount) * 100))
    }
  })
})
