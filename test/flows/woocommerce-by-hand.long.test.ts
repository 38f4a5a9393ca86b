import { expect, it } from 'vitest'
import { openConnection } from '../../src/db/stores/store-secrets.ts'
import { findStore } from '../../src/db/stores/stores.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { createApiKey } from '../../src/payments/stores/api-keys.ts'
import { disableStore, enableStore } from '../../src/payments/stores/end-store.ts'
import { commandOf, flagsOf, settingsOf } from '../support/command.ts'
import { callAsPlugin } from '../support/plugin-calls.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { startWooStore } from '../support/woocommerce/store.ts'

const world = useWorld({ WOOCOMMERCE_ALLOW_PRIVATE_SITES: 'true' })
const woo = useStarted(startWooStore)

const add = async (
  flags: Record<string, string | undefined>,
  { more = [], settings = {} }: { more?: string[]; settings?: Record<string, string> } = {},
): Promise<string> => {
  const given = {
    id: 'cafe',
    site: woo.url,
    'consumer-key': woo.consumerKey,
    'consumer-secret': woo.consumerSecret,
    'secret-key': 'sk_test_sandbox',
    'webhook-secret': 'whsec_of_the_cafe',
    ...flags,
  }
  const run = commandOf('stores', () => ({
    ...settingsOf(world),
    WOOCOMMERCE_ALLOW_PRIVATE_SITES: 'true',
    ...settings,
  }))
  const args = ['add', '--platform', 'woocommerce', ...flagsOf(given), ...more]
  const { stdout, stderr, hasFailed } = await run(...args)
  return hasFailed ? stderr : stdout
}

const pairingIn = (printed: string) => {
  const [, code = ''] = /puente1\.([\w-]+)/.exec(printed) ?? []
  const { u, s, k } = JSON.parse(Buffer.from(code, 'base64url').toString())
  return { address: u, storeId: s, secret: k }
}

const testConnection = (pairing: { storeId: string; secret: string }) => {
  Object.assign(woo.plugin, pairing)
  return callAsPlugin(world.url, pairing, '/v1/woocommerce/connection-test', {
    site_url: woo.url,
    plugin_version: '0.1.0',
    woocommerce_version: '10.0.2',
    wordpress_version: '6.9.1',
  })
}

it('a store that is connected by hand works with the pairing code that its plugin gets', async () => {
  const printed = await add({})
  expect(printed).toContain('Connected the store "cafe" (test)')
  expect(printed).toContain(`${world.url}/webhooks/gateway/cafe`)
  expect(printed).toContain('accepts the REST keys')
  const pairing = pairingIn(printed)
  expect(pairing).toMatchObject({ address: world.url, storeId: 'cafe' })
  const { status, body } = await testConnection(pairing)
  expect(status).toBe(200)
  expect(body).toMatchObject({ rest_api: { ok: true }, plugin_route: { ok: true } })

  expect(await add({})).toContain('or --replace to reconnect it')
  const again = pairingIn(await add({}, { more: ['--replace', '--yes'] }))
  expect(again.secret).not.toBe(pairing.secret)
  expect((await testConnection(pairing)).status).toBe(200)
  expect((await testConnection(again)).status).toBe(200)
  // The plugin's first call under the new secret revokes the old one.
  expect((await testConnection(pairing)).status).toBe(401)
})

it('a store’s plugin is refused while the store is disabled, and its API keys survive a new connection', async () => {
  const { ctx, sealer } = world.puente
  const deps = { query: ctx.db.query, ids: ctx.ids, now: ctx.clock.now() }
  const pairing = pairingIn(await add({ id: 'llaves' }))
  const apiKey = await createApiKey(deps, {
    storeId: StoreId.parse('llaves'),
    name: 'books',
    expiresAt: null,
  })
  await disableStore(deps, StoreId.parse('llaves'))
  const refused = await testConnection(pairing)
  expect([refused.status, refused.body]).toEqual([
    403,
    expect.objectContaining({ code: 'store_disabled' }),
  ])
  await enableStore(deps, StoreId.parse('llaves'))
  const before = await findStore(ctx.db.query, StoreId.parse('llaves'))
  if (!before) throw new Error('There is no store')
  await add({ id: 'llaves' }, { more: ['--replace', '--yes'] })
  const after = await findStore(ctx.db.query, StoreId.parse('llaves'))
  expect(after && openConnection(sealer, after)).not.toEqual(openConnection(sealer, before))
  const headers = { authorization: `Bearer ${apiKey}` }
  expect((await world.api('GET', '/v1/orders', undefined, headers)).status).toBe(200)
})

it('an unreachable store is connected with a warning', async () => {
  const printed = await add({ id: 'away', site: 'http://127.0.0.1:9' })
  expect(printed).toContain('Warning: could not reach http://127.0.0.1:9')
  expect(pairingIn(printed).storeId).toBe('away')
})

it('a store that can never work is refused, with what has to change', async () => {
  const id = 'never'
  const refusals = [
    [add({ id, 'consumer-key': `ck_${'0'.repeat(40)}` }), '--consumer-key: HTTP 401'],
    [add({ id, site: 'cafe.example' }), '--site: expected an http or https address'],
    [
      add({ id, 'consumer-secret': undefined }),
      "Required option '--consumer-secret' not specified",
    ],
    [
      add({ id }, { settings: { WOOCOMMERCE_ALLOW_PRIVATE_SITES: 'false' } }),
      'Set WOOCOMMERCE_ALLOW_PRIVATE_SITES=true',
    ],
  ] as const
  for (const [refusal, words] of refusals) expect(await refusal).toContain(words)
  expect(await findStore(world.puente.ctx.db.query, StoreId.parse(id))).toBeUndefined()
})
