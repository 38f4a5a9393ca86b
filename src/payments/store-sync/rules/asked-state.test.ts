import { describe, expect, it } from 'vitest'
import { isToBeAsked, stateOfAsked } from './asked-state.ts'

type Attempt = Parameters<typeof isToBeAsked>[0]
type Asked = Parameters<typeof stateOfAsked>[0]

const attempt = (changes: Partial<Attempt> = {}): Attempt => ({
  mode: 'hosted',
  state: 'pending',
  gateway_payment_id: 7n,
  ...changes,
})
const order = (status: Asked['status'], conflict: Asked['conflict'] = null): Asked => ({
  status,
  conflict,
})
const ANSWERED = { isAnswered: true }

describe('what the gateway is asked about', () => {
  it('every checkout that may have been paid and every open charge is asked about', () => {
    for (const state of ['pending', 'expired', 'disabled'] as const) {
      expect(isToBeAsked(attempt({ state }))).toBe(true)
    }
    expect(isToBeAsked(attempt({ mode: 'card_page', state: 'authenticating' }))).toBe(true)
    expect(isToBeAsked(attempt({ mode: 'saved_card', state: 'declined' }))).toBe(false)
    expect(isToBeAsked(attempt({ state: 'refused' }))).toBe(false)
    expect(isToBeAsked(attempt({ gateway_payment_id: null }))).toBe(false)
  })
})

describe('the state of an order that the plugin asks about', () => {
  it('a paid order is paid even while the gateway does not answer', () => {
    for (const status of ['paid', 'partially_refunded'] as const) {
      const paid = [attempt({ state: status })]
      expect(stateOfAsked(order(status), paid, { isAnswered: false })).toBe('paid')
    }
    expect(stateOfAsked(order('paid', 'paid_twice'), [], ANSWERED)).toBe('paid')
  })

  it('a charge that the store is not told of yet is in flight, a contradicted one unknown', () => {
    const held = attempt({ state: 'paid', charge_check: { result: 'awaited', at: '' } })
    expect(stateOfAsked(order('paid'), [held], ANSWERED)).toBe('in_flight')
    expect(stateOfAsked(order('paid', 'not_paid_at_gateway'), [], ANSWERED)).toBe('unknown')
  })

  it.each(['awaiting_payment', 'payment_expired', 'cancelled'] as const)(
    'an order that is %s is unpaid only without an attempt that may take money',
    (status) => {
      const ended = ['expired', 'disabled', 'refused', 'abandoned'] as const
      const over = ended.map((state) => attempt({ state }))
      expect(stateOfAsked(order(status), over, ANSWERED)).toBe('unpaid')
      expect(stateOfAsked(order(status), over, { isAnswered: false })).toBe('unknown')
      for (const state of ['intended', 'pending'] as const) {
        for (const mode of ['hosted', 'card_page', 'saved_card'] as const) {
          const open = [...over, attempt({ state, mode })]
          expect(stateOfAsked(order(status), open, ANSWERED)).toBe('in_flight')
        }
      }
      const atBank = [attempt({ mode: 'card_page', state: 'authenticating' })]
      expect(stateOfAsked(order(status), atBank, ANSWERED)).toBe('in_flight')
    },
  )

  it.each(['on_hold', 'refunded', 'voided'] as const)(
    'an order that is %s is left to a person',
    (status) => {
      expect(stateOfAsked(order(status), [], ANSWERED)).toBe('unknown')
    },
  )
})
