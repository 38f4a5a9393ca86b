import { afterAll, describe, expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { listAuditEntries } from '../../src/db/people/audit-log.ts'
import { startPuente } from '../../src/puente.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { merchantOf } from '../support/merchant.ts'
import { asPage, signedInPerson } from '../support/people.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually, type Json } from '../support/world.ts'

const PATH = '/operator/v1/demo-data'

let people = 0
const signedIn = async (of: typeof world, role: 'owner' | 'operator' | 'viewer' = 'owner') =>
  (await signedInPerson(of, { email: `${role}-${++people}@tienda.example`, role })).cookie

const world = useWorld()

describe('demo data', () => {
  it('only an owner can create demo data', async () => {
    const operator = await signedIn(world, 'operator')
    for (const method of ['GET', 'POST'] as const) {
      expect((await asPage(world, method, PATH, { cookie: operator })).status).toBe(403)
    }
    const cookie = await signedIn(world)
    const offered = await asPage(world, 'GET', PATH, { cookie })
    expect(await offered.json()).toMatchObject({ state: 'offered', orders: 0 })
  })

  it('repeated presses create one set of paid, declined, refunded and twice paid orders at the sandbox', async () => {
    const cookie = await signedIn(world)
    const begin = performance.now()
    const presses = await Promise.all([1, 2, 3].map(() => asPage(world, 'POST', PATH, { cookie })))
    expect(presses.map(({ status }) => status)).toEqual([202, 202, 202])
    const ended = await eventually(async () => {
      const now: Json = await (await asPage(world, 'GET', PATH, { cookie })).json()
      return now.state !== 'running' && now
    })
    expect(ended).toMatchObject({ state: 'done', reason: null, orders: ended.orders_planned })
    // Takes about 20 s on an idle machine.
    expect(performance.now() - begin).toBeLessThan(120_000)
    const list = async (what: string): Promise<Json[]> => {
      const { data } = (await (
        await asPage(world, 'GET', `/operator/v1/${what}`, { cookie })
      ).json()) as Json
      return data
    }
    const orders = await list('orders?limit=100')
    expect(orders).toHaveLength(ended.orders_planned)
    expect(orders.every(({ store_id }) => store_id === 'demo')).toBe(true)
    const byStatus = Map.groupBy(orders, ({ status }) => status)
    for (const status of ['paid', 'voided', 'refunded', 'partially_refunded', 'awaiting_payment']) {
      expect(byStatus.get(status)?.length, status).toBeGreaterThan(0)
    }
    const states = (await list('payments?limit=100')).map(({ state }) => state)
    expect(states).toContain('declined')
    const alerts = await list('alerts')
    expect(alerts.map(({ kind }) => kind)).toEqual(['order_paid_twice'])

    const ofStore = async (what: string): Promise<Json[]> => list(`stores/demo/${what}`)
    expect(await ofStore('counter-items')).toHaveLength(4)
    expect(await ofStore('counter-takings?counter=1')).toMatchObject([
      { payments: 3, paid: '314.00', tips: '9.00', other_payments: 1, paid_otherwise: '80.00' },
    ])

    const again = await asPage(world, 'POST', PATH, { cookie })
    expect(again.status).toBe(202)
    const stays = await eventually(async () => {
      const now: Json = await (await asPage(world, 'GET', PATH, { cookie })).json()
      return now.state !== 'running' && now
    })
    expect(stays).toMatchObject({ state: 'done', orders: orders.length })
    expect(await list('orders?limit=100')).toHaveLength(orders.length)
    const entries = await listAuditEntries(world.puente.ctx.db.query, { limit: 100 })
    const outcomes = entries.flatMap((each) => (each.action === 'makeDemoData' ? each.outcome : []))
    // The refused operator, three presses, and one after the end.
    expect(outcomes).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(4)
  })
})

describe('demo data of an installation in use', () => {
  const other = useWorld()
  const closers: (() => Promise<void>)[] = []
  afterAll(() => Promise.all(closers.map((close) => close())))

  it('demo data is offered while there is a sandbox, also beside orders', async () => {
    await merchantOf(other).open()
    const answer = await asPage(other, 'GET', PATH, { cookie: await signedIn(other) })
    expect(await answer.json()).toMatchObject({ state: 'offered' })
  })

  it('demo data is refused in production and with a gateway other than the sandbox', async () => {
    for (const [settings, gatewayBaseUrl] of [
      [{ NODE_ENV: 'production' as const }, `${other.sandbox.url}/v1`],
      [{}, 'https://gateway.example/v1'],
    ] as const) {
      const port = await freePort()
      const url = `http://localhost:${port}`
      const { close } = await startPuente({
        settings: { ...other.settings, ...settings, PORT: port, ROLES: ['web'] },
        platforms,
        databaseUrl: other.databaseUrl,
        log: createLog({ level: 'silent', service: 'other' }),
        gatewayBaseUrl,
        publicUrl: url,
        demoData: () => {
          throw new Error('It is not opened here.')
        },
      })
      closers.push(close)
      const cookie = await signedIn(other)
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(`${url}${PATH}`, { method, headers: { cookie, origin: url } })
        expect(answer.status).toBe(404)
      }
    }
  })
})
