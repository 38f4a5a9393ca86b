import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/support/fresh-database.ts'
import { openTestDb } from '../../../test/support/open-db.ts'
import { NOTIFY_SECRET, WEBHOOK_SECRET } from '../../../test/support/world.ts'
import { listOpenAlerts } from '../../db/alerts/alerts.ts'
import type { Db } from '../../db/db.ts'
import { StoreId } from '../../domain/ids.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createIds } from '../../runtime/ids.ts'
import { createLog } from '../../runtime/log/log.ts'
import { createSecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import { connectStore } from './connect-store.ts'
import { createKeyWatch } from './watch-key.ts'

const log = createLog({ level: 'silent', service: 'test' })

let db: Db
beforeAll(async () => {
  db = await openTestDb({ databaseUrl: await freshDatabase(), log })
  await connectStore(
    {
      query: db.query,
      sealer: createSecretSealer([{ id: 'test', key: Buffer.alloc(32, 7) }]),
      ids: createIds(systemClock),
      now: systemClock.now(),
    },
    {
      id: StoreId.parse('tienda'),
      name: 'Tienda',
      locale: 'es',
      secretKey: 'sk_test_sandbox',
      publishableKey: null,
      webhookSecret: WEBHOOK_SECRET,
      notifyUrl: null,
      notifySecret: NOTIFY_SECRET,
    },
  )
  await sql`CREATE TABLE updates (at timestamptz DEFAULT now())`.execute(db.query)
  await sql`CREATE FUNCTION count_update() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN INSERT INTO updates DEFAULT VALUES; RETURN NULL; END$$`.execute(db.query)
  await sql`CREATE TRIGGER counted AFTER UPDATE ON alerts
    FOR EACH STATEMENT EXECUTE FUNCTION count_update()`.execute(db.query)
})
afterAll(() => db.close())
beforeEach(() => db.query.deleteFrom('alerts').execute())

const startProcess = (options = {}) => {
  const heard = createKeyWatch(
    { db, clock: systemClock, log },
    options,
  )({ id: StoreId.parse('tienda') })
  return (status: number) => heard({ method: 'GET', path: '/payments/7' }, status)
}
const countUpdates = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM updates`.execute(
    db.query,
  )
  return rows[0]?.count ?? 0
}
const listed = async () =>
  (await listOpenAlerts(db.query, { kinds: ['gateway_key_refused'] })).map(({ subject }) => subject)

describe('a key that the gateway accepts', () => {
  it('an accepted call costs no write', async () => {
    const hear = startProcess({ lookAgainAfterMs: 0 })
    const before = await countUpdates()
    for (let call = 0; call < 5; call++) await hear(200)
    expect(await countUpdates()).toBe(before)
  })

  it('the next accepted call closes the alert of a refused key, in any process', async () => {
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
