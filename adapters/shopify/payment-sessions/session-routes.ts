import { type NextFunction, type Request, type Response, Router } from 'express'
import type { z } from 'zod'
import { rawBody } from '../../../src/runtime/http/body/parse-body.ts'
import { type Core, type Inbox, type Store, storeById } from '../../adapter.ts'
import { connectionOf, isUninstalled, storesOfShopDomain } from '../shops/connection.ts'
import { readShopName } from '../shops/shop-name.ts'
import { findPaymentSession } from '../tables/payment-sessions.ts'
import { parseExactly } from '../webhooks/exact-json.ts'
import type { SessionTopic } from './handle-session-message.ts'
import { openPaymentSession } from './open-payment-session.ts'
import { type CheckedCertificates, certificateCheck } from './proxies.ts'
import { paymentSessionBody, refundSessionBody } from './session-bodies.ts'

/** Every customer field together takes a few kilobytes. */
const MOST_BYTES = 262_144

interface Answer {
  status: number
  body?: object
}

interface Call {
  stores: readonly Store[]
  shop: string
  rawBody: Buffer
}

/**
 * Receives sessions. Shopify signs nothing; a proxy verifies its certificate. Calls may repeat
 * concurrently; the effects are durable before the response.
 */
export const sessionRoutes = (
  core: Core,
  { inbox, certificates }: { inbox: Inbox; certificates: CheckedCertificates },
): Router => {
  const isShopify = certificateCheck(certificates)

  const keep = async (
    { shop, rawBody: body }: Call,
    { store, id, topic }: { store: Store; id: string; topic: SessionTopic },
  ): Promise<void> => {
    const messageId = `${topic}:${id}`
    const message = { source: 'shopify', storeId: store.id, messageId, topic } as const
    await inbox.keep({ ...message, body, receivedAt: core.clock.now() })
    core.log.info({ shop, session: id, topic }, 'session of Shopify')
  }

  const pay = async (call: Call): Promise<Answer> => {
    const { shop, stores, rawBody } = call
    const read = paymentSessionBody.safeParse(parseExactly(rawBody))
    if (!read.success) return unreadable(read.error)
    const body = read.data
    const environment = body.test ? 'test' : 'live'
    // If no store can accept it, another of the shop rejects it.
    const store = stores.find((one) => one.environment === environment) ?? stores[0]
    if (!store) return NOT_FOUND
    const { session, redirectUrl } = await openPaymentSession(core, { shop, store, body })
    if (session.state === 'rejecting') {
      const owner = (await storeById(core.db.query, session.store_id)) ?? store
      const topic = 'payment_sessions/reject'
      const reduced = { ...call, rawBody: Buffer.from(JSON.stringify({ id: body.id })) }
      await keep(reduced, { store: owner, id: body.id, topic })
    }
    return { status: 200, body: { redirect_url: redirectUrl } }
  }

  const refundInFull =
    (topic: SessionTopic) =>
    async (call: Call): Promise<Answer> => {
      const read = refundSessionBody.safeParse(parseExactly(call.rawBody))
      if (!read.success) return unreadable(read.error)
      const { id, payment_id: paymentId } = read.data
      const { shop, stores } = call
      const paid = await findPaymentSession(core.db.query, { shop, id: paymentId })
      const store = stores.find((one) => one.id === paid?.store_id) ?? stores[0]
      if (!store) return NOT_FOUND
      await keep(call, { store, id, topic })
      return { status: 201, body: {} }
    }

  const sessionRoute =
    (handle: (call: Call) => Promise<Answer>) =>
    async (request: Request, response: Response): Promise<void> => {
      const shop = readShopName(request.get('shopify-shop-domain'))
      if (!shop) return void response.sendStatus(400)
      const ofShop = await storesOfShopDomain(core.db.query, shop)
      const stores = ofShop.filter((store) => usesSessions(store))
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const answer = stores.length > 0 ? await handle({ shop, stores, rawBody }) : NOT_FOUND
      if (answer.status >= 400) {
        const requestId = request.get('shopify-request-id')
        core.log.warn({ shop, requestId, ...answer }, 'session of Shopify refused')
      }
      response.status(answer.status).json(answer.body ?? {})
    }

  const requireCertificate = (request: Request, response: Response, next: NextFunction): void => {
    const from = request.socket.remoteAddress
    if (isShopify(from, request.headers)) {
      next()
      return
    }
    core.log.warn({ from }, 'session without a checked certificate')
    response.sendStatus(401)
  }
  const inOrder = [requireCertificate, rawBody({ maxBytes: MOST_BYTES })]
  return Router()
    .post('/shopify/payment_sessions', inOrder, sessionRoute(pay))
    .post('/shopify/refund_sessions', inOrder, sessionRoute(refundInFull('refund_sessions/create')))
    .post('/shopify/void_sessions', inOrder, sessionRoute(refundInFull('void_sessions/create')))
    .post(
      '/shopify/capture_sessions',
      inOrder,
      sessionRoute(refundInFull('capture_sessions/create')),
    )
}

const NOT_FOUND: Answer = { status: 404 }

const unreadable = (error: z.ZodError): Answer => ({
  status: 400,
  body: { error: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) },
})

const usesSessions = (store: Store): boolean =>
  connectionOf(store).mode === 'payments-app' && !isUninstalled(store)
