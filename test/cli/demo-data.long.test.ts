import { expect, it } from 'vitest'
import { hondurasDayOf } from '../../src/contract/honduras-time.ts'
import { commandOf, settingsOf } from '../support/command.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, type Json } from '../support/world.ts'

const world = useWorld()
const puente = commandOf('puente', () => ({
  ...settingsOf(world),
  PUENTE_URL: world.url,
  PUENTE_API_KEY: world.apiKey,
}))
const demoData = () => puente('demo-data', '--sandbox-url', world.sandbox.url)
const clockOf = async (url: string): Promise<number> =>
  Date.parse(((await (await fetch(url)).json()) as Json).now)

it('puente demo-data fills a month with orders of every kind and a reconciliation, returns the clocks, and a second run adds nothing', async () => {
  const { exitCode, stdout, stderr } = await demoData()
  expect([exitCode, stderr]).toEqual([0, ''])
  const [, count = ''] = /^Created (\d+) orders of the last 30 days/.exec(stdout) ?? []
  const { rows } = await world.puente.ctx.db.pool.query(
    'select external_id, status, conflict, created_at from orders',
  )
  expect(rows).toHaveLength(Number(count))
  const days = new Set(rows.map(({ created_at }) => hondurasDayOf(created_at)))
  expect(days.size).toBeGreaterThanOrEqual(28)
  const statuses = rows.map(({ status, conflict }) => conflict ?? status)
  for (const status of ['paid', 'voided', 'refunded', 'partially_refunded', 'paid_twice']) {
    expect(statuses).toContain(status)
  }
  const modes = await world.puente.ctx.db.pool.query('select mode, state from payments')
  const kinds = modes.rows.map(({ mode, state }) => `${mode} ${state}`)
  expect(kinds).toContain('saved_card paid')
  expect(kinds.join()).toContain('declined')
  const cards = await world.api('GET', '/v1/saved-cards?identity_number=0801-1990-12345')
  expect(cards.body.data).toHaveLength(1)
  const { body: links } = await world.api('GET', '/v1/payment-links')
  expect(links.data).toHaveLength(2)
  const { body: requests } = await world.api('GET', '/v1/payment-requests')
  expect(requests.data.map(({ state }: Json) => state)).toEqual([
    ...['open', 'cancelled', 'paid_otherwise', 'expired', 'paid'],
  ])
  const { body: sales } = await world.api('GET', '/v1/payment-requests?source=counter&counter=1')
  const today = sales.data.filter(
    ({ created_at }: Json) => Date.parse(created_at) > Date.now() - 600_000,
  )
  expect(today.map(({ state }: Json) => state).sort()).toEqual([
    ...['open', 'paid', 'paid', 'paid', 'paid_otherwise'],
  ])
  const { body: runs } = await world.api('GET', '/v1/reconciliations')
  expect(runs.data).toMatchObject([
    {
      state: 'done',
      summary: expect.arrayContaining([{ kind: 'missed_event', action: 'repaired', count: 1 }]),
    },
  ])

  const [ofPuente, ofSandbox] = [
    await clockOf(`${world.url}/test/clock`),
    await clockOf(`${world.sandbox.url}/sandbox/clock`),
  ]
  expect(Math.abs(ofPuente - ofSandbox)).toBeLessThan(60_000)
  expect(ofPuente).toBeGreaterThan(Date.now() - 60_000)

  const again = await demoData()
  expect([again.exitCode, again.stdout]).toEqual([
    0,
    `The demo data of the store tienda are there already: ${count} orders. Nothing was added.\n`,
  ])
})

it('demo-data refuses a store that takes live payments', async () => {
  const apiKey = await connectTestStore(world.puente, {
    id: 'en-vivo',
    notifyUrl: null,
    secretKey: 'sk_live_sandbox',
    more: { publishableKey: 'pk_live_sandbox' },
  })
  const live = commandOf('puente', () => ({
    ...settingsOf(world),
    PUENTE_URL: world.url,
    PUENTE_API_KEY: apiKey,
  }))
  const { exitCode, stderr } = await live('demo-data', '--sandbox-url', world.sandbox.url)
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('works only with test stores')])
})
