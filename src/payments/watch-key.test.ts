import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/support/fresh-database.ts'
import { NOTIFY_SECRET, WEBHOOK_SECRET } from '../../test/support/world.ts'
import { type Ledger, openLedger } from '../ledger/ledger.ts'
import { openProblemsOfKinds } from '../ledger/problems.ts'
import { systemClock } from '../platform/clock.ts'
import { createIds } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { createSecretSealer } from '../platform/sealed-secrets.ts'
import { connectStore } from './connect-store.ts'
import { createKeyWatch } from './watch-key.ts'

const log = createLog({ level: 'silent', service: 'test' })

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger({ databaseUrl: await freshDatabase(), log })
  await connectStore(
    {
      query: ledger.query,
      sealer: createSecretSealer([{ id: 'test', key: Buffer.alloc(32, 7) }]),
      ids: createIds(systemClock),
      now: systemClock.now(),
    },
    {
      id: 'tienda',
      name: 'Tienda',
      locale: 'es',
      secretKey: 'sk_test_sandbox',
      publishableKey: null,
      webhookSecret: WEBHOOK_SECRET,
      notifyUrl: null,
      notifySecret: NOTIFY_SECRET,
    },
  )
  await sql`CREATE TABLE updates (at timestamptz DEFAULT now())`.execute(ledger.query)
  await sql`CREATE FUNCTION count_update() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN INSERT INTO updates DEFAULT VALUES; RETURN NULL; END$$`.execute(ledger.query)
  await sql`CREATE TRIGGER counted AFTER UPDATE ON problems
    FOR EACH STATEMENT EXECUTE FUNCTION count_update()`.execute(ledger.query)
})
afterAll(() => ledger.close())
beforeEach(() => ledger.query.deleteFrom('problems').execute())

/** What one process hears of the gateway's answers. */
const startProcess = (options = {}) => {
  const heard = createKeyWatch({ ledger, clock: systemClock, log }, options)({ id: 'tienda' })
  return (status: number) => heard({ method: 'GET', path: '/payments/7' }, status)
}
const countUpdates = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM updates`.execute(
    ledger.query,
  )
  return rows[0]?.count ?? 0
}
const listed = async () =>
  (await openProblemsOfKinds(ledger.query, ['gateway_key_refused'])).map(({ subject }) => subject)

describe('a key that the gateway accepts', () => {
  it('costs no write for each call', async () => {
    const hear = startProcess({ lookAgainAfterMs: 0 })
    const before = await countUpdates()
    for (let call = 0; call < 5; call++) await hear(200)
    expect(await countUpdates()).toBe(before)
  })

  it('after it was refused is off the list at the next call, whichever process makes it', async () => {
    const [one, other] = [startProcess(), startProcess({ lookAgainAfterMs: 0 })]
    await one(200)
    await other(200)
    await one(401)
    expect(await listed()).toEqual(['tienda'])
    await other(200)
    expect(await listed()).toEqual([])
    await other(403)
    expect(await listed()).toEqual(['tienda GET /payments/{id}'])
    await startProcess()(200)
    expect(await listed()).toEqual([])
    await one(401)
    await one(200)
    expect(await listed()).toEqual([])
  })
})
