import { z } from 'zod'
import {
  addTask,
  connectPlatformStore,
  type DbQuery,
  type InstalledPlatform,
  platformTask,
  storeById,
  taskToSyncStoreOrder,
} from '../../../adapters/adapter.ts'
import { StoreId } from '../../../src/domain/ids.ts'
import { exampleStorefront, getJson } from './storefront.ts'
import { exampleTables, SCHEMA } from './table.ts'
import { webhookRoute } from './webhook-route.ts'

const settings = z.object({ EXAMPLE_WEBHOOK_SECRET: z.string().min(8).optional() })
const connection = z.object({ url: z.string() })

const MANNERS = { waitsMs: [1_000, 10_000, 60_000], timeoutMs: 30_000, concurrencyPerStore: 4 }

/** A complete platform to copy from; `adapters/README.md` walks through it. */
export const example: InstalledPlatform = {
  name: 'example',
  title: 'Example',
  policy: z.strictObject({}),
  traits: { receivesSignedNotifications: false, isPolled: false },
  settings: { shape: settings.shape, prefix: 'EXAMPLE_', secrets: ['EXAMPLE_WEBHOOK_SECRET'] },
  tables: { schema: SCHEMA },
  cli: {
    options: [{ flags: '--shop-url <url>', description: 'address of the shop' }],
    add: async ({ connecting }, given) => {
      const url = given.required('shop-url')
      const connected = await connectPlatformStore(connecting, {
        ...given.shared(),
        platform: { name: 'example', connection: { url }, credentials: {} },
      })
      if (connected.outcome === 'refused') throw given.refusedBy(connected)
      return `Connected the store "${given.shared().id}" (${connected.environment}).`
    },
  },
  open: ({ settings: values, db: { query } }) => ({
    storefrontOf: (store) => exampleStorefront(connection.parse(store.connection)),
    openRoutes: (_core, { inbox, webhookMaxBytes: maxBytes }) => {
      const { EXAMPLE_WEBHOOK_SECRET: secret } = settings.parse(values)
      // Without a secret, a forged webhook looks like a signed one.
      if (secret === undefined) return {}
      return { router: webhookRoute(inbox, { secret, maxBytes }), webhooks: '/example/webhooks' }
    },
    inbound: {
      ...MANNERS,
      source: 'example',
      kind: 'apply-example-webhook',
      onFailure: { es: 'Un aviso no se aplicó.', en: 'A webhook was not applied.' },
      apply: async ({ clock }, { storeId, topic, body }) => {
        const now = clock.now()
        if (topic === 'order') {
          const order = { store_id: storeId, external_id: body.toString() }
          await addTask(query, taskToSyncStoreOrder(order, { now }))
        } else {
          await addTask(query, readShop(query).task({ storeId }, { storeId, now }))
        }
        return { outcome: 'handled', note: 'hint' }
      },
    },
    tasks: [readShop(query)],
  }),
}

const readShop = (query: DbQuery) =>
  platformTask({
    ...MANNERS,
    kind: 'example-read-shop',
    needs: 'shop',
    payload: z.object({ storeId: StoreId }),
    onFailure: { es: 'No se leyó la tienda.', en: 'The shop was not read.' },
    run: async (_core, { storeId }) => {
      const store = await storeById(query, storeId)
      if (!store) return { outcome: 'done', note: 'no-such-store' }
      const { url } = connection.parse(store.connection)
      const { name } = z.object({ name: z.string() }).parse(await getJson(`${url}/shop`))
      await exampleTables(query)
        .insertInto('example_shops')
        .values({ store_id: storeId, name })
        .onConflict((known) => known.column('store_id').doUpdateSet({ name }))
        .execute()
      return { outcome: 'done' }
    },
  })
