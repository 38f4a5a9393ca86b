import { sql } from 'kysely'
import { fitText } from '../../runtime/text/fit-text.ts'
import { maskTypedCardNumbers } from '../../runtime/text/masking.ts'
import { printable } from '../../runtime/text/printable.ts'
import type { DbQuery } from '../db.ts'

const LONGEST_USER_AGENT = 300

/** Records where a session began, for its owner. */
export const describeSession = async (
  query: DbQuery,
  {
    token,
    address,
    userAgent = '',
  }: { token: string; address: string; userAgent?: string | undefined },
): Promise<void> => {
  const line = maskTypedCardNumbers(printable(userAgent)).trim()
  const said = fitText(line, LONGEST_USER_AGENT).toWellFormed()
  await query
    .updateTable('person_sessions')
    .set({ ip_address: address, user_agent: said || null })
    .where('token', '=', token)
    .execute()
}

export const confirmSession = async (
  query: DbQuery,
  { token, now }: { token: string; now: Date },
): Promise<void> => {
  await query
    .updateTable('person_sessions')
    .set({ confirmed_at: now })
    .where('token', '=', token)
    .execute()
}

/** A second factor also counts as a fresh sign-in. */
export const confirmFactor = async (
  query: DbQuery,
  { token, now }: { token: string; now: Date },
): Promise<void> => {
  await query
    .updateTable('person_sessions')
    .set({ confirmed_at: now, factor_confirmed_at: now })
    .where('token', '=', token)
    .execute()
}

export const listSessions = (
  query: DbQuery,
  { personId, now, begunAfter }: { personId: string; now: Date; begunAfter: Date },
) =>
  query
    .selectFrom('person_sessions')
    .select(['id', 'created_at', 'expires_at', 'ip_address', 'user_agent'])
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .where('created_at', '>', begunAfter)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export const endSession = async (query: DbQuery, token: string): Promise<void> => {
  await query.deleteFrom('person_sessions').where('token', '=', token).execute()
}

export const endOtherSessions = async (
  query: DbQuery,
  { personId, token }: { personId: string; token: string },
): Promise<void> => {
  await query
    .deleteFrom('person_sessions')
    .where('person_id', '=', personId)
    .where('token', '!=', token)
    .execute()
}

/** Ends one session of a person, or all. Returns their number. */
export const endSessions = async (
  query: DbQuery,
  personId: string,
  { sessionId }: { sessionId?: string } = {},
): Promise<number> => {
  const ended = await query
    .deleteFrom('person_sessions')
    .where('person_id', '=', personId)
    .where(sessionId === undefined ? sql<boolean>`true` : sql<boolean>`id = ${sessionId}`)
    .executeTakeFirst()
  return Number(ended.numDeletedRows)
}
