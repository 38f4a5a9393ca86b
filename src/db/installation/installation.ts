import type { DbQuery } from '../db.ts'

/** Returns the id that keeps job queues apart on a shared Redis. */
export const installationId = async (query: DbQuery): Promise<string> => {
  const { id } = await query.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  return id
}
