import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '../../config/settings.ts'
import { startSandbox } from '../../sandbox/gateway/sandbox.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { freshDatabase } from '../support/fresh-database.ts'

const settings = readSettings({}, '/nowhere/.env')
const log = createLog({ level: 'silent', service: 'sandbox' })

describe('starting the sandbox', () => {
  let databaseUrl: string
  const start = () => startSandbox({ settings, databaseUrl, log, port: 0 })
  beforeAll(async () => {
    databaseUrl = await freshDatabase()
  })

  let open: Awaited<ReturnType<typeof start>> | undefined
  afterAll(() => open?.close())

  test('a fresh sandbox has no leftovers', async () => {
    open = await start()
    expect(open.leftovers).toEqual([])
  })

  test('a second sandbox on one database fails with an explanation', async () => {
    await expect(start()).rejects.toThrow(/Another sandbox gateway works on this database/)
  })

  test('a start that fails on a broken table leaves no port open, and the next start uses it', async () => {
    const own = await freshDatabase()
    const port = await freePort()
    const startOn = () => startSandbox({ settings, databaseUrl: own, log, port })
    await (await startOn()).close()
    const client = new pg.Client(own)
    await client.connect()
    await client.query('alter table sandbox.state rename to state_away')
    await expect(startOn()).rejects.toThrow(/state/)
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
    await client.query('alter table sandbox.state_away rename to state')
    await client.end()
    const again = await startOn()
    expect((await fetch(`${again.url}/sandbox/clock`)).status).toBe(200)
    await again.close()
  })

  test('the next start lists changed clock, faults and profile', async () => {
    const put = (path: string, body: object, method = 'PUT') =>
      fetch(`${open?.url}/sandbox/${path}`, { method, body: JSON.stringify(body) })
    await put('clock', { advance_seconds: 86_400 }, 'POST')
    await put('faults', { webhooks: { drop: 1 } })
    await put('profile', { tokenized_charge: false })
    await open?.close()
    open = await start()
    expect(open.leftovers).toEqual([
      'the clock is 24.0 hours ahead',
      'fault webhooks.drop=1',
      'profile tokenized_charge=false',
    ])
    await put('reset', {}, 'POST')
    await open.close()
    open = await start()
    expect(open.leftovers).toEqual([])
  })
})
