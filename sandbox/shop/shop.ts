import { fileURLToPath } from 'node:url'
import express, { type Request, type Response, Router } from 'express'
import { findProduct } from './catalogue.ts'
import { recallOrders } from './charge.ts'
import type { ShopContext } from './context.ts'
import { notificationsFromPuente } from './notifications.ts'
import { rememberOrders, type ShopOrder } from './orders.ts'
import { SHOP_PATH, type ShopVisit } from './pages/layout.ts'
import { orderPage, orderPath } from './pages/order.ts'
import { noSuchOrderPage, windowPage } from './pages/window.ts'
import { payingRoutes } from './paying.ts'
import { shopLanguageOf } from './visitor.ts'
import { walletRoutes } from './wallet.ts'

export interface DemoShopOptions extends Pick<ShopContext, 'publicUrl' | 'cardFields'> {
  /** Without a trailing slash. */
  puenteUrl: string
  apiKey: string
  /** `whsec_` and base64: verifies notifications to `/shop/puente`. */
  notifySecret: string
}

/**
 * Demo shop, mounted at `/shop`. Uses only the merchant API and signed notifications, like any
 * shop.
 */
export const demoShop = ({
  puenteUrl,
  apiKey,
  notifySecret,
  ...options
}: DemoShopOptions): Router => {
  const orders = rememberOrders()
  const shop: ShopContext = { puente: { puenteUrl, apiKey }, orders, ...options }
  const notificationFacts = notificationsFromPuente(orders, notifySecret)
  const router = Router()
  const form = express.urlencoded({ extended: false, limit: '10kb' })
  const raw = express.raw({ type: () => true, limit: '256kb' })

  router.use('/assets', express.static(fileURLToPath(new URL('assets', import.meta.url))))
  router.use((request, response, next) => {
    response.set({ 'cache-control': 'no-store' })
    response.vary('Accept-Language')
    // CSRF protection.
    const isCrossSite = request.method === 'POST' && request.get('sec-fetch-site') === 'cross-site'
    if (isCrossSite) return void response.sendStatus(403)
    next()
  })

  router.get('/', (request, response) => {
    response.send(windowPage(visitOf(request)))
  })

  router.post('/orders', form, (request, response) => {
    const product = findProduct(request.body?.product)
    if (!product) return response.redirect(303, SHOP_PATH)
    const order = orders.add(product, shopLanguageOf(request))
    response.redirect(303, `${orderPath(order)}/ways?lang=${order.language}`)
  })

  router.get('/orders/:id', (request, response) => {
    const order = orders.find(request.params.id)
    if (!order) return sendNoSuchOrder(request, response)
    const cancelled = request.query.cancelled !== undefined
    response.send(orderPage(visitOf(request, order), { order, cancelled }))
  })

  router.get('/orders/:id/status', (request, response) => {
    const order = orders.find(request.params.id)
    if (!order) return void response.status(404).json({ state: 'unknown' })
    response.json({ state: order.state })
  })

  router.use('/orders', payingRoutes(shop))
  router.use('/cards', walletRoutes(shop))
  // The owner's page moved to Puente's dashboard.
  router.get('/owner{/*rest}', (_request, response) => response.redirect('/'))

  router.post('/puente', raw, (request, response) => {
    const known = notificationFacts.apply(request.body, request.headers as Record<string, string>)
    response.sendStatus(known ? 204 : 400)
  })

  router.post('/puente/orders', raw, async (request, response) => {
    const ids = notificationFacts.requestedOrderIds(
      request.body,
      request.headers as Record<string, string>,
    )
    if (!ids) return void response.sendStatus(400)
    await recallOrders(shop, ids)
    response.json({ orders: ids.flatMap((id) => orders.answer(id) ?? []) })
  })

  const visitOf = (request: Request, order?: ShopOrder): ShopVisit => ({
    language: shopLanguageOf(request, order?.language),
    path: order ? orderPath(order) : SHOP_PATH,
  })

  const sendNoSuchOrder = (request: Request, response: Response): void => {
    response.status(404).send(noSuchOrderPage(visitOf(request)))
  }

  return router
}
