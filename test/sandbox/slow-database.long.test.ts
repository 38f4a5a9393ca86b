import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readSettings } from '../../config/settings.ts'
import { controlClient, typedCard } from '../../sandbox/gateway/control/client.ts'
import { SCHEMA } from '../../sandbox/gateway/database/schema.ts'
import { startSandbox } from '../../sandbox/gateway/sandbox.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { createPool } from '../../src/runtime/postgres/database.ts'
import { CARDS, order, TEST_KEY } from '../contract/support/harness.ts'
import { freshDatabase } from '../support/fresh-database.ts'

/** Longer than Puente waits for a connection (5 s) and for a statement (10 s). */
const STALL_MS = 11_000
/** More than the sandbox has connections. */
const CUSTOMERS = 24

test('a stalled database delays the answers of the sandbox, and none is a 500', async () => {
  const url = await freshDatabase()
  const log = createLog({ level: 'silent', service: 'test' })
  const settings = readSettings({}, '/nowhere/.env')
  const sandbox = await startSandbox({ settings, databaseUrl: url, log, port: 0 })
  const pool = createPool({ url, schema: SCHEMA, applicationName: 'test', maxConnections: 1, log })
  const control = controlClient(sandbox.url)
  try {
    const response = await fetch(`${sandbox.url}/v1/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_KEY}` },
      body: JSON.stringify(order),
    })
    const { id } = (await response.json()) as { id: number }
    const stall = await pool.connect()
    await stall.query('BEGIN; LOCK TABLE payments')
    const payment = { payment_id: id, card: typedCard(CARDS.approved) }
    const answers = [
      ...Array.from({ length: CUSTOMERS }, () => control.send('POST', '/sandbox/pay', payment)),
      control.send('POST', '/sandbox/clock', { advance_seconds: 60 }),
      control.send('PUT', '/sandbox/profile', { disable: 'pending_only' }),
    ]
    await sleep(STALL_MS)
    await stall.query('ROLLBACK')
    stall.release()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 200, 200, ...Array(CUSTOMERS - 1).fill(422)])
  } finally {
    await pool.end()
    await sandbox.close()
  }
})
