import type { Money } from './money.ts'

/** Permissions; no scope implies another. */
export const SCOPES = ['read', 'checkout', 'refund', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

export const ROLES = ['owner', 'operator', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export const SCOPES_OF_ROLE: Record<Role, readonly Scope[]> = {
  owner: SCOPES,
  operator: ['read', 'checkout', 'refund'],
  viewer: ['read'],
}

/** Whether members of the role can give money back. */
export const mayRefund = (role: Role): boolean => SCOPES_OF_ROLE[role].includes('refund')

export interface Rights {
  scopes: readonly Scope[]
  /** Upper bound on one refund, in its only allowed currency. `undefined`: no limit. */
  refundLimit: Money | undefined
  /** Upper bound on refunds per day, in their only allowed currency. `undefined`: no limit. */
  refundDayLimit: Money | undefined
}

export const isAllowed = ({ scopes }: Rights, scope: Scope): boolean => scopes.includes(scope)

export const isWithinLimit = (
  { refundLimit }: Pick<Rights, 'refundLimit'>,
  { minor, currency }: Money,
): boolean =>
  !refundLimit || (refundLimit.currency.code === currency.code && minor <= refundLimit.minor)
