import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { commandOf, settingsOf } from '../support/command.ts'
import { eventually } from '../support/eventually.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { deliver, eventOf } from '../support/gateway-events.ts'
import { callGateway, merchantOf, setSandbox } from '../support/merchant.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()

const examined = async (settings: Record<string, string> = {}) => {
  const puente = commandOf('puente', () => ({ ...settingsOf(world), ...settings }))
  const { exitCode, stdout, stderr } = await puente('doctor', '--json')
  expect(stderr).toBe('')
  const report: Json = JSON.parse(stdout)
  const of = (check: string): Json[] => report.checks.filter((each: Json) => each.check === check)
  return { exitCode, report, of }
}

describe('puente doctor', () => {
  it('doctor finds no error in a working installation', async () => {
    const { report, of } = await examined()
    const wrong = report.checks.filter((each: Json) => each.verdict !== 'ok')
    // Disk usage of the test machine is not under test.
    expect(wrong.filter((each: Json) => each.check !== 'disk')).toEqual([])
    expect(of('clock').map(({ text }) => text)).toEqual([
      expect.stringContaining('PostgreSQL'),
      expect.stringContaining('gateway'),
    ])
    expect(of('tables')[0].text).toContain('match this version')
  })

  it('doctor reports an unreachable gateway with a fix and exits 1', async () => {
    const { exitCode, of } = await examined({ GATEWAY_BASE_URL: 'http://localhost:1/v1' })
    expect(exitCode).toBe(1)
    expect(of('gateway')).toMatchObject([
      { verdict: 'failed', cure: expect.stringContaining('GATEWAY_BASE_URL') },
    ])
  })

  it('doctor reports a store with a rejected secret key and the command to replace it', async () => {
    const stores = commandOf('stores', () => settingsOf(world))
    const { exitCode: added } = await stores(
      ...['add', '--id', 'revoked', '--name', 'Revoked', '--secret-key', 'sk_test_revoked'],
      ...['--webhook-secret', 'whsec_of_revoked', '--force'],
    )
    expect(added).toBe(0)
    const { exitCode, of } = await examined()
    expect([exitCode, of('secret keys').map(({ text }) => text)]).toEqual([
      1,
      ['The gateway does not accept the secret key of revoked.'],
    ])
    expect(of('secret keys')[0].cure).toContain('update --id revoked --secret-key -')
    expect((await stores('disable', '--id', 'revoked')).exitCode).toBe(0)
    expect((await examined()).of('secret keys')).toMatchObject([{ verdict: 'ok' }])
  })

  it('doctor reports missing sealing keys instead of crashing', async () => {
    const none = { SEALING_KEYS: '', DATA_DIR: '/nowhere/at/all' }
    const { exitCode, of } = await examined(none)
    expect([exitCode, of('sealing keys')]).toMatchObject([
      1,
      [{ verdict: 'failed', cure: expect.stringContaining('SEALING_KEYS') }],
    ])
  })

  it('doctor reports an invalid setting and exits 1', async () => {
    const { exitCode, of } = await examined({ PORT: 'many' })
    expect([exitCode, of('settings')[0].text]).toEqual([1, expect.stringContaining('PORT')])
  })

  it('doctor creates no tables in an empty database', async () => {
    const databaseUrl = await freshDatabase()
    const { of } = await examined({ DATABASE_URL: databaseUrl })
    expect(of('tables')).toMatchObject([
      { verdict: 'warning', cure: expect.stringContaining('puente migrate') },
    ])
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query("SELECT FROM pg_namespace WHERE nspname = 'puente'")
    await client.end()
    expect(rows).toEqual([])
  })

  it('doctor warns of rejected deliveries, and fails once a payment changes without its event', async () => {
    const body = eventOf({ id: 1, amount: 125.5, currency: '340' }, 'approved')
    await deliver(world.url, { body, store: TEST_STORE, secret: 'whsec_of_somebody_else' })
    const finding = await eventually(async () => {
      const [latest] = (await examined()).of(`webhooks of ${TEST_STORE}`)
      return latest.verdict === 'warning' && latest
    })
    expect(finding.cure).toContain('signing secret')
    expect(finding.details).toMatchObject({ last_event_at: null, refused_last_day: 1 })
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    const { checkoutUrl } = await merchantOf(world, { prefix: 'D' }).open()
    await world.pay(checkoutUrl)
    const { exitCode, of } = await examined()
    expect([exitCode, of(`webhooks of ${TEST_STORE}`)]).toMatchObject([1, [{ verdict: 'failed' }]])
    await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
  })

  it('doctor reports an unreachable storefront and its backlog', async () => {
    expect((await examined()).of(`storefront of ${TEST_STORE}`)).toMatchObject([{ verdict: 'ok' }])
    world.shop.setMode('refuses')
    const { id } = await merchantOf(world, { prefix: 'S' }).paid()
    const finding = await eventually(async () => {
      const [latest] = (await examined()).of(`storefront of ${TEST_STORE}`)
      return latest.verdict !== 'ok' && latest
    })
    expect(finding).toMatchObject({
      text: expect.stringMatching(/HTTP 503.*Waiting: 1 orders, 1 tasks/),
      details: { orders_waiting: 1 },
    })
    world.shop.setMode('as-usual')
    await world.api('POST', '/v1/circuits/store/try')
    await world.shop.waitFor(({ order }) => order.id === id)
  })

  it('doctor reports an unreachable storefront before its first notification', async () => {
    await connectTestStore(world.puente, { id: 'lejana', notifyUrl: 'http://localhost:1/hooks' })
    const { exitCode, of } = await examined()
    expect([exitCode, of('storefront of lejana')]).toMatchObject([
      1,
      [{ verdict: 'failed', text: expect.stringContaining('ECONNREFUSED') }],
    ])
    const stores = commandOf('stores', () => settingsOf(world))
    expect((await stores('disable', '--id', 'lejana')).exitCode).toBe(0)
  })

  it('doctor reports a read-only database', async () => {
    const url = new URL(world.databaseUrl)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const { exitCode, of } = await examined({ DATABASE_URL: url.href })
    expect([exitCode, of('database writes')]).toMatchObject([
      1,
      [{ verdict: 'failed', cure: expect.stringContaining('primary') }],
    ])
  })

  it("doctor warns of a connection limit below the processes' maximum", async () => {
    const { query } = world.puente.ctx.db
    const name = new URL(world.databaseUrl).pathname.slice(1)
    await sql`ALTER DATABASE ${sql.id(name)} CONNECTION LIMIT 20`.execute(query)
    expect((await examined()).of('connections')).toMatchObject([
      { verdict: 'warning', text: expect.stringContaining('has 20 free connections') },
    ])
    await sql`ALTER DATABASE ${sql.id(name)} CONNECTION LIMIT -1`.execute(query)
    expect((await examined()).of('connections')).toMatchObject([{ verdict: 'ok' }])
  })

  it('doctor warns of gateway payments missing in the database, as after a restore', async () => {
    await callGateway(world, 'POST', '/v1/payments', {
      amount: 10,
      external_reference: 'before-the-restore',
      name: 'Of before the restore',
      metadata: { puente_payment: 'pay_lost_with_the_backup' },
    })
    expect((await examined()).of(`payments of ${TEST_STORE}`)).toMatchObject([
      { verdict: 'warning', details: { unknown: 1 } },
    ])
  })
})
