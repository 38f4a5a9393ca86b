import { z } from 'zod'
import { EVENT_TYPES, type EventType, WEBHOOK_HEADERS } from '../../../../src/contract/events.ts'
import { payment, refundedPayment } from './payment.ts'
import { savedPaymentMethod } from './payment-methods.ts'
import { hondurasTime } from './values.ts'

/** Section 6.2. */
export const EVENTS: Readonly<Record<EventType, { summary: string; data: z.ZodType }>> = {
  'payment.approved': { summary: 'A charge was approved', data: payment },
  'payment.failed': { summary: 'A card was declined, or the charge failed', data: payment },
  'payment.expired': { summary: 'The link expired unpaid', data: payment },
  'payment.voided': { summary: 'An approved charge was voided', data: payment },
  'payment.refunded': { summary: 'All was refunded', data: refundedPayment },
  'payment.partially_refunded': { summary: 'A part was refunded', data: refundedPayment },
  'payment_method.saved': { summary: 'A customer saved a card', data: savedPaymentMethod },
}

const EVENT_ID = '0197f0a2-3c55-7c11-9d6e-1f2a3b4c5d6e'

/** Section 6.3. */
export const eventBody = (type: EventType) =>
  z
    .strictObject({
      id: z.uuid().meta({
        description: 'The same in header and body, and in each repetition.',
        example: EVENT_ID,
      }),
      type: z.literal(type),
      created_at: hondurasTime,
      data: EVENTS[type].data,
    })
    .meta({
      example: {
        id: EVENT_ID,
        type,
        created_at: '2026-11-20 20:00:00',
        data: EVENTS[type].data.meta()?.example,
      },
    })

/** Header case of 6.3; the constants are lowercase like Node's headers. */
const canonical = (header: string): string =>
  header
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('-')

/** Sections 6.3 and 6.4. */
export const eventHeaders = z.object({
  [canonical(WEBHOOK_HEADERS.signature)]: z
    .string()
    .regex(/^t=\d+,v1=[0-9a-f]{64}$/)
    .meta({
      description:
        '`t` in Unix seconds; `v1` is the lower-case hex HMAC-SHA256 of `<t>.<raw body>` under the signing secret. Tolerance of the time: not shown.',
      example: `t=1795230000,v1=${'0123456789abcdef'.repeat(4)}`,
    }),
  [canonical(WEBHOOK_HEADERS.eventId)]: z.uuid().meta({
    description: 'The id of the body: repetitions can be told without parsing.',
    example: EVENT_ID,
  }),
  [canonical(WEBHOOK_HEADERS.eventType)]: z.enum(EVENT_TYPES),
  'User-Agent': z.string().optional().meta({ description: 'Do not filter on it.' }),
})
