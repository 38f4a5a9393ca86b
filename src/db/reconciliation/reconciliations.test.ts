import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/support/fresh-database.ts'
import { openTestDb } from '../../../test/support/open-db.ts'
import { createLog } from '../../runtime/log/log.ts'
import type { Db } from '../db.ts'
import { deleteSeenPayments, recordSeenPayments } from './reconciliations.ts'

const log = createLog({ level: 'silent', service: 'test' })
/** A nested loop over so many takes minutes; the timeout is ten seconds. */
const MANY = Array.from({ length: 100_000 }, (_, index) => BigInt(index + 1))
const PAGE = 10_000

let db: Db
beforeAll(async () => {
  db = await openTestDb({ databaseUrl: await freshDatabase(), log })
})
afterAll(() => db.close())

it('a run forgets a very large set of seen payments even if table statistics are stale', async () => {
  const [earlier, run] = [{ number: 1n }, { number: 2n }]
  await recordSeenPayments(db.query, earlier, [1n])
  const noStatistics = sql`ALTER TABLE reconciliation_seen SET (autovacuum_enabled = off)`
  await noStatistics.execute(db.query)
  await sql`ANALYZE reconciliation_seen`.execute(db.query)
  for (let from = 0; from < MANY.length; from += PAGE) {
    await recordSeenPayments(db.query, run, MANY.slice(from, from + PAGE))
  }

  await deleteSeenPayments(db.query, run)

  const left = await db.query.selectFrom('reconciliation_seen').selectAll().execute()
  expect(left).toEqual([{ run: 1n, gateway_payment_id: 1n }])
})
