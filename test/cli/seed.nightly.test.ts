import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../bench/load/shop.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { eventually } from '../support/eventually.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { deliver, eventOf } from '../support/gateway-events.ts'
import { startPuenteProcess } from '../support/puente-process.ts'

const SEED = fileURLToPath(new URL('../../bench/seed.ts', import.meta.url))
const SECRET = 'whsec_of_the_seed'

let databaseUrl: string
let dataDir: string
beforeAll(async () => {
  databaseUrl = await freshDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'puente-seed-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const seed = (options: Record<string, string>) =>
  promisify(execFile)(
    process.execPath,
    [SEED, ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])],
    { env: childEnvironment({}), cwd: tmpdir() },
  )
const given = (orders: number) => ({
  'database-url': databaseUrl,
  'data-dir': dataDir,
  store: 'semilla',
  'secret-key': 'sk_test_seed',
  'webhook-secret': SECRET,
  orders: String(orders),
})
const statuses = async () => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    'SELECT status, count(*)::int FROM puente.orders GROUP BY status ORDER BY status',
  )
  await client.end()
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

describe('bench/seed.ts', () => {
  it('seed creates pending orders that signed events can pay, and the shop gets their notifications', async () => {
    const shop = await startShop()
    const { stdout } = await seed({ ...given(5_000), 'notify-url': shop.url })
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({
      store: 'semilla',
      orders: 5_000,
      webhook_path: '/webhooks/gateway/semilla',
    })
    const port = String(await freePort())
    const url = `http://127.0.0.1:${port}`
    const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: port }
    const puente = await startPuenteProcess(url, settings)
    try {
      for (const id of [1, 4_999]) {
        const body = eventOf({ id, amount: 125.5, currency: '340' }, 'approved')
        expect((await deliver(url, { body, store: 'semilla', secret: SECRET })).status).toBe(200)
      }
      const paid = await eventually(async () => {
        const now = await statuses()
        return now.paid === 2 && now
      })
      expect(paid).toEqual({ awaiting_payment: 4_998, paid: 2 })
      await Promise.all([shop.notifiedAt('1'), shop.notifiedAt('4999')])
    } finally {
      await puente.kill()
      await shop.close()
    }
  })

  it('a repeated seed adds only missing orders', async () => {
    await seed(given(5_010))
    expect(await statuses()).toEqual({ awaiting_payment: 5_008, paid: 2 })
  })

  it('seed names a missing or invalid option and creates nothing', async () => {
    const { store: _store, ...without } = given(1)
    await expect(seed(without)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--store: is missing'),
    })
    await expect(seed({ ...given(1), orders: '0' })).rejects.toMatchObject({
      stderr: expect.stringContaining('--orders: a whole number from 1 to'),
    })
    await expect(seed({ ...given(1), 'secret-key': 'pk_test_seed' })).rejects.toMatchObject({
      code: 1,
    })
  })
})
