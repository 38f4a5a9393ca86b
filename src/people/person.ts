import type { Rights, Role } from '../domain/rights.ts'

/** Who is signed in. */
export interface Person {
  id: string
  name: string
  email: string
  memberships: readonly Membership[]
  sessionId: string
  /** When the session began or the person last typed their password in it. */
  confirmedAt: Date
}

/** What a person is in an organization, and with that in each of its stores. */
export interface Membership {
  organizationId: string
  organizationName: string
  role: Role
  rights: Rights
}
