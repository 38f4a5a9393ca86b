import pg from 'pg'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/support/fresh-database.ts'
import { startSilentProxy } from '../../../test/support/silent-proxy.ts'
import { createLog } from '../log/log.ts'
import { listenForSignals, type Signals } from './signals.ts'

const log = createLog({ level: 'silent', service: 'test' })
let url: string
const open: Signals[] = []

const listen = async (
  applicationName: string,
  onConnect?: (client: pg.Client) => Promise<void>,
): Promise<Signals> => {
  const channels = ['tasks', 'events']
  const signals = await listenForSignals({
    url,
    applicationName,
    channels,
    log,
    ...(onConnect && { onConnect }),
  })
  open.push(signals)
  return signals
}

const query = async (text: string, values: unknown[] = []): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text, values)
  await client.end()
  return rows
}

const connections = (applicationName: string) =>
  query('SELECT pid FROM pg_stat_activity WHERE application_name = $1', [applicationName])

const cut = (applicationName: string) =>
  query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
    applicationName,
  ])

beforeAll(async () => {
  url = await freshDatabase()
})
afterEach(() => Promise.all(open.splice(0).map((signals) => signals.close())))

describe('signals', () => {
  it('a signal reaches every listener of its channel, no other', async () => {
    const [one, other] = await Promise.all([listen('one'), listen('other')])
    const heard: string[] = []
    one.on('tasks', (payload) => heard.push(`one ${payload}`))
    other.on('tasks', (payload) => heard.push(`other ${payload}`))
    other.on('events', (payload) => heard.push(`wrong ${payload}`))
    await query(`SELECT pg_notify('tasks', 'ord_1')`)
    await expect.poll(() => heard.toSorted()).toEqual(['one ord_1', 'other ord_1'])
  })

  it('a signal reaches its sender, but not a removed listener', async () => {
    const signals = await listen('sender')
    const heard: string[] = []
    const gone: string[] = []
    signals.on('tasks', (payload) => heard.push(payload))
    signals.on('tasks', (payload) => gone.push(payload))()
    signals.send('tasks', 'ord_1')
    signals.send('tasks')
    await expect.poll(() => heard).toEqual(['ord_1', ''])
    expect(gone).toEqual([])
  })

  it('a signal wakes only the waiter for its payload', async () => {
    const signals = await listen('waiting')
    const woken: string[] = []
    const mine = signals.next('tasks', 'ord_1', 20_000).then(() => woken.push('mine'))
    const other = signals.next('tasks', 'ord_2', 300).then(() => woken.push('timeout'))
    signals.send('tasks', 'ord_1')
    await mine
    expect(woken).toEqual(['mine'])
    await other
    expect(woken).toEqual(['mine', 'timeout'])
  })

  it('after a lost connection, signals resume and listeners get an empty signal to poll', async () => {
    const signals = await listen('cut')
    const heard: string[] = []
    signals.on('tasks', (payload) => heard.push(payload))
    const waiting = signals.next('tasks', 'ord_9', 20_000)
    await cut('cut')
    await waiting
    expect(heard).toEqual([''])
    signals.send('tasks', 'ord_2')
    await expect.poll(() => heard).toEqual(['', 'ord_2'])
    expect(await connections('cut')).toHaveLength(1)
  })

  it('signals arrive once after failed reconnects', async () => {
    let failures = 2
    let connects = 0
    const signals = await listen('stumbling', async () => {
      if (connects++ > 0 && failures-- > 0) throw new Error('not ready yet')
    })
    const heard: string[] = []
    signals.on('tasks', (payload) => heard.push(payload))
    await cut('stumbling')
    await expect.poll(() => heard).toEqual([''])
    expect(await connections('stumbling')).toHaveLength(1)
    signals.send('tasks', 'ord_1')
    await expect.poll(() => heard).toEqual(['', 'ord_1'])
  })

  it('closing during a reconnect leaves no connection', async () => {
    let reconnecting = false
    const entered = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const signals = await listen('closing', async () => {
      if (!reconnecting) return
      entered.resolve()
      await release.promise
    })
    reconnecting = true
    await cut('closing')
    await entered.promise
    await signals.close()
    release.resolve()
    await expect.poll(() => connections('closing')).toEqual([])
  })
})

describe('signals of a PostgreSQL that stops responding', () => {
  it('signals resume once the server is back, and listeners get an empty signal to poll', async () => {
    const proxy = await startSilentProxy(url)
    const signals = await listenForSignals({
      url: proxy.url,
      applicationName: 'silenced',
      channels: ['tasks'],
      statementMs: 300,
      log,
    })
    open.push(signals)
    const heard: string[] = []
    signals.on('tasks', (payload) => heard.push(payload))
    proxy.silence()
    setTimeout(() => proxy.forward(), 1_000)
    await expect.poll(() => heard).toEqual([''])
    signals.send('tasks', 'ord_1')
    await expect.poll(() => heard).toEqual(['', 'ord_1'])
    await proxy.close()
  })

  it('closing does not wait for a silent server', async () => {
    const proxy = await startSilentProxy(url)
    const signals = await listenForSignals({
      url: proxy.url,
      applicationName: 'silenced',
      channels: [],
      log,
    })
    proxy.silence()
    const askedAt = Date.now()
    await signals.close()
    expect(Date.now() - askedAt).toBeLessThan(5_000)
    await proxy.close()
  })
})

describe('the session that sends signals', () => {
  it('sending leaves synchronous_commit unchanged, because a pooler may reuse the session', async () => {
    let client: pg.Client | undefined
    const signals = await listen('durable', async (connected) => {
      client = connected
      await connected.query('SET synchronous_commit = remote_write')
    })
    const heard: string[] = []
    signals.on('tasks', (payload) => heard.push(payload))
    signals.send('tasks', 'ord_1')
    await expect.poll(() => heard).toEqual(['ord_1'])
    const shown = await client?.query('SHOW synchronous_commit')
    expect(shown?.rows).toEqual([{ synchronous_commit: 'remote_write' }])
  })
})
