import type { Kysely } from 'kysely'
import { UserError } from '../../runtime/failure.ts'
import type { DbTables } from '../tables.ts'

/**
 * Rights, limits and promises that an older process would ignore. Code that uses one calls `noteUse`,
 * so that processes without it stop. 0.2.0 checks nothing.
 */
const FEATURES = [
  'limited-api-keys',
  'frozen-stores',
  'refund-approvals',
  'notification-endpoints',
  'second-factors',
] as const
export type Feature = (typeof FEATURES)[number]

/** Joins the transaction that uses the feature. */
export const noteUse = async (query: Kysely<DbTables>, name: Feature): Promise<void> => {
  await query
    .insertInto('features_in_use')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Features in use that this version does not know. */
export const unknownFeatures = async (query: Kysely<DbTables>): Promise<string[]> => {
  const known: readonly string[] = FEATURES
  const rows = await query.selectFrom('features_in_use').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name).filter((name) => !known.includes(name))
}

/** Throws `UserError` if this process would ignore a right or a limit. */
export const requireKnownFeatures = async (query: Kysely<DbTables>): Promise<void> => {
  const unknown = await unknownFeatures(query)
  if (unknown.length > 0) throw outdated(unknown)
}

export const outdated = (unknown: readonly string[]): UserError =>
  new UserError(`This version of Puente is too old for its database, which uses: ${unknown.join(', ')}.
  A newer version made use of them, and this one would ignore them. Run the newer version.`)
