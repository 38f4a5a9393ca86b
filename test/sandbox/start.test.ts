import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '../../config/settings.ts'
import { startSandbox } from '../../sandbox/gateway/sandbox.ts'
import { createLog } from '../../src/runtime/log/log.ts'
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
