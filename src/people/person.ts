import type { Rights, Role } from '../domain/rights.ts'

export interface Person {
  id: string
  name: string
  email: string
  memberships: readonly Membership[]
  sessionId: string
  /** Session start or last password entry. */
  confirmedAt: Date
}

/** Applies to all stores of the organization. */
export interface Membership {
  organizationId: string
  organizationName: string
  role: Role
  rights: Rights
}
