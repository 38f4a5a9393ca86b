import { sql } from 'kysely'
import { moneyFromMinor } from '../../domain/money.ts'
import { type Rights, type Role, SCOPES_OF_ROLE } from '../../domain/rights.ts'
import type { DbQuery } from '../db.ts'

export const hasPasskeys = sql<boolean>`EXISTS (
  SELECT FROM person_passkeys WHERE person_passkeys.person_id = people.id)`.as('has_passkeys')

const hasPassword = sql<boolean>`EXISTS (
  SELECT FROM person_accounts WHERE person_accounts.person_id = people.id
    AND provider_id = 'credential' AND password IS NOT NULL)`.as('has_password')

/** Returns a row per membership of the session's person, or one without. */
export const sessionWithMemberships = (
  query: DbQuery,
  { token, now, begunAfter }: { token: string; now: Date; begunAfter: Date },
) =>
  query
    .selectFrom('person_sessions')
    .innerJoin('people', 'people.id', 'person_sessions.person_id')
    .leftJoin('person_authenticators', 'person_authenticators.person_id', 'people.id')
    .leftJoin('members', 'members.person_id', 'people.id')
    .leftJoin('organizations', 'organizations.id', 'members.organization_id')
    .select([
      'people.id',
      'people.name',
      'people.email',
      'person_sessions.id as session_id',
      'person_sessions.created_at as session_begun_at',
      'person_sessions.confirmed_at as session_confirmed_at',
      'person_sessions.factor_confirmed_at',
      'person_authenticators.confirmed_at as authenticator_since',
      hasPasskeys,
      hasPassword,
      'members.role',
      'organizations.id as organization_id',
      'organizations.name as organization_name',
      'organizations.requires_second_factor',
      'organizations.operator_refund_limit_minor',
      'organizations.operator_refund_limit_currency',
      'organizations.operator_refund_day_limit_minor',
      'organizations.operator_refund_day_limit_currency',
    ])
    .where('person_sessions.token', '=', token)
    .where('person_sessions.expires_at', '>', now)
    .where('person_sessions.created_at', '>', begunAfter)
    .orderBy('organizations.id')
    .execute()

/** Returns whether anyone can sign in. */
export const hasPeople = async (query: DbQuery): Promise<boolean> =>
  (await query.selectFrom('people').select('id').limit(1).executeTakeFirst()) !== undefined

export const findPersonByEmail = (query: DbQuery, email: string) =>
  query
    .selectFrom('people')
    .select(['id', 'name', 'email'])
    .where('email', '=', email)
    .executeTakeFirst()

export const getPerson = (query: DbQuery, id: string) =>
  query.selectFrom('people').select(['id', 'name', 'email']).where('id', '=', id).executeTakeFirst()

export interface OperatorLimitsRow {
  operator_refund_limit_minor: bigint | null
  operator_refund_limit_currency: string | null
  operator_refund_day_limit_minor: bigint | null
  operator_refund_day_limit_currency: string | null
}

/** Returns `undefined` for no limit. */
export const operatorLimitsOf = (
  row: OperatorLimitsRow,
): Pick<Rights, 'refundLimit' | 'refundDayLimit'> => ({
  refundLimit: limitOf(row.operator_refund_limit_minor, row.operator_refund_limit_currency),
  refundDayLimit: limitOf(
    row.operator_refund_day_limit_minor,
    row.operator_refund_day_limit_currency,
  ),
})

const limitOf = (minor: bigint | null, currency: string | null) =>
  minor !== null && currency !== null ? moneyFromMinor(minor, currency) : undefined

/** Applies refund limits to operators only. */
export const rightsOfRole = (role: Role, limits: OperatorLimitsRow): Rights => ({
  scopes: SCOPES_OF_ROLE[role],
  ...(role === 'operator'
    ? operatorLimitsOf(limits)
    : { refundLimit: undefined, refundDayLimit: undefined }),
})
