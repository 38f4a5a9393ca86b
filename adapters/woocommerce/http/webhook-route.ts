import { type Request, type Response, Router } from 'express'
import { StoreId } from '../../../src/domain/ids.ts'
import { bytesOf } from '../../../src/runtime/http/body/parse-body.ts'
import { addTask, type Core, findOrder, storeById, taskToSyncStoreOrder } from '../../adapter.ts'
import { credentialsOf, isDisconnected, type OpenSiteConnection } from '../connect/connection.ts'
import { WOOCOMMERCE_WEBHOOKS_PATH } from '../webhooks/register-webhooks.ts'
import { mayBeDelivery, readStoreWebhook } from '../webhooks/store-webhooks.ts'

/** Upper bound on an order with its extensions' data. */
export const MOST_BYTES = 2_097_152

/**
 * WooCommerce disables a webhook after seven failures in a row, so pings and other topics get 200.
 */
const STATUS = { 'not-signed': 401, 'wrong-signature': 401, unreadable: 422 } as const

/**
 * WooCommerce sends each webhook once, late or never, possibly stale, so each is only a hint to
 * read the order.
 */
export const wooWebhookRoute = (core: Core, open: OpenSiteConnection): Router => {
  const accept = async (request: Request, response: Response): Promise<void> => {
    const store = await storeById(core.db.query, StoreId.parse(request.params.store))
    if (store?.platform !== 'woocommerce' || isDisconnected(store))
      return void response.sendStatus(404)
    if (!mayBeDelivery(request.headers)) return void response.sendStatus(STATUS['not-signed'])
    const read = readStoreWebhook({
      headers: request.headers,
      rawBody: (await bytesOf(request, MOST_BYTES)) ?? Buffer.alloc(0),
      secret: credentialsOf(store, open).webhook_secret,
    })
    if (read.outcome === 'refused') return void response.sendStatus(STATUS[read.reason])
    core.noteSignOfLife(store.id)
    if (read.outcome === 'hint') {
      const order = await findOrder(core.db.query, store.id, read.orderId)
      const now = core.clock.now()
      if (order) await addTask(core.db.query, taskToSyncStoreOrder(order, { now }))
      core.wakeWorkers()
    }
    response.sendStatus(200)
  }
  return Router().post(`${WOOCOMMERCE_WEBHOOKS_PATH}/:store`, accept)
}
