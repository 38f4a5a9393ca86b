import { describe, expect, it } from 'vitest'
import type { FeedEntryView } from '../../http/api/notifications/feed-schemas.ts'
import { type SelectionOptions, selectionOf } from './selection.ts'

const entry = (type: string | null, order_id = 'A-1'): FeedEntryView => ({
  ...{ cursor: '1-0', source: 'puente', id: 'msg_1', at: '2026-11-22T15:04:06.120Z', body: '{}' },
  type,
  order_id,
})

const ENTRIES = [
  entry('order.paid'),
  entry('order.paid', 'A-2'),
  entry('order.refunded'),
  entry(null),
]

const selected = (options: Omit<SelectionOptions, 'events'>) =>
  ENTRIES.filter(selectionOf({ events: 'notifications', ...options }))

describe('the selection of listen', () => {
  it('without options selects every entry, also one without a type', () => {
    expect(selected({})).toEqual(ENTRIES)
  })

  it('--only selects types, --skip leaves types out, --order selects an order', () => {
    expect(selected({ only: ['order.refunded'] })).toEqual([ENTRIES[2]])
    expect(selected({ skip: ['order.paid'] })).toEqual([ENTRIES[2], ENTRIES[3]])
    expect(selected({ only: ['order.paid'], order: 'A-2' })).toEqual([ENTRIES[1]])
  })

  it.each<[string, SelectionOptions, string]>([
    [
      'a typo',
      { events: 'notifications', only: ['order.payed'] },
      '--only: unknown event type "order.payed". Did you mean "order.paid"?',
    ],
    [
      'another name',
      { events: 'gateway', skip: ['charge.succeeded'] },
      '--skip: unknown event type "charge.succeeded". Types: payment.approved, ',
    ],
    [
      'an event of the gateway among notifications',
      { events: 'notifications', only: ['payment.approved'] },
      '--only: "payment.approved" is of --events gateway, and not of --events notifications.',
    ],
  ])('%s is refused with what to type instead', (_, options, message) => {
    expect(() => selectionOf(options)).toThrow(message)
  })
})
