import type { Rights, Role } from '../domain/rights.ts'

/** Signed-in person. */
export interface Person {
  id: string
  name: string
  email: string
  memberships: readonly Membership[]
  sessionId: string
  /** When the session began or the person last typed their password in it. */
  confirmedAt: Date
}

/** Role of a person in an organization and all of its stores. */
export interface Membership {
  organizationId: string
  organizationName: string
  role: Role
  rights: Rights
}
