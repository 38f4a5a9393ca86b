import type { Insertable } from 'kysely'
import type { DbQuery } from '../db.ts'
import type { DbTables } from '../tables.ts'

type SignInLink = Insertable<DbTables['sign_in_links']>

/** Replaces the person's earlier links. */
export const replaceSignInLink = (query: DbQuery, link: SignInLink): Promise<void> =>
  query.transaction().execute(async (trx) => {
    await trx.deleteFrom('sign_in_links').where('person_id', '=', link.person_id).execute()
    await trx.insertInto('sign_in_links').values(link).execute()
  })

export const personOfSignInLink = (
  query: DbQuery,
  { tokenHash, now }: { tokenHash: string; now: Date },
) =>
  query
    .selectFrom('sign_in_links')
    .innerJoin('people', 'people.id', 'sign_in_links.person_id')
    .select(['people.id', 'people.name', 'people.email'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Returns `false` after a lost race. */
export const consumeSignInLink = async (
  query: DbQuery,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<boolean> =>
  (await query
    .updateTable('sign_in_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('token_hash')
    .executeTakeFirst()) !== undefined
