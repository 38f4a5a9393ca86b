import { describe, expect, it } from 'vitest'
import { isEndUnknown, mayStillBePaid } from './open-attempts.ts'

const now = new Date('2026-11-20T12:00:00Z')
const before = new Date('2026-11-20T11:59:00Z')
const later = new Date('2026-11-20T12:30:00Z')
const checkout = { mode: 'hosted', state: 'pending', expires_at: before } as const

describe('an order whose time to pay ends', () => {
  it('the order waits for a checkout that the gateway has not ended, and for a charge in flight', () => {
    expect(mayStillBePaid(checkout)).toBe(true)
    expect(mayStillBePaid({ ...checkout, state: 'intended' })).toBe(true)
    expect(mayStillBePaid({ mode: 'card_page', state: 'authenticating', expires_at: null })).toBe(
      true,
    )
  })

  it('the order does not wait for an ended attempt, nor for a checkout without expiry', () => {
    expect(mayStillBePaid({ ...checkout, state: 'expired' })).toBe(false)
    expect(mayStillBePaid({ ...checkout, expires_at: null })).toBe(false)
    expect(mayStillBePaid({ mode: 'card_page', state: 'declined', expires_at: null })).toBe(false)
  })
})

describe('a checkout past its expiry', () => {
  it('the checkout may have been paid until the gateway reports its end', () => {
    expect(isEndUnknown(checkout, now)).toBe(true)
    expect(isEndUnknown({ ...checkout, state: 'expired' }, now)).toBe(false)
  })

  it('a checkout before its expiry has no unknown end', () => {
    expect(isEndUnknown({ ...checkout, expires_at: later }, now)).toBe(false)
  })
})
