import type { LedgerQuery } from './ledger.ts'

/** A name that no other installation has. */
export const installationId = async (query: LedgerQuery): Promise<string> => {
  const { id } = await query.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  return id
}
