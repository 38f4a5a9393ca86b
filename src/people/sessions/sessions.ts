import { endSessions, listSessions } from '../../db/people/sessions.ts'
import { addMs } from '../../runtime/clock.ts'
import { runAuditedForAccount } from '../audited-of-person.ts'
import type { PeopleContext } from '../context.ts'
import { LONGEST_SESSION_MS, type Person } from '../person.ts'

export interface OwnSession {
  id: string
  isCurrent: boolean
  begunAt: Date
  /** Expiry if unused; use extends it, up to 30 days in total. */
  endsAt: Date
  address: string | undefined
  userAgent: string | undefined
}

export const sessionsOf = async (
  { query, clock }: PeopleContext,
  { id: personId, sessionId }: Person,
): Promise<OwnSession[]> => {
  const now = clock.now()
  const begunAfter = addMs(now, -LONGEST_SESSION_MS)
  const rows = await listSessions(query, { personId, now, begunAfter })
  return rows.map((row) => {
    const last = addMs(row.created_at, LONGEST_SESSION_MS)
    return {
      id: row.id,
      isCurrent: row.id === sessionId,
      begunAt: row.created_at,
      endsAt: row.expires_at < last ? row.expires_at : last,
      address: row.ip_address ?? undefined,
      userAgent: row.user_agent ?? undefined,
    }
  })
}

export type SessionsEnded = { outcome: 'ended' } | { outcome: 'no-such-session' }

export const endSessionsOf = (
  ctx: PeopleContext,
  { id, name }: Person,
  { sessionId, address }: { sessionId?: string; address: string },
): Promise<SessionsEnded> =>
  runAuditedForAccount(
    ctx,
    {
      actor: { kind: 'person', id, name },
      action: sessionId === undefined ? 'sign out everywhere' : 'end session',
      personId: id,
      fromAddress: address,
      subject: sessionId ?? id,
    },
    async () => {
      const ended = await endSessions(ctx.query, id, sessionId === undefined ? {} : { sessionId })
      return ended > 0 ? { outcome: 'ended' } : { outcome: 'no-such-session' }
    },
  )
