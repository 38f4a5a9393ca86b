import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { commandOf, settingsOf } from '../support/command.ts'
import { deliver, unmatchedEvent } from '../support/gateway-events.ts'
import type { GatewayFault } from '../support/gateway-proxy.ts'
import { type Merchant, merchantOf, pass } from '../support/merchant.ts'
import { type PuenteProcess, startPuenteProcess } from '../support/puente-process.ts'
import { startShop } from '../support/shop.ts'
import { useStarted, useWorldBehindProxy } from '../support/use-world.ts'
import { connectTestStore, eventually, type Json, NOTIFY_SECRET } from '../support/world.ts'

let otherKey: string
let other: Merchant
const { world, proxy } = useWorldBehindProxy()
const merchant = merchantOf(world, { prefix: 'G' })
const otherShop = useStarted(() => startShop(NOTIFY_SECRET))
beforeAll(async () => {
  otherKey = await connectTestStore(world.puente, { id: 'vecina', notifyUrl: otherShop.url })
  other = merchantOf(world, { apiKey: otherKey, prefix: 'H' })
  await world.control('/sandbox/endpoints', {
    environment: 'test',
    url: `${world.url}/webhooks/gateway/vecina`,
    secret: 'whsec_test_sandbox',
  })
})
afterEach(() => comeBack())

/** A 429 has no effect, so no outcome is unknown. */
const REFUSES: GatewayFault = { kind: 'answer', status: 429 }
let isAway = false
const goAway = async () => {
  isAway = true
  await proxy.refuse()
}
const comeBack = async () => {
  proxy.always(undefined)
  if (isAway) await proxy.accept()
  isAway = false
}

/** Without health probes. */
const asked = () => proxy.seen.filter((route) => route !== 'GET /v1/me').length

const PROMPTLY_MS = 10_000
let keys = 0

const api = (method: 'GET' | 'POST', path: string, body?: Json, key = world.apiKey) =>
  world.api(method, path, body, {
    authorization: `Bearer ${key}`,
    'idempotency-key': `key-${++keys}`,
  })
const refundOf = async (id: string, key?: string): Promise<Json> =>
  (await api('GET', `/v1/orders/${id}`, undefined, key)).body.refunds[0]
const isMade = (id: string, key?: string) => async () =>
  (await refundOf(id, key)).state === 'succeeded'
const circuit = async (name: 'gateway' | 'store', key?: string): Promise<Json> =>
  (await api('GET', '/v1/circuits', undefined, key)).body.data.find(
    (each: Json) => each.name === name,
  )
const tasksThatWait = async (query = '', key?: string): Promise<Json[]> =>
  (await api('GET', `/v1/tasks?state=ready${query}`, undefined, key)).body.data
const now = () => world.puente.ctx.clock.now()
const minutesAhead = (instant: string) => (Date.parse(instant) - now().getTime()) / 60_000

const untilCircuitOpen = (name: 'gateway' | 'store', key?: string) =>
  eventually(async () => {
    const { open_until } = await circuit(name, key)
    if (open_until && minutesAhead(open_until) > 4) return true
    const waits = (await tasksThatWait('&limit=100', key)).flatMap(
      ({ waiting_until: until }) => until ?? [],
    )
    const next = open_until ?? waits.toSorted()[0]
    if (next) await pass(world, Math.max(Math.ceil(minutesAhead(next) * 60), 1))
    return false
  })

const waitingRefunds = async (fail: () => unknown = goAway): Promise<string[]> => {
  const ids: string[] = []
  for (let n = 0; n < 6; n++) ids.push((await merchant.paid()).id)
  await fail()
  const answers = await Promise.all(ids.map((id) => api('POST', `/v1/orders/${id}/refunds`, {})))
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 202))
  await untilCircuitOpen('gateway')
  return ids
}
const areMade = (ids: readonly string[]) => async () =>
  (await Promise.all(ids.map((id) => isMade(id)()))).every(Boolean)

