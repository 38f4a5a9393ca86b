import { expect, test } from 'vitest'
import { PAYMENT_STATES } from '../../../src/contract/payment-states.ts'
import { payabilityOf, TRANSITIONS, transitionOf } from './states.ts'

const now = new Date('2026-11-21T12:00:00Z')
const later = new Date('2026-11-21T12:00:01Z')

test('every transition starts and ends in a state of the contract', () => {
  for (const { from, to } of TRANSITIONS) {
    expect(PAYMENT_STATES).toContain(from)
    expect(PAYMENT_STATES).toContain(to)
  }
})

test('no two transitions have the same state and cause', () => {
  const cases = TRANSITIONS.map(({ from, on }) => `${from} ${on}`)
  expect(new Set(cases).size).toBe(cases.length)
})

test('a paid payment can be charged again only if it is reusable', () => {
  expect(transitionOf({ status: 'paid', reusable: false }, 'charge_approved')).toBeUndefined()
  expect(transitionOf({ status: 'paid', reusable: true }, 'charge_approved')?.to).toBe('paid')
})

test('only a pending payment expires', () => {
  const expiring = PAYMENT_STATES.filter((status) =>
    transitionOf({ status, reusable: true }, 'expiry_swept'),
  )
  expect(expiring).toEqual(['pending'])
})

test('a link expires at expires_at, even before the sweep', () => {
  const pending = { status: 'pending', reusable: false } as const
  expect(payabilityOf({ ...pending, origin: 'checkout', expires_at: later }, now)).toBe('payable')
  expect(payabilityOf({ ...pending, origin: 'checkout', expires_at: now }, now)).toBe('expired')
  expect(
    payabilityOf({ ...pending, status: 'expired', origin: 'checkout', expires_at: now }, now),
  ).toBe('expired')
})

test('a paid, refunded or disabled link has a reason why it cannot be paid', () => {
  const link = { reusable: false, origin: 'checkout', expires_at: null } as const
  expect(payabilityOf({ ...link, status: 'paid' }, now)).toBe('consumed')
  expect(payabilityOf({ ...link, status: 'refunded' }, now)).toBe('consumed')
  expect(payabilityOf({ ...link, status: 'disabled' }, now)).toBe('closed')
})
