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

describe('what a checkout does about the attempt that an order has', () => {
  it('none: it starts one', () => {
    expect(chooseAttempt(undefined, wanted(), now)).toBe('start')
  })

  it('a live one is used again', () => {
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
  ] as const)('one %s is left alone, and a new one started', (_, fields, money) => {
    expect(chooseAttempt(attempt(fields), money, now)).toBe('start')
  })

  it('one that somebody is creating is waited for', () => {
    const claimed = attempt({ ...intended, claimed_until: seconds(1) })
    expect(chooseAttempt(claimed, wanted(), now)).toBe('wait')
  })

  it('one whose creator has gone away is gone on with', () => {
    for (const claimed_until of [null, now, seconds(-1)]) {
      expect(chooseAttempt(attempt({ ...intended, claimed_until }), wanted(), now)).toBe('resume')
    }
  })
})
