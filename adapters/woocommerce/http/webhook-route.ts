import { type Request, type Response, Router } from 'express'
import { StoreId } from '../../../src/domain/ids.ts'
import { bytesOf } from '../../../src/runtime/http/parse-body.ts'
import {
  addTask,
  type Core,
  findOrderOfStore,
  findStore,
  taskToSyncStoreOrder,
} from '../../adapter.ts'
import { credentialsOf, isGone, type OpenConnection } from '../connection.ts'
import { mayBeDelivery, readStoreWebhook } from '../store-webhooks.ts'
import { WEBHOOKS_PATH } from '../webhook-address.ts'

/** An order with all that extensions hang on it. */
export const MOST_BYTES = 2_097_152

/** WooCommerce gives up after seven failures in a row, so that what is no delivery is no failure. */
const STATUS = { 'not-signed': 401, 'wrong-signature': 401, unreadable: 422 } as const

/**
 * Takes a store's webhooks. They come once, late or never, and may be old when they come: each is a
 * hint to read the order, and nothing more is believed of it.
 */
export const webhookRoute = (core: Core, open: OpenConnection): Router => {
  const take = async (request: Request, response: Response): Promise<void> => {
    const store = await findStore(core.db.query, StoreId.parse(request.params.store))
    if (store?.platform !== 'woocommerce' || isGone(store)) return void response.sendStatus(404)
    if (!mayBeDelivery(request.headers)) return void response.sendStatus(STATUS['not-signed'])
    const read = readStoreWebhook({
      headers: request.headers,
      rawBody: (await bytesOf(request, MOST_BYTES)) ?? Buffer.alloc(0),
      secret: credentialsOf(store, open).webhook_secret,
    })
    if (read.outcome === 'refused') return void response.sendStatus(STATUS[read.reason])
    core.noteSignOfLife(store.id)
    if (read.outcome === 'hint') {
      const order = await findOrderOfStore(core.db.query, store.id, read.orderId)
      const now = core.clock.now()
      if (order) await addTask(core.db.query, taskToSyncStoreOrder(order, { now }))
      core.wakeWorkers()
    }
    response.sendStatus(200)
  }
  return Router().post(`${WEBHOOKS_PATH}/:store`, take)
}
