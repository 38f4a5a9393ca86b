import { sql } from 'kysely'
import type { Money } from '../../domain/money.ts'
import type { Role } from '../../domain/rights.ts'
import type { DbQuery } from '../db.ts'
import { noteUse } from '../installation/features.ts'
import { hasPasskeys, type OperatorLimitsRow } from './people.ts'

export interface Member {
  organizationId: string
  personId: string
}

export const listMembers = (query: DbQuery, organizationId: string | undefined) => {
  const rows = query
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.person_id')
    .leftJoin('person_authenticators', 'person_authenticators.person_id', 'people.id')
    .select([
      'members.organization_id',
      'members.person_id',
      'people.name',
      'people.email',
      'members.role',
      'members.created_at',
      'person_authenticators.confirmed_at as authenticator_since',
      hasPasskeys,
    ])
    .orderBy('members.organization_id')
    .orderBy('members.created_at')
    .orderBy('members.person_id')
  return (
    organizationId === undefined ? rows : rows.where('members.organization_id', '=', organizationId)
  ).execute()
}

export const findOrganization = (query: DbQuery, id: string) =>
  query.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()

/** Holds the lock until the transaction ends. */
export const lockOrganization = (trx: DbQuery, id: string) =>
  trx.selectFrom('organizations').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

export const roleOf = async (
  query: DbQuery,
  { organizationId, personId }: Member,
): Promise<Role | undefined> =>
  (
    await query
      .selectFrom('members')
      .select('role')
      .where('organization_id', '=', organizationId)
      .where('person_id', '=', personId)
      .executeTakeFirst()
  )?.role

export const organizationIdsOf = async (query: DbQuery, personId: string): Promise<string[]> => {
  const rows = await query
    .selectFrom('members')
    .select('organization_id')
    .where('person_id', '=', personId)
    .execute()
  return rows.map(({ organization_id: id }) => id)
}

const owners = (query: DbQuery) =>
  query.selectFrom('members').select('person_id').where('role', '=', 'owner')

export const hasOtherOwner = async (
  query: DbQuery,
  { organizationId, personId }: Member,
): Promise<boolean> =>
  (await owners(query)
    .where('organization_id', '=', organizationId)
    .where('person_id', '!=', personId)
    .executeTakeFirst()) !== undefined

export const hasOwner = async (query: DbQuery): Promise<boolean> =>
  (await owners(query).executeTakeFirst()) !== undefined

export const firstOwnerOf = (query: DbQuery, organizationId: string) =>
  owners(query)
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('person_id')
    .limit(1)
    .executeTakeFirst()

export const setRole = async (
  trx: DbQuery,
  { organizationId, personId, role }: Member & { role: Role },
): Promise<void> => {
  await trx
    .updateTable('members')
    .set({ role })
    .where('organization_id', '=', organizationId)
    .where('person_id', '=', personId)
    .execute()
}

export const deleteMember = async (
  trx: DbQuery,
  { organizationId, personId }: Member,
): Promise<void> => {
  await trx
    .deleteFrom('members')
    .where('organization_id', '=', organizationId)
    .where('person_id', '=', personId)
    .execute()
}

/** Deletes the person's sessions and links too. */
export const deletePersonWithoutMembership = async (
  trx: DbQuery,
  personId: string,
): Promise<void> => {
  await trx
    .deleteFrom('people')
    .where('id', '=', personId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('members').select('person_id').where('person_id', '=', personId))),
    )
    .execute()
}

/** Changes the given limits. Returns the previous row. */
export const setOperatorRefundLimits = (
  query: DbQuery,
  {
    organizationId: id,
    refundLimit,
    refundDayLimit,
  }: { organizationId: string } & OperatorLimitsChange,
): Promise<OperatorLimitsRow | undefined> =>
  query.transaction().execute(async (trx) => {
    if (!(await lockOrganization(trx, id))) return undefined
    const before = await findOrganization(trx, id)
    const changes = {
      ...(refundLimit === undefined
        ? {}
        : {
            operator_refund_limit_minor: refundLimit?.minor ?? null,
            operator_refund_limit_currency: refundLimit?.currency.code ?? null,
          }),
      ...(refundDayLimit === undefined
        ? {}
        : {
            operator_refund_day_limit_minor: refundDayLimit?.minor ?? null,
            operator_refund_day_limit_currency: refundDayLimit?.currency.code ?? null,
          }),
    }
    if (Object.keys(changes).length > 0) {
      await trx.updateTable('organizations').set(changes).where('id', '=', id).execute()
    }
    return before
  })

/**
 * Returns the former value; `undefined`: no such organization. Makes open streams check their rights
 * again.
 */
export const setSecondFactorRequired = (
  query: DbQuery,
  { organizationId: id, isRequired }: { organizationId: string; isRequired: boolean },
): Promise<boolean | undefined> =>
  query.transaction().execute(async (trx) => {
    await lockOrganization(trx, id)
    const before = await findOrganization(trx, id)
    if (!before) return undefined
    if (isRequired) await noteUse(trx, 'second-factors')
    await trx
      .updateTable('organizations')
      .set({ requires_second_factor: isRequired })
      .where('id', '=', id)
      .execute()
    await sql`SELECT pg_notify('puente_people', '')`.execute(trx)
    return before.requires_second_factor
  })

/** `null` removes a limit; `undefined` keeps it. */
export interface OperatorLimitsChange {
  refundLimit?: Money | null | undefined
  refundDayLimit?: Money | null | undefined
}
