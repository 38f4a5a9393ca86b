import type { Selectable } from 'kysely'
import type { DbQuery } from '../db.ts'
import type { DbTables } from '../tables.ts'

export type PasskeyRow = Selectable<DbTables['person_passkeys']>

export const listPasskeys = (query: DbQuery, personId: string): Promise<PasskeyRow[]> =>
  query
    .selectFrom('person_passkeys')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findPasskey = (
  query: DbQuery,
  credentialId: string,
): Promise<PasskeyRow | undefined> =>
  query
    .selectFrom('person_passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

/** Returns `false` for a known credential. */
export const insertPasskey = async (
  trx: DbQuery,
  { now, ...passkey }: Omit<PasskeyRow, 'created_at' | 'last_used_at'> & { now: Date },
): Promise<boolean> =>
  (await trx
    .insertInto('person_passkeys')
    .values({ ...passkey, created_at: now })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

export const deletePasskey = async (
  trx: DbQuery,
  { id, personId }: { id: string; personId: string },
): Promise<boolean> =>
  (await trx
    .deleteFrom('person_passkeys')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .returning('id')
    .executeTakeFirst()) !== undefined

export const deletePasskeys = async (trx: DbQuery, personId: string): Promise<number> => {
  const deleted = await trx
    .deleteFrom('person_passkeys')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

export const noteUseOfPasskey = async (
  query: DbQuery,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<void> => {
  await query
    .updateTable('person_passkeys')
    .set({ counter: BigInt(counter), last_used_at: now })
    .where('id', '=', id)
    .execute()
}

/** Returns `false` for a challenge that was answered before. */
export const consumeChallenge = async (
  query: DbQuery,
  { hash, until, now }: { hash: string; until: Date; now: Date },
): Promise<boolean> => {
  await query.deleteFrom('used_passkey_challenges').where('until', '<=', now).execute()
  const used = await query
    .insertInto('used_passkey_challenges')
    .values({ challenge_hash: hash, until })
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .returning('challenge_hash')
    .executeTakeFirst()
  return used !== undefined
}
