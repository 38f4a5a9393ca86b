import type { Transaction } from 'kysely'
import type { Sandbox } from '../context.ts'
import type { Tables } from './tables.ts'

export const commitAndWake = async <Outcome>(
  sandbox: Sandbox,
  work: (trx: Transaction<Tables>) => Promise<Outcome>,
): Promise<Outcome> => {
  const outcome = await sandbox.database.query.transaction().execute(work)
  sandbox.wake()
  return outcome
}
