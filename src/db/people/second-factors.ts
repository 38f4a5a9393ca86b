import type { DbQuery } from '../db.ts'
import { listPasskeys } from './passkeys.ts'

/** Binds a sealed secret to its person. */
export const sealingContextOfAuthenticator = (personId: string): string =>
  `person_authenticators/${personId}/sealed_secret`

/** Replaces an unconfirmed authenticator. Returns `false` if the person has a confirmed one. */
export const beginAuthenticator = async (
  query: DbQuery,
  { personId, sealedSecret, now }: { personId: string; sealedSecret: string; now: Date },
): Promise<boolean> =>
  (await query
    .insertInto('person_authenticators')
    .values({ person_id: personId, sealed_secret: sealedSecret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet({ sealed_secret: sealedSecret, created_at: now })
        .where('person_authenticators.confirmed_at', 'is', null),
    )
    .returning('person_id')
    .executeTakeFirst()) !== undefined

export const findAuthenticator = (query: DbQuery, personId: string) =>
  query
    .selectFrom('person_authenticators')
    .select(['sealed_secret', 'created_at', 'confirmed_at'])
    .where('person_id', '=', personId)
    .executeTakeFirst()

/** Returns `false` if another request confirmed the authenticator, or began a new one. */
export const confirmAuthenticator = async (
  trx: DbQuery,
  {
    personId,
    sealedSecret,
    step,
    now,
  }: { personId: string; sealedSecret: string; step: number; now: Date },
): Promise<boolean> =>
  (await trx
    .updateTable('person_authenticators')
    .set({ confirmed_at: now, last_step: BigInt(step) })
    .where('person_id', '=', personId)
    .where('sealed_secret', '=', sealedSecret)
    .where('confirmed_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst()) !== undefined

/** Deletes one without a first code. */
export const deletePendingAuthenticator = async (trx: DbQuery, personId: string): Promise<void> => {
  await trx
    .deleteFrom('person_authenticators')
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** Returns `false` for a step that is not after the last accepted one. */
export const acceptStep = async (
  query: DbQuery,
  { personId, step }: { personId: string; step: number },
): Promise<boolean> =>
  (await query
    .updateTable('person_authenticators')
    .set({ last_step: BigInt(step) })
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', BigInt(step))
    .returning('person_id')
    .executeTakeFirst()) !== undefined

export const deleteAuthenticator = async (trx: DbQuery, personId: string): Promise<boolean> =>
  (await trx
    .deleteFrom('person_authenticators')
    .where('person_id', '=', personId)
    .returning('person_id')
    .executeTakeFirst()) !== undefined

export const replaceRecoveryCodes = async (
  trx: DbQuery,
  { personId, hashes, now }: { personId: string; hashes: readonly string[]; now: Date },
): Promise<void> => {
  await deleteRecoveryCodes(trx, personId)
  await trx
    .insertInto('person_recovery_codes')
    .values(hashes.map((hash) => ({ person_id: personId, code_hash: hash, created_at: now })))
    .execute()
}

export const deleteRecoveryCodes = async (trx: DbQuery, personId: string): Promise<void> => {
  await trx.deleteFrom('person_recovery_codes').where('person_id', '=', personId).execute()
}

/** Returns `false` for an unknown or used code. */
export const consumeRecoveryCode = async (
  query: DbQuery,
  { personId, hash }: { personId: string; hash: string },
): Promise<boolean> =>
  (await query
    .deleteFrom('person_recovery_codes')
    .where('person_id', '=', personId)
    .where('code_hash', '=', hash)
    .returning('code_hash')
    .executeTakeFirst()) !== undefined

export const countRecoveryCodes = async (query: DbQuery, personId: string): Promise<number> => {
  const { count } = await query
    .selectFrom('person_recovery_codes')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns whether a sign-in needs more than the password. */
export const hasFactor = async (query: DbQuery, personId: string): Promise<boolean> =>
  (await findAuthenticator(query, personId))?.confirmed_at != null ||
  (await listPasskeys(query, personId)).length > 0
