import { expect, test } from 'vitest'
import { readSettings } from '../../config/settings.ts'
import { SCHEMA } from '../../sandbox/gateway/database/schema.ts'
import { startSandbox } from '../../sandbox/gateway/sandbox.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { createPool } from '../../src/runtime/postgres/database.ts'
import { order, PUBLISHABLE_KEY, TEST_KEY, testCard } from '../contract/support/harness.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { gatewayForTest } from '../support/use-world.ts'
import type { Json } from '../support/world.ts'

/** Settings, and the journal entry of the reset. */
const STAYS = ['clock', 'journal', 'state']

test('a reset completes under concurrent load', async () => {
  const gateway = await gatewayForTest()
  let isOver = false
  const statuses = new Set<number>()
  const client = async (): Promise<void> => {
    while (!isOver) {
      const { status, body } = await gateway.call('POST', '/v1/payments', { body: order })
      statuses.add(status)
      statuses.add((await gateway.pay({ payment_id: body.id })).status)
    }
  }
  const clients = Array.from({ length: 24 }, client)
  try {
    for (let turn = 1; turn <= 3; turn++) await gateway.control('POST', '/reset')
  } finally {
    isOver = true
    await Promise.all(clients)
  }
  for (const status of statuses) expect(status).toBeLessThan(500)
})

test('a reset empties every table', async () => {
  const url = await freshDatabase()
  const log = createLog({ level: 'error', service: 'sandbox' })
  const sandbox = await startSandbox({
    settings: readSettings({}, '/nowhere/.env'),
    databaseUrl: url,
    log,
    port: 0,
  })
  const pool = createPool({
    url,
    schema: SCHEMA,
    applicationName: 'test',
    maxConnections: 1,
    log,
  })
  const filled = async (): Promise<string[]> => {
    const tables = await pool.query(`SELECT tablename FROM pg_tables WHERE schemaname = $1`, [
      SCHEMA,
    ])
    const names: string[] = tables.rows.map(({ tablename }) => tablename)
    const counts = await Promise.all(
      names.map(async (name) => ({
        name,
        rows: (await pool.query(`SELECT FROM ${name} LIMIT 1`)).rowCount ?? 0,
      })),
    )
    return counts.filter(({ rows }) => rows > 0).map(({ name }) => name)
  }
  const post = async (path: string, body: object = {}) => {
    const response = await fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_KEY}`, 'idempotency-key': path },
      body: JSON.stringify(body),
    })
    expect(response.status).toBeLessThan(300)
    return (await response.json()) as Json
  }
  try {
    const empty = (await filled()).filter((name) => !STAYS.includes(name))
    await post('/sandbox/endpoints', { environment: 'test', url: 'http://127.0.0.1:9/' })
    const { id } = await post('/v1/payments', order)
    const card = testCard('4111111111111111')
    const { transaction_id } = await post('/sandbox/pay', { payment_id: id, card })
    await post('/sandbox/settle')
    await post(`/v1/payments/${transaction_id}/refund`, { amount: 1 })
    const { payment_token } = await post('/sandbox/tokens', {
      publishable_key: PUBLISHABLE_KEY,
      card,
      customer: { identity_number: '1' },
      save_card: true,
    })
    await post('/embed/v1/confirm', {
      amount: 1,
      currency_code: 'HNL',
      payment_token,
      publishable_key: PUBLISHABLE_KEY,
    })
    // A new table must be filled here, so that its reset is tested.
    const { rows } = await pool.query(`SELECT tablename FROM pg_tables WHERE schemaname = $1`, [
      SCHEMA,
    ])
    const all = rows.map(({ tablename }) => tablename).sort()
    await expect.poll(async () => (await filled()).sort()).toEqual(all)

    await post('/sandbox/reset')
    expect((await filled()).filter((name) => !STAYS.includes(name))).toEqual(empty)
  } finally {
    await pool.end()
    await sandbox.close()
  }
})