describe('a gateway that comes back while its circuit is open for minutes', () => {
  it('the waiting refund is sent as soon as a checkout succeeds, and says until then what it waits for', async () => {
    const ids = await waitingRefunds()
    const [id = ''] = ids
    const refund = await refundOf(id)
    expect(refund).toMatchObject({ waiting_for: 'gateway' })
    expect(minutesAhead(refund.waiting_until)).toBeGreaterThan(3)
    const order = `&order_id=${id}&kind=carry-out-refund`
    const [task] = await tasksThatWait(order)
    expect(task).toMatchObject({ waiting_for: 'gateway', waiting_until: refund.waiting_until })
    expect((await api('GET', `/v1/tasks/${task.id}`)).body).toEqual(task)
    const leftAlone = await circuit('gateway')
    expect(leftAlone).toMatchObject({
      state: 'open',
      last_error: 'gateway: ECONNREFUSED',
      failing_since: expect.any(String),
    })
    expect(leftAlone.tasks_waiting).toBeGreaterThanOrEqual(ids.length)

    await comeBack()
    await merchant.open()
    await eventually(areMade(ids), PROMPTLY_MS)
    expect(await refundOf(id)).toMatchObject({ waiting_for: null, waiting_until: null })
    expect(await circuit('gateway')).toMatchObject({ state: 'closed', failing_since: null })
  })

  it('the waiting refund is sent as soon as a webhook of the gateway arrives', async () => {
    const ids = await waitingRefunds()
    await comeBack()
    await deliver(world.url, { body: unmatchedEvent() })
    await eventually(areMade(ids), PROMPTLY_MS)
    expect(await circuit('gateway')).toMatchObject({ state: 'closed' })
  })

  it('the waiting refund is sent as soon as an operator tries its task', async () => {
    const ids = await waitingRefunds()
    await comeBack()
    const [task] = await tasksThatWait('&kind=carry-out-refund')
    const path = `/v1/tasks/${task.id}/try`
    expect((await api('POST', path, undefined, otherKey)).status).toBe(404)
    expect(await api('POST', path)).toMatchObject({
      status: 200,
      body: { id: task.id, waiting_for: 'worker', waiting_until: null },
    })
    await eventually(areMade(ids), PROMPTLY_MS)
    expect(await api('POST', path)).toMatchObject({
      status: 409,
      body: { code: 'task_done', retry: 'permanent' },
    })
    expect((await api('POST', '/v1/tasks/tsk_999999/try')).status).toBe(404)
  })

  it('everything that waits is sent as soon as an operator tries the gateway’s circuit', async () => {
    const ids = await waitingRefunds()
    await comeBack()
    expect(await api('POST', '/v1/circuits/gateway/try')).toMatchObject({
      status: 200,
      body: { circuit: { name: 'gateway' }, tried: expect.stringMatching(/^tsk_/) },
    })
    await eventually(areMade(ids), PROMPTLY_MS)
    expect(await api('POST', '/v1/circuits/gateway/try')).toMatchObject({
      status: 409,
      body: { code: 'nothing_waits', retry: 'permanent' },
    })
    expect((await api('POST', '/v1/circuits/moon/try')).status).toBe(404)
  })
})

describe('a gateway that comes back before its circuit has opened', () => {
  it.each([
    ['a checkout succeeds', () => merchant.open()],
    ['one of its webhooks arrives', () => deliver(world.url, { body: unmatchedEvent() })],
  ])('the gateway gets a refund due in minutes as soon as %s', async (_, sign) => {
    const { id } = await merchant.paid()
    await goAway()
    await api('POST', `/v1/orders/${id}/refunds`, {})
    await eventually(async () => {
      const [task] = await tasksThatWait(`&order_id=${id}&kind=carry-out-refund`)
      if (!task || task.tries === 0) return false
      if (minutesAhead(task.next_try_at) > 3) return true
      await pass(world, Math.max(Math.ceil(minutesAhead(task.next_try_at) * 60), 1))
      return false
    })
    await comeBack()
    await sign()
    await eventually(isMade(id), PROMPTLY_MS)
  })
})

