import type { DbQuery } from '../../db/db.ts'
import { replaceRecoveryCodes } from '../../db/people/second-factors.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

/** Replaces the person's recovery codes. Returns the new ones; the database keeps only hashes. */
export const giveRecoveryCodes = async (
  trx: DbQuery,
  personId: string,
  now: Date,
): Promise<string[]> => {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(trx, { personId, hashes: codes.map(hashOfRecoveryCode), now })
  return codes
}
