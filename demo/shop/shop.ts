import { fileURLToPath } from 'node:url'
import express, { type Request, type Response, Router } from 'express'
import { askForCheckout } from './ask-puente.ts'
import { findProduct } from './catalogue.ts'
import { languageOf } from './language.ts'
import { newsFromPuente } from './news.ts'
import { rememberOrders, type ShopOrder } from './orders.ts'
import { SHOP_PATH, type Visit } from './pages/layout.ts'
import { orderPage, orderPath } from './pages/order.ts'
import { troublePage } from './pages/trouble.ts'
import { noSuchOrderPage, windowPage } from './pages/window.ts'

export interface DemoShopOptions {
  /** Where Puente's merchant API is, without a slash at the end. */
  puenteUrl: string
  apiKey: string
  /** `whsec_` and base64: Puente signs with it what it tells the shop at `/shop/puente`. */
  notifySecret: string
  /** Where customers reach the shop, without `/shop`. */
  publicUrl: string
}

/**
 * A small shop, mounted at `/shop`. It stands for somebody else's: all it knows of Puente is the
 * merchant API, and the signed messages that Puente sends to `/shop/puente`.
 */
export const demoShop = (options: DemoShopOptions): Router => {
  const orders = rememberOrders()
  const news = newsFromPuente(orders, options.notifySecret)
  const router = Router()
  const form = express.urlencoded({ extended: false, limit: '10kb' })
  const raw = express.raw({ type: () => true, limit: '256kb' })

  router.use('/assets', express.static(fileURLToPath(new URL('assets', import.meta.url))))
  router.use((_request, response, next) => {
    response.set({ 'cache-control': 'no-store' })
    next()
  })

  router.get('/', (request, response) => {
    response.send(windowPage(visitOf(request)))
  })

  router.post('/orders', form, async (request, response) => {
    const product = findProduct(request.body?.product)
    if (!product) return response.redirect(303, SHOP_PATH)
    const order = orders.add(product, languageOf(request))
    await sendToPayment(request, response, order)
  })

  router.post('/orders/:id/pay', form, async (request, response) => {
    const order = orders.find(String(request.params.id))
    if (!order) return sendNoSuchOrder(request, response)
    order.language = languageOf(request, order.language)
    await sendToPayment(request, response, order)
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

  router.post('/puente', raw, (request, response) => {
    const known = news.take(request.body, request.headers as Record<string, string>)
    response.sendStatus(known ? 204 : 400)
  })

  const visitOf = (request: Request, order?: ShopOrder): Visit => ({
    language: languageOf(request, order?.language),
    path: order ? orderPath(order) : SHOP_PATH,
  })

  const sendToPayment = async (request: Request, response: Response, order: ShopOrder) => {
    const orderUrl = `${options.publicUrl}${orderPath(order)}?lang=${order.language}`
    const answer = await askForCheckout(options, { order, orderUrl })
    if (answer.outcome === 'ready') {
      order.payUrl = answer.payUrl
      if (order.state === 'expired') order.state = 'waiting'
      return response.redirect(303, answer.payUrl)
    }
    const status = answer.outcome === 'away' ? 502 : 500
    response.status(status).send(troublePage(visitOf(request, order), { order, answer }))
  }

  const sendNoSuchOrder = (request: Request, response: Response): void => {
    response.status(404).send(noSuchOrderPage(visitOf(request)))
  }

  return router
}
