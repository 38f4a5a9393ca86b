import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '../../test/support/fresh-database.ts'
import { createLog } from '../platform/log.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { forgetSeen, rememberSeen } from './reconciliations.ts'

const log = createLog({ level: 'silent', service: 'test' })
/** Compared each with each, so many take minutes; a statement has ten seconds. */
const MANY = Array.from({ length: 100_000 }, (_, index) => BigInt(index + 1))

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger({ databaseUrl: await freshDatabase(), log })
})
afterAll(() => ledger.close())

it('a run forgets the very many payments that it saw, where PostgreSQL has last seen few in the table', async () => {
  const [earlier, run] = [{ number: 1n }, { number: 2n }]
  await rememberSeen(ledger.query, earlier, [1n])
  const noStatistics = sql`ALTER TABLE reconciliation_seen SET (autovacuum_enabled = off)`
  await noStatistics.execute(ledger.query)
  await sql`ANALYZE reconciliation_seen`.execute(ledger.query)
  await rememberSeen(ledger.query, run, MANY)

  await forgetSeen(ledger.query, run)

  const left = await ledger.query.selectFrom('reconciliation_seen').selectAll().execute()
  expect(left).toEqual([{ run: 1n, gateway_payment_id: 1n }])
})