describe('npm run tasks for a gateway that comes back', () => {
  const tasks = commandOf('tasks', () => settingsOf(world))

  it('the command lists what waits for the gateway, and sends it', async () => {
    const ids = await waitingRefunds()
    const [task] = await tasksThatWait(`&order_id=${ids[0]}&kind=carry-out-refund`)
    const listed = (await tasks('list', '--state', 'ready')).stdout
    expect(listed).toContain(`waits for gateway until ${task.waiting_until}`)
    expect(listed).toMatch(/gateway of tienda\topen until .*ECONNREFUSED/)
    await comeBack()
    // A health probe may have run the task first.
    const tried = await tasks('try', task.id)
    expect(tried.stdout + tried.stderr).toMatch(/^Trying tsk_\d+ now\.\n$|it is done/)
    await eventually(areMade(ids), PROMPTLY_MS)
    expect((await tasks('try', task.id)).stderr).toContain('it is done')
    expect((await tasks('try', 'tsk_999999')).hasFailed).toBe(true)

    const more = await waitingRefunds()
    await comeBack()
    // A health probe may have drained it first.
    expect((await tasks('try', '--store', 'tienda')).stdout).toMatch(
      /^gateway: (?:trying tsk_\d+ now\. .*|no task is waiting\.)\nstore: (?:trying tsk_\d+ now\. .*|no task is waiting\.)\n$/,
    )
    await eventually(areMade(more), PROMPTLY_MS)
    expect((await tasks('try', '--store', 'luna')).stderr).toContain('There is no store "luna"')
  })
})

describe('a gateway that is still down', () => {
  it('a manual try sends one request, and another store’s refund follows as soon as a try succeeds', async () => {
    const neighbours = await other.paid()
    const ids = await waitingRefunds(() => proxy.always(REFUSES))
    await api('POST', `/v1/orders/${neighbours.id}/refunds`, {}, otherKey)
    const before = await circuit('gateway', otherKey)
    const [task] = await tasksThatWait('&kind=carry-out-refund')
    const askedBefore = asked()

    expect((await api('POST', `/v1/tasks/${task.id}/try`)).status).toBe(200)
    await eventually(async () => {
      const { body: tried } = await api('GET', `/v1/tasks/${task.id}`)
      return tried.state === 'ready' && tried.tries > task.tries
    })
    const after = await circuit('gateway', otherKey)
    expect(after).toMatchObject({ state: 'open', open_until: before.open_until })
    expect(asked() - askedBefore).toBe(1)
    expect((await refundOf(neighbours.id, otherKey)).waiting_for).toBe('gateway')

    await comeBack()
    expect((await api('POST', `/v1/tasks/${task.id}/try`)).status).toBe(200)
    await eventually(areMade(ids), PROMPTLY_MS)
    await eventually(isMade(neighbours.id, otherKey), PROMPTLY_MS)
  })

  it('the circuit reopens before the probe’s task waits again, so that no second task follows it', async () => {
    const { query } = world.puente.ctx.db
    await waitingRefunds(() => proxy.always(REFUSES))
    await sql`CREATE TABLE tried (open_until timestamptz, half_opened_at timestamptz)`.execute(
      query,
    )
    await sql`CREATE FUNCTION note_try() RETURNS trigger LANGUAGE plpgsql AS ${sql.lit(
      `BEGIN INSERT INTO tried SELECT open_until, half_opened_at FROM circuits
        WHERE name LIKE 'gateway:%'; RETURN NEW; END`,
    )}`.execute(query)
    await sql`CREATE TRIGGER noted AFTER UPDATE ON tasks FOR EACH ROW
      WHEN (OLD.state = 'running' AND NEW.state = 'ready') EXECUTE FUNCTION note_try()`.execute(
      query,
    )
    await deliver(world.url, { body: unmatchedEvent() })
    const tries = await eventually(async () => {
      const { rows } = await sql<{ is_open: boolean }>`
        SELECT open_until > half_opened_at AS is_open FROM tried`.execute(query)
      return rows.length > 0 && rows
    })
    await sql`DROP TRIGGER noted ON tasks`.execute(query)
    expect(tries).toEqual([{ is_open: true }])
    await comeBack()
    await merchant.open()
    await eventually(async () => (await tasksThatWait('&kind=carry-out-refund')).length === 0)
  })

  it('the gateway gets at most one probe in five seconds, however many webhooks arrive', async () => {
    await waitingRefunds(() => proxy.always(REFUSES))
    const askedBefore = asked()
    const since = Date.now()
    for (let n = 0; n < 30; n++) await deliver(world.url, { body: unmatchedEvent() })
    await eventually(async () => asked() > askedBefore)
    const again = await eventually(async () => {
      const found = await circuit('gateway')
      return found.state === 'open' && found
    })
    expect(asked() - askedBefore).toBeLessThanOrEqual(1 + (Date.now() - since) / 5_000)
    expect(minutesAhead(again.open_until)).toBeGreaterThan(8)
    await comeBack()
    await merchant.open()
    await eventually(async () => (await tasksThatWait('&kind=carry-out-refund')).length === 0)
  })
})

