import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '../../config/settings.ts'
import type { Tables } from '../../sandbox/gateway/database/tables.ts'
import { type RunningSandbox, startSandbox } from '../../sandbox/gateway/sandbox.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { type Database, openDatabase } from '../../src/runtime/postgres/database.ts'
import { CARDS, order, TEST_KEY } from '../contract/support/harness.ts'
import { callsTo } from '../contract/support/requests.ts'
import { addressesAt } from '../contract/support/target.ts'
import { eventually } from '../support/eventually.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { TYPED_CARD } from './support/hosted-pages.ts'

/** No page shows deleted input, so read the tables. */
let database: Database<Tables>
let sandbox: RunningSandbox
beforeAll(async () => {
  const databaseUrl = await freshDatabase()
  const log = createLog({ level: 'error', service: 'sandbox' })
  const settings = readSettings({}, '/nowhere/.env')
  sandbox = await startSandbox({ settings, databaseUrl, log, port: 0 })
  database = openDatabase<Tables>({
    url: databaseUrl,
    schema: 'sandbox',
    applicationName: 'test',
    maxConnections: 1,
    log,
  })
})
afterAll(async () => {
  await sandbox.close()
  await database.close()
})

const call = callsTo(() => addressesAt(sandbox.url))
const control = (path: string, body: object) => call('POST', `/sandbox${path}`, { key: null, body })

const remembered = async (payment: number): Promise<number> => {
  const rows = await database.query
    .selectFrom('transactions')
    .select('id')
    .where('payment_id', '=', payment)
    .where('form_fields', 'is not', null)
    .execute()
  return rows.length
}

const attempted = async (card: string): Promise<number> => {
  const { body } = await call('GET', '/sandbox/clock', { key: null })
  const expires_at = new Date(Date.parse(body.now) + 60_000).toISOString()
  const created = await call('POST', '/v1/payments', {
    key: TEST_KEY,
    body: { ...order, expires_at },
  })
  const { id, checkout_url } = created.body
  const fields = { ...TYPED_CARD, number: card, customer_identity_number: '0801199012345' }
  await call('POST', new URL(checkout_url).pathname, {
    key: null,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(await remembered(id)).toBe(1)
  return id
}

test.each<[string, string, (id: number) => Promise<unknown>]>([
  ['a declined customer', 'expired', () => control('/clock', { advance_seconds: 600 })],
  ['a declined customer', 'disabled', (payment_id) => control('/portal/disable', { payment_id })],
  [
    'a declined customer',
    'paid with another card',
    (payment_id) =>
      control('/pay', {
        payment_id,
        card: { number: CARDS.approved, exp_month: 12, exp_year: 2060, cvc: '123' },
      }),
  ],
])('the input of %s is deleted once the link is %s', async (_, __, end) => {
  const id = await attempted(CARDS.declined)
  await end(id)
  await eventually(async () => (await remembered(id)) === 0)
})

test('the input of an abandoned challenge is deleted after its deadline', async () => {
  const id = await attempted(CARDS.challenge)
  await control('/clock', { advance_seconds: 15 * 60 })
  await eventually(async () => (await remembered(id)) === 0)
})
