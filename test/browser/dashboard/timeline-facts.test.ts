import { describe, expect, it } from 'vitest'
import {
  factsOfTimeline,
  type TimelineLine as Line,
} from '../../../dashboard/screens/order/timeline-facts.ts'

const GATEWAY: Line['actor'] = { kind: 'gateway', text: 'gateway' }
const ANA: Line['actor'] = { kind: 'person', text: 'Ana' }

const line = (second: number, kind: string, more: Partial<Line> = {}): Line => ({
  at: `2026-05-04T12:00:${String(second).padStart(2, '0')}.000Z`,
  kind,
  text: kind,
  payment_id: 'pay_1',
  details: {},
  actor: GATEWAY,
  event: null,
  ...more,
})

const told = (timeline: readonly Line[]): string[] =>
  factsOfTimeline(timeline).map(({ line: { kind }, also, times }) =>
    [kind, ...also.map(({ kind: each }) => `+${each}`), ...(times > 1 ? [`×${times}`] : [])].join(
      ' ',
    ),
  )

const approved = { details: { type: 'payment.approved' } }
const failed = { details: { type: 'payment.failed', code: '51' } }

describe('the timeline of an order', () => {
  it('a payment is told once, with the message that brought it, newest first', () => {
    const event = { body: '{}' }
    const timeline = [
      line(1, 'order_taken', { payment_id: null }),
      line(1, 'payment_intended'),
      line(2, 'payment_created'),
      line(9, 'order_status_changed'),
      line(9, 'event_applied', { ...approved, event }),
    ]
    expect(told(timeline)).toEqual(['order_status_changed', 'payment_created', 'order_taken'])
    expect(factsOfTimeline(timeline)[0]?.event).toBe(event)
  })

  it('an intended payment stays while its creation is unknown', () => {
    expect(told([line(1, 'payment_intended'), line(2, 'payment_creation_unknown')])).toEqual([
      'payment_creation_unknown',
      'payment_intended',
    ])
  })

  it('a decline and the payment after it are two facts, even in one batch', () => {
    const batch = [
      line(3, 'event_applied', failed),
      line(3, 'order_status_changed'),
      line(3, 'event_applied', approved),
    ]
    expect(told(batch)).toEqual(['order_status_changed', 'event_applied'])
  })

  it('a conflict comes with what caused it', () => {
    const batch = [
      line(3, 'order_status_changed'),
      line(3, 'order_in_conflict'),
      line(3, 'problem_opened', { text: 'Needs attention: charged twice' }),
      line(3, 'event_applied', approved),
    ]
    expect(told(batch)).toEqual(['problem_opened +order_status_changed +order_in_conflict'])
  })

  it('repeated messages without effect count, and acts of people never merge', () => {
    const timeline = [
      line(1, 'event_without_effect', approved),
      line(2, 'event_without_effect', approved),
      line(3, 'event_without_effect', approved),
      line(4, 'refund_pending', { actor: ANA }),
      line(5, 'refund_pending', { actor: ANA }),
    ]
    expect(told(timeline)).toEqual(['refund_pending', 'refund_pending', 'event_without_effect ×3'])
  })

  it('one moment of two people is two facts', () => {
    const timeline = [line(1, 'refund_pending', { actor: ANA }), line(1, 'refund_succeeded')]
    expect(told(timeline)).toEqual(['refund_succeeded', 'refund_pending'])
  })

  it('an empty timeline has no facts', () => {
    expect(told([])).toEqual([])
  })
})
