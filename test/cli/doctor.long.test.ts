import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { commandOf, settingsOf } from '../support/command.ts'
import { eventually } from '../support/eventually.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { deliver, eventOf } from '../support/gateway-events.ts'
import { useWorld } from '../support/use-world.ts'
import { type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()

const examined = async (settings: Record<string, string> = {}) => {
  const puente = commandOf('puente', () => ({ ...settingsOf(world), ...settings }))
  const { exitCode, stdout } = await puente('doctor', '--json')
  const report: Json = JSON.parse(stdout)
  const of = (check: string): Json[] => report.checks.filter((each: Json) => each.check === check)
  return { exitCode, report, of }
}

describe('puente doctor', { timeout: 60_000 }, () => {
  it('finds nothing wrong with an installation that works', async () => {
    const { report, of } = await examined()
    const wrong = report.checks.filter((each: Json) => each.verdict !== 'ok')
    // How full the disk of this machine is says nothing of Puente.
    expect(wrong.filter((each: Json) => each.check !== 'disk')).toEqual([])
    expect(of('clock').map(({ text }) => text)).toEqual([
      expect.stringContaining('PostgreSQL'),
      expect.stringContaining('gateway'),
    ])
    expect(of('tables')[0].text).toContain('those of this version')
  })

  it('names a gateway that does not answer, with its cure, and ends with 1', async () => {
    const { exitCode, of } = await examined({ GATEWAY_BASE_URL: 'http://localhost:1/v1' })
    expect(exitCode).toBe(1)
    expect(of('gateway')).toMatchObject([
      { verdict: 'failed', cure: expect.stringContaining('GATEWAY_BASE_URL') },
    ])
  })

  it('names a store whose secret key the gateway does not accept, with the command that gives it another', async () => {
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

  it('names the sealing keys that a machine without any would need, instead of crashing', async () => {
    const none = { SEALING_KEYS: '', DATA_DIR: '/nowhere/at/all' }
    const { exitCode, of } = await examined(none)
    expect([exitCode, of('sealing keys')]).toMatchObject([
      1,
      [{ verdict: 'failed', cure: expect.stringContaining('SEALING_KEYS') }],
    ])
  })

  it('names a wrong setting, and ends with 1', async () => {
    const { exitCode, of } = await examined({ PORT: 'many' })
    expect([exitCode, of('settings')[0].text]).toEqual([1, expect.stringContaining('PORT')])
  })

  it('makes no tables in a database that has none', async () => {
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

  it('says of a store whose webhook secret is wrong where to paste the right one', async () => {
    const body = eventOf({ id: 1, amount: 125.5, currency: '340' }, 'approved')
    await deliver(world.url, { body, store: TEST_STORE, secret: 'whsec_of_somebody_else' })
    const finding = await eventually(async () => {
      const [latest] = (await examined()).of(`webhooks of ${TEST_STORE}`)
      return latest.verdict === 'failed' && latest
    }, 30_000)
    expect(finding.cure).toContain('signing secret')
    expect(finding.details).toMatchObject({ last_event_at: null, refused_last_day: 1 })
  })
})
