import { sql } from 'kysely'
import { errorCode } from '../../runtime/error-code.ts'
import type { DbQuery } from '../db.ts'

/** A write this recent spares the next probe. */
const WRITTEN_EVERY = '5 seconds'
/** 16 KiB of 32-character digests, so a write needs new pages. */
const FILLER_DIGESTS = 512

/** Probes a dedicated row. Rejects on a full disk, read-only server or standby. */
export const probeWrites = async (query: DbQuery): Promise<void> => {
  await sql`
    INSERT INTO write_probe AS known (id, at, filler)
    SELECT 1, clock_timestamp(), string_agg(md5(random()::text), '')
    FROM generate_series(1, ${sql.lit(FILLER_DIGESTS)})
    ON CONFLICT (id) DO UPDATE SET at = excluded.at, filler = excluded.filler
    WHERE known.at NOT BETWEEN excluded.at - ${sql.lit(WRITTEN_EVERY)}::interval AND excluded.at`.execute(
    query,
  )
}

const INSUFFICIENT_PRIVILEGE = '42501'
/** SQLSTATEs: read-only, exhausted resources (disk), system error. */
const READ_ONLY_STATES = /^(25006$|53|58)/

/** `not_allowed`: the role may not write to the probe's table. */
export const readProbeFailure = (
  error: unknown,
): 'no_database' | 'takes_no_writes' | 'not_allowed' => {
  const code = errorCode(error) ?? ''
  if (code === INSUFFICIENT_PRIVILEGE) return 'not_allowed'
  return READ_ONLY_STATES.test(code) ? 'takes_no_writes' : 'no_database'
}
