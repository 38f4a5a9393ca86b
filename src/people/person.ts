import type { IncomingHttpHeaders } from 'node:http'
import type { DbQuery } from '../db/db.ts'
import { rightsOfRole, sessionWithMemberships } from '../db/people/people.ts'
import type { Rights, Role } from '../domain/rights.ts'
import { addMs, HOUR } from '../runtime/clock.ts'
import { sessionTokenOf } from './sessions/session-cookie.ts'

export interface Person {
  id: string
  name: string
  email: string
  memberships: readonly Membership[]
  sessionId: string
  hasSecondFactor: boolean
  hasPasskeys: boolean
  /** `false`: signs in by single sign-on only. */
  hasPassword: boolean
  /** Last second factor if the person has one; else session start or last password entry. */
  confirmedAt: Date
}

/** Applies to all stores of the organization. */
export interface Membership {
  organizationId: string
  organizationName: string
  role: Role
  rights: Rights
  requiresSecondFactor: boolean
}

/** Returns whether an organization requires a second factor that the person lacks. */
export const mustSetUpFactor = ({
  hasSecondFactor,
  memberships,
}: Pick<Person, 'hasSecondFactor' | 'memberships'>): boolean =>
  !hasSecondFactor && memberships.some(({ requiresSecondFactor }) => requiresSecondFactor)

/** Upper bound regardless of use. */
export const LONGEST_SESSION_MS = 30 * 24 * HOUR

/** Reads the session afresh each time, in one query. */
export const personOf = async (
  headers: IncomingHttpHeaders,
  {
    query,
    secret,
    publicUrl,
    now,
  }: { query: DbQuery; secret: string; publicUrl: string; now: Date },
): Promise<Person | undefined> => {
  const token = sessionTokenOf(headers, { secret, publicUrl })
  if (token === undefined) return undefined
  const begunAfter = addMs(now, -LONGEST_SESSION_MS)
  const rows = await sessionWithMemberships(query, { token, now, begunAfter })
  const [first] = rows
  if (!first) return undefined
  const { id, name, email, session_id: sessionId } = first
  const { has_passkeys: hasPasskeys, has_password: hasPassword } = first
  const hasSecondFactor = hasPasskeys || first.authenticator_since !== null
  const confirmedAt = hasSecondFactor
    ? first.factor_confirmed_at
    : (first.session_confirmed_at ?? first.session_begun_at)
  // The session began without the second factor: in an older version, or before it was set up.
  if (confirmedAt === null) return undefined
  const memberships = rows.flatMap(membershipOf)
  return {
    id,
    name,
    email,
    memberships,
    sessionId,
    hasSecondFactor,
    hasPasskeys,
    hasPassword,
    confirmedAt,
  }
}

const membershipOf = (
  row: Awaited<ReturnType<typeof sessionWithMemberships>>[number],
): Membership[] => {
  const { role, organization_id: organizationId, organization_name: organizationName } = row
  if (role === null || organizationId === null || organizationName === null) return []
  const requiresSecondFactor = row.requires_second_factor ?? false
  const rights = rightsOfRole(role, row)
  return [{ organizationId, organizationName, role, rights, requiresSecondFactor }]
}
