import { afterAll, beforeAll, expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { apiKeysOf, hashApiKey } from '../../src/db/stores/api-keys.ts'
import { type Puente, startPuente } from '../../src/puente.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { commandOf, settingsOf } from '../support/command.ts'
import { HOUR_SECONDS, pass } from '../support/merchant.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually, TEST_STORE } from '../support/world.ts'

let other: Puente & { url: string }
const world = useWorld()
beforeAll(async () => {
  const port = await freePort()
  const settings = { ...world.settings, PORT: port, ROLES: ['web' as const] }
  const puente = await startPuente({
    platforms,
    settings,
    databaseUrl: world.databaseUrl,
    log: createLog({ level: 'silent', service: 'test' }),
    gatewayBaseUrl: `${world.sandbox.url}/v1`,
    publicUrl: world.url,
  })
  other = { ...puente, url: `http://localhost:${port}` }
})
afterAll(async () => {
  await other.close()
})

const stores = commandOf('stores', () => settingsOf(world))
const query = () => world.puente.ctx.db.query

const statusesOf = async (apiKey: string): Promise<number[]> => {
  const headers = { authorization: `Bearer ${apiKey}` }
  const urls = [world.url, other.url]
  return Promise.all(urls.map(async (url) => (await fetch(`${url}/v1/orders`, { headers })).status))
}
const refusalOf = async (apiKey: string) =>
  (await world.api('GET', '/v1/orders', undefined, { authorization: `Bearer ${apiKey}` })).body

const apiKeyIn = (printed: string): string => /^ +API key +(\S+)$/m.exec(printed)?.[1] ?? ''
const idOf = async (name: string): Promise<string> =>
  (await apiKeysOf(query(), TEST_STORE)).findLast((key) => key.name === name)?.id ?? ''

const created = async (name: string, ...more: string[]): Promise<string> => {
  const { stdout, stderr } = await stores(
    ...['keys', 'create', '--id', TEST_STORE, '--name', name],
    ...more,
  )
  expect(stderr).toBe('')
  return apiKeyIn(stdout)
}

it('every process refuses a revoked key immediately, and the other keys still work', async () => {
  const till = await created('till')
  expect(await statusesOf(till)).toEqual([200, 200])
  const { stdout } = await stores('keys', 'revoke', await idOf('till'))
  expect(stdout).toContain('"till"')
  expect(await statusesOf(till)).toEqual([401, 401])
  expect(await statusesOf(world.apiKey)).toEqual([200, 200])
  expect(await refusalOf(till)).toMatchObject({
    code: 'wrong_api_key',
    detail: expect.stringContaining('was revoked on'),
  })
})

it('an expired key is refused, and the refusal says when it expired', async () => {
  const { ctx } = world.puente
  const expires = new Date(ctx.clock.now().getTime() + 2 * HOUR_SECONDS * 1_000).toISOString()
  const apiKey = await created('for a day', '--expires', expires)
  expect(await statusesOf(apiKey)).toEqual([200, 200])
  await pass(world, 2 * HOUR_SECONDS)
  expect((await statusesOf(apiKey))[0]).toBe(401)
  expect((await refusalOf(apiKey)).detail).toContain(expires)
  const past = await stores(
    ...[
      'keys',
      'create',
      '--id',
      TEST_STORE,
      '--name',
      'late',
      '--expires',
      '2020-01-01T00:00:00Z',
    ],
  )
  expect([past.hasFailed, past.stderr]).toEqual([true, expect.stringContaining('--expires')])
})

it('a rotated API key and its successor both work until the old key ends', async () => {
  const { ctx } = world.puente
  const keys = await stores('keys', '--id', TEST_STORE)
  expect(keys.stdout).toContain('"first"')
  const until = new Date(ctx.clock.now().getTime() + 3 * HOUR_SECONDS * 1_000).toISOString()
  await created('second')
  const second = await idOf('second')
  const which = await stores('rotate', 'api-key', '--id', TEST_STORE, '--until', until)
  expect([which.hasFailed, which.stderr]).toEqual([true, expect.stringContaining(second)])
  const rotated = await stores(
    ...['rotate', 'api-key', '--id', TEST_STORE, '--key', await idOf('first'), '--until', until],
  )
  const successor = apiKeyIn(rotated.stdout)
  expect(successor).toMatch(/^puente_test_.{32}$/)
  expect(await statusesOf(successor)).toEqual([200, 200])
  expect(await statusesOf(world.apiKey)).toEqual([200, 200])
  await pass(world, 3 * HOUR_SECONDS)
  expect((await statusesOf(world.apiKey))[0]).toBe(401)
  expect((await statusesOf(successor))[0]).toBe(200)
})

it('a key’s last use is recorded at most once a minute', async () => {
  const apiKey = await created('counted')
  const used = async () =>
    (await apiKeysOf(query(), TEST_STORE)).find(({ name }) => name === 'counted')?.last_used_at
  expect(await used()).toBeNull()
  await statusesOf(apiKey)
  const first = await eventually(used)
  await pass(world, 30)
  await Promise.all(Array.from({ length: 20 }, () => statusesOf(apiKey)))
  expect(await used()).toEqual(first)
  await pass(world, 31)
  await statusesOf(apiKey)
  await eventually(async () => (await used())?.getTime() !== first?.getTime())
  const { stdout } = await stores('show', '--id', TEST_STORE)
  expect(stdout).toContain((await used())?.toISOString())
})

it('neither show nor keys prints a key or a secret of the store again', async () => {
  const apiKey = await created('shown')
  const printed = [
    await stores('show', '--id', TEST_STORE),
    await stores('keys', '--id', TEST_STORE),
  ].map(({ stdout }) => stdout)
  for (const stdout of printed) {
    expect(stdout).toContain(`puente_test_…${apiKey.slice(-4)}`)
    for (const secret of [
      apiKey,
      world.apiKey,
      hashApiKey(apiKey),
      'sk_test_sandbox',
      'whsec_test_',
    ]) {
      expect(stdout).not.toContain(secret)
    }
  }
  expect(printed[0]).toContain('Secret key')
})

it('a key with scopes and a refund limit shows them when it is created and when it is listed', async () => {
  const rights = ['--scopes', 'refund,read', '--refund-limit', '500.00 HNL']
  const apiKey = await created('counter', ...rights)
  const call = (path: string, body?: object) =>
    world.api(body ? 'POST' : 'GET', path, body, { authorization: `Bearer ${apiKey}` })
  expect((await call('/v1/orders')).status).toBe(200)
  expect((await call('/v1/checkouts', {})).body.code).toBe('not_allowed')
  const { stdout } = await stores('keys', '--id', TEST_STORE)
  expect(stdout).toMatch(/"counter".*read,refund up to 500\.00 HNL/)
  expect(stdout).toMatch(/"first".*read,checkout,refund,admin/)
})

it.each([
  ['--scopes', 'read,write', '--scopes: "write" is not a scope (read, checkout, refund, admin)'],
  ['--refund-limit', '500.00', '--refund-limit: expected an amount and its currency'],
  ['--refund-limit', '0.00 HNL', '--refund-limit: Must be above zero'],
])('the command creates no key with %s %s', async (option, value, said) => {
  const about = ['keys', 'create', '--id', TEST_STORE, '--name', 'none']
  const refused = await stores(...about, option, value)
  expect([refused.hasFailed, refused.stderr]).toEqual([true, expect.stringContaining(said)])
  expect(await idOf('none')).toBe('')
})
