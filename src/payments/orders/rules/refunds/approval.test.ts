import { describe, expect, it } from 'vitest'
import type { RefundApproval } from '../../../../db/tables/refunds.ts'
import { RefundId } from '../../../../domain/ids.ts'
import { moneyFromMinor } from '../../../../domain/money.ts'
import { exceededLimit, isOwnRequest } from './approval.ts'

const NOW = new Date('2026-11-30T12:00:00Z')
const later = new Date('2026-12-01T12:00:00Z')
const store = {
  approval_limit_minor: 100_00n as bigint | null,
  approval_limit_currency: 'HNL' as string | null,
  former_approval_limit_minor: null as bigint | null,
  former_approval_limit_currency: null as string | null,
  former_approval_limit_until: null as Date | null,
}
type Refund = Parameters<typeof exceededLimit>[1]['refunds'][number]
const earlier = (minor: bigint, changes: Partial<Refund> = {}): Refund => ({
  id: RefundId.parse(`ref_${'0'.repeat(26)}`),
  origin: 'store',
  state: 'succeeded',
  amount_minor: minor,
  currency: 'HNL',
  approval: null,
  ...changes,
})
const approved: RefundApproval = {
  state: 'approved',
  limit: { amount: '100.00', currency: 'HNL' },
  requested_by: null,
  until: later.toISOString(),
  decided_by: null,
  decided_at: null,
  why: null,
}
const isHeld = (
  minor: bigint,
  {
    refunds = [],
    supersedes = [],
    currency = 'HNL',
    limits = {},
    now = NOW,
  }: {
    refunds?: Refund[]
    supersedes?: RefundId[]
    currency?: string
    limits?: Partial<typeof store>
    now?: Date
  } = {},
): boolean => {
  const refund = { amount: moneyFromMinor(minor, currency), refunds, supersedes, now }
  return exceededLimit({ ...store, ...limits }, refund) !== undefined
}

describe('refunds that need a second person', () => {
  it('a refund above the limit needs one, and a refund at the limit does not', () => {
    expect([isHeld(100_00n), isHeld(100_01n)]).toEqual([false, true])
  })

  it('without a limit no refund needs one, and with a limit of 0 each refund does', () => {
    expect(isHeld(1_000_000n, { limits: { approval_limit_currency: null } })).toBe(false)
    expect(isHeld(1n, { limits: { approval_limit_minor: 0n } })).toBe(true)
  })

  it('a refund in another currency than the limit needs one', () => {
    expect(isHeld(1n, { currency: 'USD' })).toBe(true)
  })

  it.each([
    ['counts', earlier(60_00n), true],
    ['counts while it waits', earlier(60_00n, { state: 'waiting' }), true],
    ['of the policy counts', earlier(60_00n, { origin: 'policy' }), true],
    ['that was approved does not count', earlier(60_00n, { approval: approved }), false],
    ['of the portal does not count', earlier(60_00n, { origin: 'portal' }), false],
    ['that failed does not count', earlier(60_00n, { state: 'failed' }), false],
    ['that was cancelled does not count', earlier(60_00n, { state: 'cancelled' }), false],
    ['in another currency does not count', earlier(60_00n, { currency: 'USD' }), false],
  ])('an earlier refund of the order %s', (_, refund, held) => {
    expect(isHeld(50_00n, { refunds: [refund] })).toBe(held)
  })

  it('a refund that the new one supersedes does not count', () => {
    const refund = earlier(60_00n, { state: 'waiting' })
    expect(isHeld(50_00n, { refunds: [refund], supersedes: [refund.id] })).toBe(false)
  })

  it('a stricter former limit applies until its time', () => {
    const limits = {
      former_approval_limit_minor: 20_00n,
      former_approval_limit_currency: 'HNL',
      former_approval_limit_until: later,
    }
    expect(isHeld(30_00n, { limits })).toBe(true)
    expect(isHeld(30_00n, { limits, now: later })).toBe(false)
  })
})

describe('approvers of a refund', () => {
  const ana = { kind: 'person', id: 'per_ana', name: 'Ana' } as const
  const key = { kind: 'api_key', id: 'key_1', name: 'till' } as const
  const command = { kind: 'command_line' } as const

  it.each([
    ['the same person', ana, ana, null, true],
    ['another person of that name', { ...ana, id: 'per_other' }, ana, null, false],
    ['the maker of the key', key, ana, 'per_ana', true],
    ['another person than the maker', key, ana, 'per_other', false],
    ['a key without a known maker', key, ana, null, false],
    ['the command line', command, command, null, true],
    ['a person after the command line', command, ana, null, false],
    ['the policy', null, ana, null, false],
    ['a platform', { kind: 'platform', name: 'shopify' } as const, ana, null, false],
  ] as const)('the approver and %s are told apart', (_, requester, approver, maker, isOwn) => {
    expect(isOwnRequest({ requested_by: requester }, approver, maker)).toBe(isOwn)
  })
})
