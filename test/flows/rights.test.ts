import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { apiKeysOf } from '../../src/db/stores/api-keys.ts'
import { findStore } from '../../src/db/stores/stores.ts'
import { SCOPES, type Scope } from '../../src/domain/rights.ts'
import { createApiKey, revokeApiKey } from '../../src/payments/stores/api-keys.ts'
import { HOUR_SECONDS, pass } from '../support/merchant.ts'
import { useWorldWithRoutes } from '../support/use-world.ts'
import { type ApiAnswer, type Json, TEST_STORE } from '../support/world.ts'

const RIGHTS: Record<string, Scope> = {
  'GET /v1/store': 'read',
  'PATCH /v1/store': 'admin',
  'POST /v1/store/secrets/notify-secret/rotate': 'admin',
  'POST /v1/store/secrets/webhook-secret/rotate': 'admin',
  'POST /v1/store/secrets/secret-key/rotate': 'admin',
  'POST /v1/personal-data/export': 'admin',
  'POST /v1/personal-data/erase': 'admin',
  'POST /v1/checkouts': 'checkout',
  'POST /v1/payment-requests': 'checkout',
  'GET /v1/payment-requests': 'read',
  'GET /v1/payment-requests/:id': 'read',
  'POST /v1/payment-requests/:id/paid-otherwise': 'checkout',
  'GET /v1/orders': 'read',
  'GET /v1/orders/:id': 'read',
  'GET /v1/orders/:id/timeline': 'read',
  'POST /v1/orders/:id/cancel': 'checkout',
  'POST /v1/orders/:id/confirm': 'checkout',
  'POST /v1/orders/:id/refunds': 'refund',
  'POST /v1/orders/:id/refunds/:refund_id/cancel': 'refund',
  'POST /v1/orders/:id/refunds/cancel': 'refund',
  'POST /v1/orders/:id/refunds/:refund_id/resolve': 'refund',
  'POST /v1/orders/:id/refunds/:refund_id/try': 'refund',
  'GET /v1/orders/:id/receipt': 'read',
  'GET /v1/orders/:id/receipt.pdf': 'read',
  'GET /v1/saved-cards': 'read',
  'DELETE /v1/saved-cards/:id': 'checkout',
  'GET /v1/alerts': 'read',
  'POST /v1/alerts/:id/close': 'admin',
  'GET /v1/events': 'read',
  'GET /v1/events/:id': 'read',
  'GET /v1/feed': 'read',
  'POST /v1/events/:id/replay': 'admin',
  'POST /v1/reconciliations': 'admin',
  'GET /v1/reconciliations': 'read',
  'GET /v1/reconciliations/:id': 'read',
  'GET /v1/reconciliations/:id/report.csv': 'read',
  'POST /v1/reconciliations/:id/stop': 'admin',
  'POST /v1/reconciliations/:id/resume': 'admin',
  'GET /v1/settlements': 'read',
  'GET /v1/settlements.csv': 'read',
  'GET /v1/tasks': 'read',
  'GET /v1/tasks/:id': 'read',
  'POST /v1/tasks/:id/try': 'admin',
  'POST /v1/tasks/:id/replay': 'admin',
  'POST /v1/tasks/replay': 'admin',
  'GET /v1/circuits': 'read',
  'POST /v1/circuits/:id/try': 'admin',
  'GET /v1/notifications': 'read',
  'POST /v1/notifications/:id/resend': 'admin',
  'POST /v1/notifications/resume': 'admin',
  'POST /v1/store/test-notification': 'admin',
  'GET /v1/endpoints': 'read',
  'POST /v1/endpoints': 'admin',
  'GET /v1/endpoints/:id': 'read',
  'PATCH /v1/endpoints/:id': 'admin',
  'DELETE /v1/endpoints/:id': 'admin',
  'POST /v1/endpoints/:id/secret/rotate': 'admin',
  'POST /v1/endpoints/:id/test': 'admin',
  'GET /v1/endpoints/:id/replay': 'read',
  'POST /v1/endpoints/:id/replay': 'admin',
  'GET /v1/webhook-health': 'read',
  'POST /v1/webhook-health/self-test': 'admin',
  'POST /v1/woocommerce/connection-test': 'admin',
  'POST /v1/woocommerce/checkouts': 'checkout',
  'POST /v1/woocommerce/abandoned-orders': 'checkout',
  'POST /v1/woocommerce/orders/ask': 'checkout',
  'GET /v1/woocommerce/orders/:id': 'read',
  'GET /v1/woocommerce/attention': 'read',
  'POST /v1/woocommerce/deleted-refunds': 'refund',
  'POST /v1/woocommerce/disconnection': 'admin',
  'POST /v1/woocommerce/personal-data/export': 'admin',
  'POST /v1/woocommerce/personal-data/erase': 'admin',
  'GET /v1/shopify/data-requests/:id': 'admin',
}

