import type { DbQuery } from './db.ts'

/** A name that no other installation has. */
export const installationId = async (query: DbQuery): Promise<string> => {
  const { id } = await query.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  return id
}
