import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RestClient, restClient } from '../../adapters/woocommerce/rest/rest-client.ts'
import { registerWebhooks } from '../../adapters/woocommerce/webhooks/register-webhooks.ts'
import {
  readStoreWebhook,
  type StoreWebhook,
} from '../../adapters/woocommerce/webhooks/store-webhooks.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { startGatewayStub } from '../support/gateway-stub.ts'
import { useStarted } from '../support/use-world.ts'
import { startWooStore } from '../support/woocommerce/store.ts'

const SECRET = 'whs_of-this-shop'
const TOPICS = ['order.created', 'order.updated', 'order.deleted']

let rest: RestClient
let received: StoreWebhook[]
const store = useStarted(startWooStore)
const receiver = useStarted(startGatewayStub)
beforeAll(async () => {
  rest = restClient({ ...store, timeoutMs: 5_000, allowPrivateAddresses: true })
})
beforeEach(() => {
  store.webhooks.all.clear()
  received = []
  receiver.answer(({ headers, body }) => {
    received.push(readStoreWebhook({ headers, rawBody: Buffer.from(body), secret: SECRET }))
    return { status: 200 }
  })
})

const wanted = (path = '/hooks') => ({
  storeId: StoreId.parse('tienda'),
  deliveryUrl: `${receiver.url}${path}`,
  secret: SECRET,
})
const inactiveTopics = () => {
  const active = [...store.webhooks.all.values()].filter(({ status }) => status === 'active')
  return TOPICS.filter((name) => !active.some(({ topic }) => topic === name))
}
const register = (path?: string) => registerWebhooks(rest, wanted(path))
const done = (value: unknown) => ({ outcome: 'done', value })
const NOTHING = { made: 0, repaired: 0, removed: 0 }

describe('the webhooks of a WooCommerce shop', () => {
  it('webhooks are created once and deliver orders from then on', async () => {
    expect(inactiveTopics()).toEqual(TOPICS)
    expect(await register()).toEqual(done({ ...NOTHING, made: 3 }))
    expect(await register()).toEqual(done(NOTHING))
    expect(inactiveTopics()).toEqual([])
    expect(received).toEqual([{ outcome: 'ping' }, { outcome: 'ping' }, { outcome: 'ping' }])

    const { id } = store.newOrder()
    const { id: deleted } = store.newOrder()
    store.books.remove(store.order(deleted))
    received = []
    await store.webhooks.deliver()
    expect(received).toEqual([
      { outcome: 'hint', orderId: String(id) },
      { outcome: 'hint', orderId: String(deleted) },
      { outcome: 'hint', orderId: String(deleted) },
    ])
  })

  it('webhooks disabled after failures are enabled again', async () => {
    await register()
    receiver.answer({ status: 500 })
    for (let change = 1; change <= 7; change++) {
      store.books.touch(store.newOrder())
      await store.webhooks.deliver()
    }
    expect(inactiveTopics()).toEqual(['order.created', 'order.updated'])
    expect(await register()).toEqual(done({ ...NOTHING, repaired: 2 }))
    expect(inactiveTopics()).toEqual([])
  })

  it('webhooks follow when Puente moves to another address', async () => {
    await register()
    expect(await register('/moved')).toEqual(done({ ...NOTHING, repaired: 3 }))
    const urls = [...store.webhooks.all.values()].map((webhook) => webhook.delivery_url)
    expect(urls).toEqual(TOPICS.map(() => wanted('/moved').deliveryUrl))
  })

  it('webhooks created twice after a lost response are reduced to one', async () => {
    store.failNext(/^POST webhooks$/, 'lost-answer')
    expect(await register()).toMatchObject({ outcome: 'failed', retry: 'retry' })
    const [first] = store.webhooks.all.values()
    if (first) store.webhooks.all.set(first.id + 1_000, { ...first, id: first.id + 1_000 })
    expect(await register()).toEqual(done({ made: 2, repaired: 0, removed: 1 }))
    expect(store.webhooks.all.size).toBe(3)
  })

  it('webhooks of others stay unchanged', async () => {
    const webhook = { name: 'ERP', topic: 'order.updated', delivery_url: `${receiver.url}/erp` }
    const other = { id: 5, status: 'disabled', secret: '', failures: 0, ...webhook }
    store.webhooks.all.set(5, { ...other })
    await register()
    expect(store.webhooks.all.get(5)).toEqual(other)
    expect(store.webhooks.all.size).toBe(4)
  })
})
