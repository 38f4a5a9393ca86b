import type { Insertable, Selectable } from 'kysely'
import type { DbQuery } from '../db.ts'
import type { DbTables } from '../tables.ts'

export type OneTimeLinkRow = Selectable<DbTables['one_time_links']>

export const insertLink = async (
  query: DbQuery,
  link: Insertable<DbTables['one_time_links']>,
): Promise<void> => {
  await query.insertInto('one_time_links').values(link).execute()
}

export const findLink = (
  query: DbQuery,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<OneTimeLinkRow | undefined> =>
  query
    .selectFrom('one_time_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Returns `undefined` after a lost race. */
export const consumeLink = (
  trx: DbQuery,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<OneTimeLinkRow | undefined> =>
  trx
    .updateTable('one_time_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

export const listOpenInvitations = (
  query: DbQuery,
  { organizationId, now }: { organizationId: string | undefined; now: Date },
): Promise<OneTimeLinkRow[]> => {
  const rows = query
    .selectFrom('one_time_links')
    .selectAll()
    .where('kind', '=', 'invitation')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at')
  return (
    organizationId === undefined ? rows : rows.where('organization_id', '=', organizationId)
  ).execute()
}

export const deleteInvitation = (
  query: DbQuery,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<OneTimeLinkRow | undefined> =>
  query
    .deleteFrom('one_time_links')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'invitation')
    .where('used_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Deletes open invitations to and from a removed or demoted member. */
export const deleteInvitationsAround = async (
  trx: DbQuery,
  { organizationId, personId, email }: { organizationId: string; personId: string; email: string },
): Promise<void> => {
  await trx
    .deleteFrom('one_time_links')
    .where('organization_id', '=', organizationId)
    .where('used_at', 'is', null)
    .where((row) => row.or([row('email', '=', email), row('made_by', '=', personId)]))
    .execute()
}

export const deletePasswordLinks = async (trx: DbQuery, personId: string): Promise<void> => {
  await trx
    .deleteFrom('one_time_links')
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .execute()
}

/** Bearer links admit anyone who has them. */
export const deleteOpenBearerLinks = async (
  trx: DbQuery,
  organizationId: string,
): Promise<void> => {
  await trx
    .deleteFrom('one_time_links')
    .where('organization_id', '=', organizationId)
    .where('email', 'is', null)
    .where('used_at', 'is', null)
    .execute()
}
