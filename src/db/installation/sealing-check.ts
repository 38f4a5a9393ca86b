import { UserError } from '../../runtime/failure.ts'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import type { DbQuery } from '../db.ts'
import {
  CHECK_CONTEXT,
  type KeyInUse,
  type KeyState,
  keysInUse,
  openOrNothing,
  type SealedPlace,
} from './sealed-values.ts'

/**
 * Throws `UserError` if the keys do not fit this database: every checkout and webhook would fail.
 * The first start seals a check value. Health checks report partial losses instead.
 */
export const requireSealingKeys = async (
  query: DbQuery,
  sealer: SecretSealer,
  places: readonly SealedPlace[],
): Promise<void> => {
  const check = await readCheck(query)
  if (check === null) {
    const keys = await keysInUse(query, sealer, places)
    if (keys.length > 0 && !keys.some(({ state }) => state === 'opens')) throw refused(keys, sealer)
    await query
      .updateTable('installation')
      .set({ sealed_check: newCheck(sealer) })
      .where('sealed_check', 'is', null)
      .execute()
  }
  // The earlier of two concurrent first starts wins.
  const written = check ?? (await readCheck(query))
  if (written !== null && openOrNothing(sealer, written, CHECK_CONTEXT) === undefined) {
    throw refused(await keysInUse(query, sealer, places), sealer)
  }
}

/** Continues without the values sealed by lost keys. */
export const acceptLossOfKeys = async (query: DbQuery, sealer: SecretSealer): Promise<void> => {
  await query
    .updateTable('installation')
    .set({ sealed_check: newCheck(sealer) })
    .execute()
}

const newCheck = (sealer: SecretSealer): string =>
  sealer.seal('opened by the keys of this installation', CHECK_CONTEXT)

const readCheck = async (query: DbQuery): Promise<string | null> => {
  const { sealed_check: check } = await query
    .selectFrom('installation')
    .select('sealed_check')
    .executeTakeFirstOrThrow()
  return check
}

export const KEY_STATES: Record<KeyState, string> = {
  opens: 'given',
  missing: 'missing',
  'other-key': 'given, but another key than the one that sealed',
}

const refused = (keys: readonly KeyInUse[], { keyIds }: SecretSealer): UserError => {
  const needed = keys.map(
    ({ keyId, values, state }) =>
      `    ${keyId}: ${values} ${values === 1 ? 'value' : 'values'}, ${KEY_STATES[state]}`,
  )
  return new UserError(`SEALING_KEYS: these are not the keys that sealed the secrets of this database.
  Needed, by the id before the colon:
${needed.join('\n')}
  Given: ${keyIds.join(', ')}
  Add the keys of these ids to SEALING_KEYS, or use the database that belongs to the given ones.
  Where SEALING_KEYS is unset, the key is the file sealing-key of DATA_DIR. A key that is lost for
  good: "npm run keys -- accept-loss", and connect each shop anew.`)
}