describe('a gateway that asks for an hour without requests', () => {
  it('neither a success nor a webhook closes the circuit, only an operator’s try', async () => {
    const { id } = await merchant.paid()
    proxy.always({ kind: 'answer', status: 429, headers: { 'retry-after': '3600' } })
    await api('POST', `/v1/orders/${id}/refunds`, {})
    await eventually(async () => (await circuit('gateway')).state === 'open')
    const until = (await circuit('gateway')).open_until
    expect(minutesAhead(until)).toBeGreaterThan(55)

    await comeBack()
    await merchant.open()
    await deliver(world.url, { body: unmatchedEvent() })
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(await circuit('gateway')).toMatchObject({ state: 'open', open_until: until })
    expect((await refundOf(id)).state).not.toBe('succeeded')

    expect((await api('POST', '/v1/circuits/gateway/try')).status).toBe(200)
    await eventually(isMade(id), PROMPTLY_MS)
  })
})

describe('a store that comes back', () => {
  it('the waiting notifications are sent as soon as the store calls the API', async () => {
    otherShop.setMode('refuses')
    for (let n = 0; n < 6; n++) await other.paid()
    await untilCircuitOpen('store', otherKey)
    const [waiting] = (await api('GET', '/v1/notifications?state=waiting', undefined, otherKey))
      .body.data
    expect(waiting).toMatchObject({ waiting_for: 'store', waiting_until: expect.any(String) })
    otherShop.setMode('as-usual')
    await other.open()
    await eventually(
      async () =>
        (await api('GET', '/v1/notifications?state=waiting', undefined, otherKey)).body.data
          .length === 0,
      PROMPTLY_MS,
    )
    expect(await circuit('store', otherKey)).toMatchObject({ state: 'closed' })
  })
})

describe('a gateway that comes back, with web and worker as separate processes', () => {
  let running: PuenteProcess[] = []
  afterAll(() => Promise.all(running.map((process) => process.kill())))

  it('the waiting refund is sent as soon as a checkout in the web process succeeds', async () => {
    await world.puente.close()
    const settings = (role: string, port: string) => ({
      DATABASE_URL: world.databaseUrl,
      PORT: port,
      PUBLIC_URL: world.url,
      ROLES: role,
      SEALING_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      GATEWAY_BASE_URL: `${proxy.url}/v1`,
    })
    running = [await startPuenteProcess(world.url, settings('web', String(world.settings.PORT)))]
    running.push(await startPuenteProcess(world.url, settings('worker', '0')))
    const ids = await waitingRefunds()

    await comeBack()
    await merchant.open()
    await eventually(areMade(ids), PROMPTLY_MS)
  })
})
