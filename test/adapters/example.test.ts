import { beforeAll, describe, expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { connectPlatformStore } from '../../src/payments/stores/connect-store.ts'
import { settled } from '../support/settled.ts'
import { useStarted, useWorld, worldForTest } from '../support/use-world.ts'
import { eventually, WEBHOOK_SECRET } from '../support/world.ts'
import { example } from './example-platform/adapter.ts'
import { exampleStorefront } from './example-platform/storefront.ts'
import { exampleTables } from './example-platform/table.ts'
import { signatureOf } from './example-platform/webhook-route.ts'
import { startExampleShop } from './example-shop.ts'
import { storefrontConformance } from './storefront-conformance.ts'

const SECRET = 'the secret of this test'
const STORE = 'ejemplo'

const shop = useStarted(startExampleShop)
// The only line that adds the platform.
const ADDED = { platforms: [...platforms, example] }
const world = useWorld({ EXAMPLE_WEBHOOK_SECRET: SECRET }, ADDED)
beforeAll(async () => {
  const { ctx, sealer } = world.puente
  await world.control('/sandbox/endpoints', {
    environment: 'test',
    url: `${world.url}/webhooks/gateway/${STORE}`,
    secret: WEBHOOK_SECRET,
  })
  const connected = await connectPlatformStore(
    { query: ctx.db.query, sealer, ids: ctx.ids, now: ctx.clock.now() },
    {
      id: StoreId.parse(STORE),
      name: 'Ejemplo',
      locale: 'es',
      secretKey: 'sk_test_sandbox',
      publishableKey: null,
      webhookSecret: WEBHOOK_SECRET,
      platform: { name: 'example', connection: { url: shop.url }, credentials: {} },
    },
  )
  expect(connected).toMatchObject({ outcome: 'connected' })
})

const hook = async (topic: 'order' | 'shop', body: string, secret = SECRET): Promise<number> => {
  const answer = await fetch(`${world.url}/example/webhooks/${STORE}`, {
    method: 'POST',
    headers: {
      'x-example-id': `${topic}-${body}`,
      'x-example-topic': topic,
      'x-example-signature': signatureOf(Buffer.from(body), secret).toString('hex'),
    },
    body,
  })
  return answer.status
}

storefrontConformance('the example platform', () => ({
  storefront: exampleStorefront(shop),
  newOrder: shop.newOrder,
  see: async (id) => {
    const { status = 'unpaid', refunded = 0 } = shop.orders.get(id) ?? {}
    return { status, refunded: (refunded / 100).toFixed(2) }
  },
  failNext: shop.failNext,
}))

describe('a platform added by one line of the registry', () => {
  it('a webhook imports an order, its pay link pays it, and the store is notified', async () => {
    const id = await shop.newOrder()
    expect(await hook('order', id)).toBe(200)
    const payUrl = await eventually(async () => shop.orders.get(id)?.payUrl)
    const { headers } = await fetch(String(payUrl), { redirect: 'manual' })
    expect(await world.pay(String(headers.get('location')))).toMatchObject({ status: 'approved' })
    await eventually(async () => shop.orders.get(id)?.status === 'paid')
    await settled(world)
  })

  it('a platform runs its own tasks and stores the results in its own table', async () => {
    expect(await hook('shop', 'renamed')).toBe(200)
    const { query } = world.puente.ctx.db
    const shops = exampleTables(query).selectFrom('example_shops').selectAll()
    const [kept] = await eventually(async () => {
      const found = await shops.execute()
      return found.length > 0 && found
    })
    expect(kept).toEqual({ store_id: STORE, name: 'La de ejemplo' })
    const { paths } = (await (await fetch(`${world.url}/openapi.json`)).json()) as {
      paths: Record<string, unknown>
    }
    expect(JSON.stringify(paths['/v1/tasks'])).toContain('example-read-shop')
  })

  it('a webhook signed with another secret is refused', async () => {
    expect(await hook('order', 'E-1', 'another secret')).toBe(401)
  })

  it('without its secret, the platform takes no webhook', async () => {
    const unset = await worldForTest({}, ADDED)
    const path = `/example/webhooks/${STORE}`
    const answer = await fetch(`${unset.url}${path}`, { method: 'POST', body: 'E-1' })
    expect(answer.status).toBe(404)
  })
})
