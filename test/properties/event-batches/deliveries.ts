import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { eventOf, type GatewayPayment, unmatchedEvent } from '../../support/gateway-events.ts'
import type { Kept } from '../../support/inbox.ts'
import { TEST_STORE } from '../../support/world.ts'
import type { Subject } from './orders.ts'

type Told = (payment: GatewayPayment) => string

const partOf =
  (sum: number | null, one: number | null): Told =>
  (payment) =>
    eventOf(payment, { refundedSoFar: 0 }, { refunded_amount: sum, refund_amount: one })

/** Facts that lead to the same result in any order. */
const TOLD: Record<string, Told> = {
  approved: (payment) => eventOf(payment, 'approved'),
  'approved later': (payment) => eventOf(payment, 'approved', { paid_at: '2026-05-04 12:30:00' }),
  failed: (payment) => eventOf(payment, 'failed'),
  'failed, and says paid': (payment) => eventOf(payment, 'failed', { status: 'paid' }),
  expired: (payment) => eventOf(payment, 'expired'),
  voided: (payment) => eventOf(payment, 'voided'),
  refunded: (payment) => eventOf(payment, 'refunded'),
  'refunded 30': partOf(30, null),
  'refunded 30, one of 30': partOf(30, 30),
  'refunded 75.50, one of 45.50': partOf(75.5, 45.5),
}

/** Facts that depend on earlier ones, or that no gateway reports twice. */
const TOLD_IN_TURN: Record<string, Told> = {
  'one of 30, no sum': partOf(null, 30),
  'refunded, no sum': partOf(null, null),
  'approved with 120': (payment) => eventOf(payment, 'approved', { amount: 120, total: 120 }),
}

/** Events without a known payment. */
const OTHERS: Record<string, () => string> = {
  unmatched: unmatchedEvent,
  unreadable: () =>
    JSON.stringify({ id: randomUUID(), type: 'payment.approved', data: { id: 'x' } }),
  'of an unknown type': () =>
    JSON.stringify({ id: randomUUID(), type: 'payment.disputed', data: {} }),
  'of a saved card': () =>
    JSON.stringify({
      id: randomUUID(),
      type: 'payment_method.saved',
      data: {
        id: `pm_${randomUUID()}`,
        card_brand: 'Visa',
        last_four: '1111',
        exp_month: 12,
        exp_year: 2039,
      },
    }),
}

export interface PlannedDelivery {
  kept: Kept
  [fc.toStringMethod](): string
}

interface Drawn {
  subject: number
  payment: number
  /** The spare of two payments created for one request. */
  isSpare: boolean
  told: string
  ranks: number[]
}

/**
 * Generates up to three deliveries per event in random order, each copy in its own month: the inbox
 * dedupes within one.
 */
export const deliveriesAbout = (
  subjects: readonly Subject[],
  { anyOrder, most = 40 }: { anyOrder: boolean; most?: number },
): fc.Arbitrary<PlannedDelivery[]> => {
  const told = anyOrder ? TOLD : { ...TOLD, ...TOLD_IN_TURN }
  const drawn = fc.record<Drawn>({
    subject: fc.nat(subjects.length - 1),
    payment: fc.nat(1),
    isSpare: fc.nat(7).map((n) => n === 0),
    told: fc.constantFrom(...Object.keys(told), ...Object.keys(OTHERS)),
    ranks: fc.array(fc.nat(1_000), { minLength: 1, maxLength: 3 }),
  })
  // With two orders, an order has more events than fit into a batch.
  const about = fc.constantFrom(2, subjects.length)
  return fc
    .tuple(fc.array(drawn, { minLength: 1, maxLength: most, size: 'max' }), about)
    .map(([events, orders]) =>
      events
        .flatMap(({ ranks, ...event }) => {
          const says = `order ${event.subject % orders}, payment ${event.payment}${event.isSpare ? ' (spare)' : ''}: ${event.told}`
          const kept = keptOf({ ...event, subject: event.subject % orders }, { subjects, told })
          return ranks.map((rank, monthsAgo) => ({
            rank,
            kept: { ...kept, monthsAgo },
            [fc.toStringMethod]: () => says,
          }))
        })
        .toSorted((one, other) => one.rank - other.rank)
        .map(({ rank: _, ...delivery }) => delivery),
    )
}

const keptOf = (
  { subject: index, payment: nth, isSpare, told: name }: Omit<Drawn, 'ranks'>,
  { subjects, told }: { subjects: readonly Subject[]; told: Record<string, Told> },
): Kept => {
  const other = OTHERS[name]
  if (other) return { body: other(), store: TEST_STORE }
  const subject = subjects[index]
  const tell = told[name]
  if (!subject || !tell) throw new Error(`no order ${index}, or nothing is told by ${name}`)
  const payment = subject.payments[nth] ?? subject.payments[0]
  const body = tell(isSpare ? { ...payment, id: payment.id + 900_000 } : payment)
  return { body, store: subject.store }
}
