import type { Money } from './money.ts'

/** What a caller may be allowed to do. None of them includes another one. */
export const SCOPES = ['read', 'checkout', 'refund', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

/** What a person is in an organization. */
export const ROLES = ['owner', 'operator', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export const SCOPES_OF_ROLE: Record<Role, readonly Scope[]> = {
  owner: SCOPES,
  operator: ['read', 'checkout', 'refund'],
  viewer: ['read'],
}

/** What an API key, or a person in an organization, may do. */
export interface Rights {
  scopes: readonly Scope[]
  /** The largest refund; in another currency, none. `undefined`: no limit. */
  refundLimit: Money | undefined
  /** The most within a day; in another currency, none. `undefined`: no limit. */
  refundDayLimit: Money | undefined
}

export const isAllowed = ({ scopes }: Rights, scope: Scope): boolean => scopes.includes(scope)

/** Whether a refund of this amount is within the limit. */
export const isWithinLimit = (
  { refundLimit }: Pick<Rights, 'refundLimit'>,
  { minor, currency }: Money,
): boolean =>
  !refundLimit || (refundLimit.currency.code === currency.code && minor <= refundLimit.minor)
