import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandOf } from '../support/command.ts'
import { startGatewayLists } from '../support/gateway-lists.ts'
import { callGateway, merchantOf, setSandbox } from '../support/merchant.ts'
import { type PuenteProcess, startPuenteProcess } from '../support/puente-process.ts'
import { reportWhenEnded, summaryOf, today } from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { eventually, type Json, TEST_STORE } from '../support/world.ts'

const PAYMENTS = 12

let running: PuenteProcess | undefined
let missed: string
const lists = useStarted(startGatewayLists)
const world = useWorld(() => ({ GATEWAY_BASE_URL: lists.url }))
beforeAll(async () => {
  lists.forwardTo(world.sandbox.url)
  const merchant = merchantOf(world, { prefix: 'K' })
  const open = await merchant.open()
  missed = open.id
  await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
  await world.pay(open.checkoutUrl)
  for (let count = 1; count < PAYMENTS; count++) {
    await callGateway(world, 'POST', '/v1/payments', {
      amount: 5,
      external_reference: `other-${count}`,
      name: 'Theirs',
    })
  }
  await settled(world)
  await world.puente.close()
})
afterAll(async () => {
  await running?.kill()
})

const environment = () => ({
  DATABASE_URL: world.databaseUrl,
  PORT: String(world.settings.PORT),
  PUBLIC_URL: world.url,
  SEALING_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  GATEWAY_BASE_URL: lists.url,
})

const start = async (): Promise<PuenteProcess> => {
  running = await startPuenteProcess(world.url, environment())
  return running
}

const inSmallPages = (before: (page: number) => Promise<void> = async () => {}) =>
  lists.change(async (page: Json, query: URLSearchParams) => {
    const number = Number(query.get('page'))
    await before(number)
    const day = `from=${query.get('from')}&to=${query.get('to')}`
    const all = await callGateway(world, 'GET', `/v1/payments?${day}&per_page=100`)
    const meta = { ...page.meta, per_page: 3, last_page: Math.ceil(all.data.length / 3) }
    return { data: all.data.slice((number - 1) * 3, number * 3), meta }
  })

describe('a reconciliation whose process is killed', () => {
  it('the run resumes automatically after a restart, and counts nothing twice', async () => {
    const first = await start()
    let asked = 0
    inSmallPages(async () => {
      if (++asked >= 3) await new Promise(() => {})
    })
    const window = { from: today(world), to: today(world) }
    const begun = await world.api('POST', '/v1/reconciliations', window)
    expect(begun.status).toBe(202)
    await eventually(async () => asked >= 3)
    await first.kill()

    inSmallPages()
    await start()
    const report = await reportWhenEnded(world, begun.body.id)
    expect(report).toMatchObject({
      state: 'done',
      progress: { payments: PAYMENTS, foreign: PAYMENTS - 1, payments_at_gateway: PAYMENTS },
    })
    expect(summaryOf(report).filter((line) => line.startsWith('missed'))).toEqual([
      `missed_event repaired ${missed}`,
    ])
    expect(new Set(summaryOf(report)).size).toBe(report.differences.data.length)
    expect(report.totals[0].gateway).toMatchObject({ payments: 1, charged: '100.00' })
  })
})

describe('npm run reconcile', () => {
  const run = commandOf('reconcile', environment)

  it('the command prints the report beside a running Puente', async () => {
    lists.change(undefined)
    const day = today(world)
    const { stdout } = await run('--store', TEST_STORE, '--from', day, '--to', day)
    expect(stdout).toContain(`${PAYMENTS} payments at the gateway (${PAYMENTS - 1} of others)`)
    expect(stdout).toContain('HNL charged 100.00 (1)')
    expect(stdout).toContain('No differences.')
    expect(stdout).toContain(`${world.url}/money/reconciliations/rec_`)
  })

  it('the command prints JSON, and a dry run changes nothing', async () => {
    const day = today(world)
    const { stdout } = await run(
      '--store',
      TEST_STORE,
      '--from',
      day,
      '--to',
      day,
      '--dry',
      '--json',
    )
    expect(JSON.parse(stdout)).toMatchObject({
      dry: true,
      state: 'done',
      differences: { data: [] },
    })
  })

  it.each([
    [['--from', '2026-01-01', '--to', '2026-01-02'], "'--store <store>' not specified"],
    [['--store', 'nobody', '--from', '2026-01-01', '--to', '2026-01-02'], 'no store "nobody"'],
    [
      ['--store', TEST_STORE, '--from', '2026-01-02', '--to', '2026-01-01'],
      '--to is before --from',
    ],
    [['--store', TEST_STORE, '--from', '2020-01-01', '--to', '2026-01-01'], '366 days'],
    [['--shop', TEST_STORE], 'puente reconcile --help'],
  ])('the command refuses %o with the reason', async (args, reason) => {
    const { stderr } = await run(...args)
    expect(stderr).toContain(reason)
  })
})
