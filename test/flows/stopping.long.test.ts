import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { type TaskFilter, tasksOfStores } from '../../src/db/tasks/task-history.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { settingsOf } from '../support/command.ts'
import { deliver, unmatchedEvent } from '../support/gateway-events.ts'
import { merchantOf, setSandbox } from '../support/merchant.ts'
import { startSilentProxy } from '../support/silent-proxy.ts'
import { useWorld, worldForTest } from '../support/use-world.ts'
import { connectTestStore, eventually, TEST_STORE, type World } from '../support/world.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

interface Running {
  child: ChildProcess
  lines(): string
  stop(): Promise<{ code: number | null; signal: string | null; ms: number }>
}

const newestTasks = async ({ puente }: World, filter: TaskFilter) => {
  const page = { storeIds: [TEST_STORE], before: undefined, limit: 1, isExhaustive: true }
  return (await tasksOfStores(puente.ctx.db.query, { ...page, ...filter })).rows
}

const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** Prints "loading" at the first large module. */
const SAY_WHEN_LOADING = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      if (url.endsWith('/src/puente.ts')) process.stdout.write('loading\\n')
      return next(url, context)
    },
  })`)}`

const start = (
  settings: Record<string, string | undefined>,
  nodeOptions: readonly string[] = [],
): Running => {
  const child = spawn(process.execPath, [...nodeOptions, MAIN], {
    cwd: tmpdir(),
    env: childEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let lines = ''
  child.stdout?.on('data', (text: Buffer) => {
    lines += text
  })
  child.stderr?.on('data', (text: Buffer) => {
    lines += text
  })
  return {
    child,
    lines: () => lines,
    stop: async () => {
      const askedAt = Date.now()
      child.kill('SIGTERM')
      const [code, signal] = await once(child, 'exit')
      return { code, signal, ms: Date.now() - askedAt }
    },
  }
}

describe('a process that gets SIGTERM', () => {
  const workerWith = async (settings: Record<string, string> = {}): Promise<Running> => {
    const started = start({ ...settingsOf(world), ROLES: 'worker', ...settings })
    await eventually(async () => started.lines().includes('puente is running'))
    return started
  }

  const world = useWorld({ ROLES: 'web' })
  const merchant = merchantOf(world)

  it('a process finishes its gateway call, writes the outcome, and exits with 0', async () => {
    const worker = await workerWith()
    const { id } = await merchant.paid()
    await setSandbox(world, 'faults', { api: { latency_ms: 2_500 } })
    const asking = merchant.refundInFull(id)
    await eventually(async () => {
      const journal = await world.control('/sandbox/journal')
      return /void|refund/.test(JSON.stringify(journal))
    })
    const ended = await worker.stop()
    await setSandbox(world, 'faults', { api: { latency_ms: 0 } })
    await asking
    expect(ended).toMatchObject({ code: 0, signal: null })
    const [task] = await newestTasks(world, { kinds: ['carry-out-refund'] })
    expect(task?.state).not.toBe('running')
    expect(task?.tries).toBe(1)
    expect(worker.lines()).toContain('puente stops')
    expect(worker.lines()).toContain('puente has stopped')
  })

  it('a process returns tasks that take longer than a gateway call, and exits with 0', async () => {
    const silent = createServer(() => {})
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const { port } = silent.address() as AddressInfo
    const arrived = once(silent, 'request')
    const worker = await workerWith({ GATEWAY_TIMEOUT_MS: '1000' })
    await connectTestStore(world.puente, {
      notifyUrl: `http://127.0.0.1:${port}/`,
      apiKey: world.apiKey,
    })
    await merchant.paid()
    await arrived
    const ended = await worker.stop()
    silent.closeAllConnections()
    silent.close()
    expect(ended).toMatchObject({ code: 0, signal: null })
    // Supervisors have a timeout of 25 s.
    expect(ended.ms).toBeLessThan(15_000)
    const [task] = await newestTasks(world, { states: ['ready'], kinds: ['notify-storefront'] })
    expect(task).toMatchObject({ state: 'ready', tries: 0 })
    expect(worker.lines()).toContain('handed back')
  })

  it('a process stops in time while PostgreSQL is silent, and exits with 0', async () => {
    const proxy = await startSilentProxy(world.databaseUrl)
    const port = await freePort()
    const worker = await workerWith({
      ROLES: 'web,worker',
      PORT: String(port),
      DATABASE_URL: proxy.url,
      GATEWAY_TIMEOUT_MS: '1000',
    })
    proxy.silence()
    // During a poll and a delivery.
    const delivering = deliver(`http://127.0.0.1:${port}`, { body: unmatchedEvent() }).catch(
      () => {},
    )
    await sleep(1_500)
    const ended = await worker.stop()
    await delivering
    await proxy.close()
    expect(ended).toMatchObject({ code: 0, signal: null })
    expect(ended.ms).toBeLessThan(15_000)
    expect(worker.lines()).toContain('puente has stopped')
  })

  it('a process that is still loading stops too, and exits with 0', async () => {
    const started = start({ ...settingsOf(world), ROLES: 'worker' }, ['--import', SAY_WHEN_LOADING])
    await eventually(async () => started.lines().includes('loading'))
    expect(await started.stop()).toMatchObject({ code: 0, signal: null })
    expect(started.lines()).not.toContain('puente is running')
  })
})

describe('the health of a worker', () => {
  const world = useWorld({ ROLES: 'web' })

  it('a worker serves health and metrics on its private port', async () => {
    const port = await freePort()
    const worker = start({ ...settingsOf(world), ROLES: 'worker', PRIVATE_PORT: String(port) })
    const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
    await eventually(async () => (await at('/health'))?.status === 200)
    expect(await (await at('/metrics'))?.text()).toContain('process_cpu_seconds_total')
    expect((await at('/v1/orders'))?.status).toBe(404)
    expect((await worker.stop()).code).toBe(0)
    expect(await at('/health')).toBeUndefined()
  })
})

describe('a private port', () => {
  it('the private port alone serves metrics and the OpenAPI documents; both serve the documentation', async () => {
    const privatePort = await freePort()
    const world = await worldForTest({ PRIVATE_PORT: String(privatePort) })
    const statusOf = async (path: string) => ({
      private: (await fetch(`http://127.0.0.1:${privatePort}${path}`)).status,
      public: (await fetch(`${world.url}${path}`)).status,
    })
    for (const path of ['/metrics', '/openapi.json', '/operator/v1/openapi.json']) {
      expect(await statusOf(path), path).toEqual({ private: 200, public: 404 })
    }
    for (const path of ['/docs/', '/docs/own-shop', '/docs/api/scalar.js', '/llms.txt']) {
      expect(await statusOf(path), path).toEqual({ private: 200, public: 200 })
    }
    const page = await (await fetch(`${world.url}/docs/errors/not_found`)).text()
    const [, list] = /<a href="([^"]+)">All error codes/.exec(page) ?? []
    expect((await fetch(`${world.url}${list}`)).status, 'the list of error codes').toBe(200)
    const home = await fetch(`${world.url}/`, { redirect: 'manual' })
    expect([home.status, home.headers.get('location')]).toEqual([303, '/sign-in'])
    expect((await fetch(`${world.url}/health`)).status).toBe(200)
    const unknown = await fetch(`http://127.0.0.1:${privatePort}/pay/x`)
    expect(unknown.status).toBe(404)
    expect(unknown.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  })
})

describe('HSTS', () => {
  it('an https PUBLIC_URL sends HSTS, and an http one does not', async () => {
    const secure = await worldForTest({ PUBLIC_URL: 'https://pay.example' })
    const header = async (url: string) =>
      (await fetch(`${url}/pay/none`)).headers.get('strict-transport-security')
    expect(await header(secure.url)).toBe('max-age=31536000')
    const plain = await worldForTest()
    expect(await header(plain.url)).toBeNull()
  })
})
