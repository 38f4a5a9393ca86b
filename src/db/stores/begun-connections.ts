import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import type { DbQuery } from '../db.ts'
import { isResealed } from '../installation/resealed.ts'
import type { Platform } from '../tables/stores.ts'
import type { DbTables } from '../tables.ts'

type BegunRow = Selectable<DbTables['begun_connections']>

/** Mutable part of a connection in setup; `secrets` is stored sealed. */
interface Progress {
  step: string
  storeId: StoreId
  details: Record<string, unknown>
  secrets: Record<string, unknown>
}

/** A connection in setup, with its secrets opened. */
export interface BegunConnection {
  storeId: StoreId
  step: string
  details: unknown
  secrets: unknown
  /** Token of the compare-and-set in `moveBegunConnection`. */
  seen: BegunRow
}

interface Sealed {
  query: DbQuery
  sealer: SecretSealer
}

/**
 * The database holds only this hash, so read access does not open the setup pages. Tokens are
 * random: plain SHA-256 suffices.
 */
const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export const sealingContextOfConnection = (tokenHash: string): string =>
  `begun_connections/${tokenHash}`

const columnsOf = (
  sealer: SecretSealer,
  tokenHash: string,
  { step, storeId, details, secrets }: Progress,
) => ({
  step,
  store_id: storeId,
  details: JSON.stringify(details),
  sealed: sealer.seal(JSON.stringify(secrets), sealingContextOfConnection(tokenHash)),
})

export const keepBegunConnection = async (
  { query, sealer }: Sealed,
  {
    token,
    platform,
    begunBy,
    now,
    expiresAt,
    ...progress
  }: Progress & {
    token: string
    platform: Platform
    begunBy: string
    now: Date
    expiresAt: Date
  },
): Promise<void> => {
  const tokenHash = hashToken(token)
  await query
    .insertInto('begun_connections')
    .values({
      token_hash: tokenHash,
      platform,
      begun_by: begunBy,
      ...columnsOf(sealer, tokenHash, progress),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
}

export const findBegunConnection = async (
  { query, sealer }: Sealed,
  { token, now }: { token: string; now: Date },
): Promise<BegunConnection | undefined> => {
  const row = await query
    .selectFrom('begun_connections')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && opened(sealer, row)
}

const opened = (sealer: SecretSealer, row: BegunRow): BegunConnection => ({
  storeId: row.store_id,
  step: row.step,
  details: row.details,
  secrets: JSON.parse(sealer.open(row.sealed, sealingContextOfConnection(row.token_hash))),
  seen: row,
})

/** Updates by compare-and-set on `seen`; `undefined` after a lost race. */
export const moveBegunConnection = async (
  { query, sealer }: Sealed,
  { seen }: BegunConnection,
  progress: Progress,
): Promise<BegunConnection | undefined> => {
  const moved = await query
    .updateTable('begun_connections')
    .set(columnsOf(sealer, seen.token_hash, progress))
    .where('token_hash', '=', seen.token_hash)
    // Each sealing yields a new ciphertext, so an equal one means an unchanged row. After a reseal,
    // step and details must match.
    .where(({ and, eb, or, val }) =>
      or([
        eb('sealed', '=', seen.sealed),
        and([
          isResealed('sealed', seen.sealed),
          eb('step', '=', seen.step),
          eb('details', '=', sql<typeof seen.details>`${val(JSON.stringify(seen.details))}::jsonb`),
        ]),
      ]),
    )
    .returningAll()
    .executeTakeFirst()
  return moved && opened(sealer, moved)
}

/**
 * Counts connections begun since an instant: in total, from a network, from its neighbourhood
 * (prefix).
 */
export const countBegunConnections = async (
  query: DbQuery,
  { since, begunBy, neighbourhood }: { since: Date; begunBy: string; neighbourhood: string },
): Promise<{ inAll: number; fromThere: number; fromNear: number }> => {
  const { inAll, fromThere, fromNear } = await query
    .selectFrom('begun_connections')
    .select(({ fn }) => [
      fn.countAll<string>().as('inAll'),
      fn.countAll<string>().filterWhere('begun_by', '=', begunBy).as('fromThere'),
      fn.countAll<string>().filterWhere('begun_by', '^@', neighbourhood).as('fromNear'),
    ])
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return { inAll: Number(inAll), fromThere: Number(fromThere), fromNear: Number(fromNear) }
}

export const deleteOldConnections = async (query: DbQuery, now: Date): Promise<void> => {
  await query.deleteFrom('begun_connections').where('expires_at', '<', now).execute()
}
