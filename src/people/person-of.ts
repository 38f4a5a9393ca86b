import type { IncomingHttpHeaders } from 'node:http'
import type { DbQuery } from '../db/db.ts'
import { rightsOfRole, sessionWithMemberships } from '../db/people.ts'
import type { Membership, Person } from './person.ts'
import { sessionTokenOf } from './session-cookie.ts'

/** Who is signed in, by the session cookie of a request; looked up anew each time, in one query. */
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
  const rows = await sessionWithMemberships(query, { token, now })
  const [first] = rows
  if (!first) return undefined
  const { id, name, email } = first
  return { id, name, email, memberships: rows.flatMap(membershipOf) }
}

const membershipOf = (
  row: Awaited<ReturnType<typeof sessionWithMemberships>>[number],
): Membership[] => {
  const { role, organization_id: organizationId, organization_name: organizationName } = row
  if (role === null || organizationId === null || organizationName === null) return []
  return [{ organizationId, organizationName, role, rights: rightsOfRole(role, row) }]
}
