import { describe, expect, it } from 'vitest'
import { currencyByCode } from '../../../domain/currencies.ts'
import { chooseAttempt } from './choose-attempt.ts'

const now = new Date('2026-05-04T12:00:00Z')
const seconds = (count: number) => new Date(now.getTime() + count * 1_000)

type Attempt = NonNullable<Parameters<typeof chooseAttempt>[0]>

const attempt = (fields: Partial<Attempt> = {}): Attempt => ({
  mode: 'hosted',
  state: 'pending',
  amount_minor: 12_550n,
  currency: 'HNL',
  claimed_until: null,
  checkout_url: 'https://gateway.example/checkout/abc',
  expires_at: null,
  ...fields,
})

const wanted = (minor = 12_550n, code = 'HNL') => {
  const currency = currencyByCode(code)
  if (!currency) throw new Error(`no ${code}`)
  return { minor, currency }
}
const intended = { state: 'intended', checkout_url: null, gateway_payment_id: null } as const

describe('the attempt that a checkout uses', () => {
  it('a checkout without an attempt starts one', () => {
    expect(chooseAttempt(undefined, wanted(), now)).toBe('start')
  })

  it('a checkout reuses a live attempt', () => {
    expect(chooseAttempt(attempt(), wanted(), now)).toBe('reuse')
    expect(chooseAttempt(attempt({ expires_at: seconds(31) }), wanted(), now)).toBe('reuse')
  })

  it.each([
    ['of another amount', {}, wanted(12_551n)],
    ['in another currency', {}, wanted(12_550n, 'USD')],
    ['about to expire', { expires_at: seconds(29) }, wanted()],
    ['expired by our clock', { expires_at: seconds(-1) }, wanted()],
    ['without an address to send the customer to', { checkout_url: null }, wanted()],
    ['refused', { state: 'refused' }, wanted()],
    ['abandoned', { state: 'abandoned' }, wanted()],
    ['expired', { state: 'expired' }, wanted()],
    ['disabled', { state: 'disabled' }, wanted()],
    ['being created with another amount', intended, wanted(1n)],
    ['never created, and about to expire', { ...intended, expires_at: seconds(1) }, wanted()],
  ] as const)('a checkout ignores an attempt %s and starts a new one', (_, fields, money) => {
    expect(chooseAttempt(attempt(fields), money, now)).toBe('start')
  })

  it('a checkout waits for an attempt that another process is creating', () => {
    const claimed = attempt({ ...intended, claimed_until: seconds(1) })
    expect(chooseAttempt(claimed, wanted(), now)).toBe('wait')
  })

  it('a checkout resumes an attempt with an expired claim', () => {
    for (const claimed_until of [null, now, seconds(-1)]) {
      expect(chooseAttempt(attempt({ ...intended, claimed_until }), wanted(), now)).toBe('resume')
    }
  })
})
