import { describe, expect, it } from 'vitest'
import { decideRecovery, type LostPaymentFacts } from './decide-recovery.ts'

const FACTS: LostPaymentFacts = {
  hasReference: true,
  namesOrder: true,
  state: 'charged',
  atStore: 'known',
  others: 'none',
}

describe('a payment that a restored database lacks', () => {
  it.each<[string, Partial<LostPaymentFacts>, ReturnType<typeof decideRecovery>]>([
    ['of an order that the store knows comes back', {}, 'recovered'],
    ['that a customer may still pay comes back', { state: 'payable' }, 'recovered'],
    ['of a store that cannot be asked comes back', { atStore: 'not_offered' }, 'recovered'],
    [
      'of an order that no other store of the account knows comes back',
      { others: 'know_it_not' },
      'recovered',
    ],
    [
      'of a platform that shows no orders waits for a person',
      { atStore: 'hidden' },
      'for_a_person',
    ],
    [
      'of an order id that two stores of the account know waits for a person',
      { others: 'know_it' },
      'for_a_person',
    ],
    [
      'of an order id that another store of the account may have too waits for a person',
      { others: 'may_know_it' },
      'for_a_person',
    ],
    [
      'of an order that another store of the account knows is that store’s',
      { atStore: 'unknown', others: 'know_it' },
      'counted',
    ],
    [
      'on an account whose stores cannot be asked waits for a person',
      { atStore: 'not_offered', others: 'know_it_not' },
      'for_a_person',
    ],
    [
      'of an order that its store does not know waits for a person',
      { atStore: 'unknown' },
      'for_a_person',
    ],
    ['without an order id waits for a person', { namesOrder: false }, 'for_a_person'],
    ['in an unknown state waits for a person', { state: 'unreadable' }, 'for_a_person'],
    ['that expired unpaid is only counted', { state: 'over' }, 'counted'],
    [
      'that nobody paid, of an order that the store does not know, is only counted',
      { state: 'payable', atStore: 'unknown' },
      'counted',
    ],
    ['without our reference waits for a person', { hasReference: false }, 'for_a_person'],
    [
      'without our reference and unknown to the store is another seller’s',
      { hasReference: false, atStore: 'unknown' },
      'counted',
    ],
    [
      'unpaid and without our reference is only counted',
      { hasReference: false, state: 'payable' },
      'counted',
    ],
  ])('a payment %s', (_, facts, decision) => {
    expect(decideRecovery({ ...FACTS, ...facts })).toBe(decision)
  })
})
