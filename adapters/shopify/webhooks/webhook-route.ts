import { type Request, type Response, Router } from 'express'
import { StoreId } from '../../../src/domain/ids.ts'
import { bytesOf, RefusedBody } from '../../../src/runtime/http/body/parse-body.ts'
import { type Core, type Inbox, rememberSecrets, type Store } from '../../adapter.ts'
import type { ShopifyDeps } from '../deps.ts'
import { SHOPIFY_WEBHOOKS_PATH } from '../paths.ts'
import { isOfApp as isStoreOfApp, storesOfShopDomain } from '../shops/connection.ts'
import { secretsOfOwnApp } from '../shops/own-apps.ts'
import { isSigned, mayBeSigned, readDeliveryHeaders, shopOfHeaders, versionOf } from './delivery.ts'
import { hintOfWebhook } from './order-hint.ts'
import { isOrderTopic, mattersWithoutStore } from './topics.ts'

/** Several hundred lines exceed a megabyte if the app's toml names no fields. */
export const LARGEST_WEBHOOK_BYTES = 4 * 1_048_576

interface WebhookDeps extends Pick<ShopifyDeps, 'app' | 'open' | 'noteVersion'> {
  inbox: Inbox
  /** For the gateway's webhooks; Shopify's may be larger. */
  maxBytes: number
}

/**
 * Receives the webhooks of all shops: verifies the signature on the raw bytes, stores the message
 * durably, then answers 200. The shop header is unsigned: a shop's own app may sign for that shop
 * only.
 * A shop without a store gets 200 as well, because Shopify would retry for hours and then drop the
 * subscription. Stores only its uninstall and privacy requests.
 */
export const shopifyWebhookRoute = (core: Core, deps: WebhookDeps): Router => {
  const { db, clock, log } = core
  const maxBytes = Math.max(deps.maxBytes, LARGEST_WEBHOOK_BYTES)
  const appSecrets = deps.app?.secrets ?? []
  const secretsOf = (store: Store) => secretsOfOwnApp(store, { open: deps.open, clock })
  const ownSecretsOf = rememberSecrets(async (shop) => {
    const stores = await storesOfShopDomain(db.query, shop)
    return stores.flatMap(secretsOf)
  })

  /** Best effort: the delivery is already stored. */
  const noteVersionOf = async (storeId: StoreId, headers: Request['headers']): Promise<void> => {
    const served = versionOf(headers)
    const about = { storeId, part: 'webhooks', served, now: clock.now() } as const
    await deps.noteVersion(about).catch((error) => {
      log.warn({ err: error, storeId }, 'the version of a webhook of Shopify was not noted')
    })
  }

  const accept = async (request: Request): Promise<number> => {
    const { headers } = request
    const shop = shopOfHeaders(headers)
    const ownSecretsOfShop = async () => (shop && (await ownSecretsOf(shop))) || []
    if (appSecrets.length === 0 && (await ownSecretsOfShop()).length === 0) return 404
    if (!mayBeSigned(headers)) return 401
    const rawBody = (await bytesOf(request, maxBytes)) ?? Buffer.alloc(0)
    const isOfApp = isSigned(headers, rawBody, appSecrets)
    const ownSecrets = isOfApp ? [] : await ownSecretsOfShop()
    if (!isOfApp && !isSigned(headers, rawBody, ownSecrets)) return 401
    const delivery = readDeliveryHeaders(headers)
    if (!delivery) return 400

    const stores = await storesOfShopDomain(db.query, delivery.shop)
    if (stores.length === 0 && !mattersWithoutStore(delivery.topic)) return 200
    // Store of the signing app; the shop can have another app.
    const store = stores.find((one) =>
      isOfApp ? isStoreOfApp(one) : isSigned(headers, rawBody, secretsOf(one)),
    )
    if (!isOfApp && !store) return 401
    await deps.inbox.keep({
      source: 'shopify',
      storeId: store?.id ?? StoreId.parse(delivery.shop),
      messageId: delivery.webhookId,
      topic: delivery.topic,
      happenedAt: delivery.triggeredAt,
      body: isOrderTopic(delivery.topic) ? hintOfWebhook(rawBody) : rawBody,
      receivedAt: clock.now(),
    })
    if (store) await noteVersionOf(store.id, headers)
    for (const { id } of stores) core.noteSignOfLife(id)
    return 200
  }

  return Router().post(
    SHOPIFY_WEBHOOKS_PATH,
    async (request: Request, response: Response): Promise<void> => {
      const shop = shopOfHeaders(request.headers)
      const status = await accept(request).catch((error) => {
        if (error instanceof RefusedBody) throw error
        log.error({ err: error, shop }, 'a webhook of Shopify was not stored')
        response.set('retry-after', '5')
        return 503
      })
      response.sendStatus(status)
    },
  )
}