const world = useWorldWithRoutes({
  SHOPIFY_CLIENT_ID: 'id-of-app',
  SHOPIFY_CLIENT_SECRET: 'secret-of-app',
  SHOPIFY_PAYMENTS_PROXIES: '127.0.0.1',
  SHOPIFY_PAYMENTS_CERT_HEADER: 'x-client-verify',
})
const keyOf = new Map<Scope, string>()
beforeAll(async () => {
  for (const scope of SCOPES) keyOf.set(scope, await keyWith([scope]))
})

const deps = () => {
  const { db, ids, clock } = world.puente.ctx
  return { query: db.query, ids, now: clock.now() }
}
const keyWith = async (
  scopes: readonly Scope[],
  expiresAt: Date | null = null,
): Promise<string> => {
  const rights = { scopes, refundLimit: undefined, refundDayLimit: undefined }
  const about = { storeId: TEST_STORE, name: scopes.join(), expiresAt, rights }
  return (await createApiKey(deps(), about)) ?? ''
}

const call = (route: string, headers: Record<string, string>): Promise<ApiAnswer> => {
  const [method = '', path = ''] = route.split(' ')
  const named = path.replaceAll(/:\w+/g, 'nobody')
  return world.api(method as 'GET', named, undefined, headers)
}
const callWith = (route: string, apiKey: string | undefined) =>
  call(route, { authorization: `Bearer ${apiKey}` })

describe('the routes of the API', () => {
  it('the table of rights has every route, and no other', () => {
    const mounted = world.mounted.filter(({ path }) => path.startsWith('/v1/'))
    const found = mounted.map(({ method, path }) => `${method} ${path}`)
    expect(found.toSorted()).toEqual(Object.keys(RIGHTS).toSorted())
  })

  it.each(Object.entries(RIGHTS))(
    'the route %s allows keys with the scope %s only',
    async (route, needed) => {
      for (const scope of SCOPES) {
        const { status, body } = await callWith(route, keyOf.get(scope))
        const isLetIn = body.code !== 'not_allowed'
        expect([scope, isLetIn]).toEqual([scope, scope === needed])
        if (isLetIn) expect([401, 500]).not.toContain(status)
        else expect(status).toBe(403)
      }
    },
  )

  it('the API reference names the scope of each route', async () => {
    const { paths } = (await (await fetch(`${world.url}/openapi.json`)).json()) as Json
    const documented = Object.entries<Json>(paths).flatMap(([path, operations]) =>
      Object.entries<Json>(operations).map(([method, { security, description }]) => {
        const [scope] = security[0].storeApiKey
        expect(description).toContain(`\`${scope}\``)
        return [`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, scope]
      }),
    )
    const ofPlatforms = /\/v1\/(woocommerce|shopify)\//
    const core = Object.entries(RIGHTS).filter(([route]) => !ofPlatforms.test(route))
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(core))
  })

  it('a refusal does not reveal which scope would be enough', async () => {
    const { body } = await callWith('POST /v1/orders/:id/refunds', keyOf.get('read'))
    const { title, detail } = body
    for (const scope of SCOPES)
      expect(`${title} ${detail}`).not.toMatch(new RegExp(`\\b${scope}\\b`))
  })

  it('a key with several scopes may call the routes of each', async () => {
    const key = await keyWith(['read', 'refund'])
    expect((await callWith('GET /v1/orders', key)).status).toBe(200)
    expect((await callWith('POST /v1/orders/:id/refunds/cancel', key)).status).toBe(422)
    expect((await callWith('POST /v1/checkouts', key)).body.code).toBe('not_allowed')
  })

  it('a key that is revoked while its request is being sent has no effect', async () => {
    const { query, now } = deps()
    const key = await keyWith(['admin'])
    const [last] = (await apiKeysOf(query, TEST_STORE)).toReversed()
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const sending = request(`${world.url}/v1/store`, { method: 'PATCH', headers })
    const answered = new Promise<number | undefined>((resolve, reject) => {
      sending.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject)
    })
    sending.write('{"name":')
    await sleep(300)
    await revokeApiKey(query, { id: last?.id ?? '', now })
    await sleep(600)
    sending.end('"Otra tienda"}')
    expect(await answered).toBe(401)
    expect((await findStore(query, TEST_STORE))?.name).not.toBe('Otra tienda')
  })

  it('a missing, unknown, revoked or expired key is refused on every route', async () => {
    const { query, now } = deps()
    const revoked = await keyWith(SCOPES)
    const [last] = (await apiKeysOf(query, TEST_STORE)).toReversed()
    await revokeApiKey(query, { id: last?.id ?? '', now })
    const expired = await keyWith(SCOPES, new Date(now.getTime() + HOUR_SECONDS * 1_000))
    await pass(world, HOUR_SECONDS)
    const refused = [
      { authorization: '' },
      ...['unknown', revoked, expired].map((key) => ({ authorization: `Bearer ${key}` })),
    ]
    for (const route of Object.keys(RIGHTS)) {
      for (const headers of refused) {
        const { status, body } = await call(route, headers)
        expect([route, status, body.code]).toEqual([route, 401, 'wrong_api_key'])
      }
    }
  })
})
