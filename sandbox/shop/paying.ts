import express, { type Request, type Response, Router } from 'express'
import { securityPolicy } from '../../src/runtime/http/page/page-shell.ts'
import { PERMISSIONS_POLICY_OF_CARD_FIELDS } from '../../src/runtime/http/page/permissions-policy.ts'
import { isReadableInTransit } from '../../src/runtime/net/plain-http.ts'
import {
  isAtBank,
  requestCheckout,
  requestConfirmation,
  requestSavedCardCharge,
  type ShopChargeResult,
  type ShopCheckoutMode,
} from './charge.ts'
import type { CardFields, ShopContext } from './context.ts'
import { declineMessage } from './decline-reason.ts'
import { applyNotifiedState, type ShopOrder, stateOfDerived } from './orders.ts'
import { cardPage } from './pages/card.ts'
import { checkoutFailedPage, unknownPage } from './pages/failure.ts'
import type { ShopVisit } from './pages/layout.ts'
import { orderPath } from './pages/order.ts'
import { paymentMethodsPage } from './pages/payment-methods.ts'
import { noSuchOrderPage } from './pages/window.ts'
import { cardsOf } from './saved-cards.ts'
import { shopLanguageOf, visitorOf } from './visitor.ts'

const PAYABLE: readonly ShopOrder['state'][] = ['waiting', 'declined', 'expired']

export const payingRoutes = ({ puente, orders, publicUrl, cardFields }: ShopContext): Router => {
  const router = Router()
  const form = express.urlencoded({ extended: false, limit: '10kb' })
  const json = express.json({ limit: '10kb' })

  /** Responds itself if there is none. */
  const payableOrder = (request: Request, response: Response): ShopOrder | undefined => {
    const order = orders.find(String(request.params.id))
    if (!order) {
      const visit = { language: shopLanguageOf(request), path: request.baseUrl }
      response.status(404).send(noSuchOrderPage(visit))
      return undefined
    }
    order.language = shopLanguageOf(request, order.language)
    if (PAYABLE.includes(order.state)) return order
    response.redirect(303, `${orderPath(order)}?lang=${order.language}`)
    return undefined
  }

  router.get('/:id/ways', async (request, response) => {
    const order = payableOrder(request, response)
    if (!order) return
    const cards = await cardsOf(puente, visitorOf(request, response))
    const canPayHere = cardFields !== undefined
    // Requires https or a loopback address.
    const hasCardPage = canPayHere && !isReadableInTransit(publicUrl)
    response.send(
      paymentMethodsPage(visitTo(order, '/ways'), { order, cards, canPayHere, hasCardPage }),
    )
  })

  router.post('/:id/pay', form, async (request, response) => {
    const order = payableOrder(request, response)
    const mode = request.body?.mode === 'card_page' ? 'card_page' : 'hosted'
    if (order && (await hasCheckout(response, order, mode))) {
      response.redirect(303, String(order.payUrl))
    }
  })

  router.get('/:id/card', async (request, response) => {
    const order = payableOrder(request, response)
    if (!order) return
    if (!cardFields) return response.redirect(303, `${orderPath(order)}/ways`)
    const visitor = visitorOf(request, response)
    // Puente only confirms imported orders.
    if (!(await hasCheckout(response, order))) return
    response.set({
      ...PERMISSIONS_POLICY_OF_CARD_FIELDS,
      'content-security-policy': policyWith(cardFields),
    })
    response.send(cardPage(visitTo(order, '/card'), { order, visitor, fields: cardFields }))
  })

  router.post('/:id/card', json, async (request, response) => {
    const order = orders.find(String(request.params.id))
    const token: unknown = request.body?.payment_token
    if (!order || typeof token !== 'string') {
      return void response.status(order ? 422 : 404).json({ outcome: 'refused' })
    }
    const answer = await requestConfirmation(puente, { order, token })
    note(order, answer)
    response.json(toBrowser(answer, order))
  })

  /** Polls Puente, because a notification may arrive late. */
  router.get('/:id/bank', async (request, response) => {
    const order = orders.find(request.params.id)
    response.json({ isOpen: order !== undefined && (await isAtBank(puente, order)) })
  })

  router.post('/:id/saved-card', form, async (request, response) => {
    const order = payableOrder(request, response)
    if (!order) return
    const card = String(request.body?.card ?? '')
    const own = await cardsOf(puente, visitorOf(request, response))
    // Another customer's card, or already deleted.
    if (!own.some(({ id }) => id === card)) {
      return response.redirect(303, `${orderPath(order)}/ways?lang=${order.language}`)
    }
    const answer = await requestSavedCardCharge(puente, { order, orderUrl: urlOf(order), card })
    note(order, answer)
    if (answer.outcome === 'unknown')
      return response.status(502).send(unknownPage(visitTo(order), order))
    if (answer.outcome === 'refused') {
      return response.status(500).send(checkoutFailedPage(visitTo(order), { order, answer }))
    }
    response.redirect(303, `${orderPath(order)}?lang=${order.language}`)
  })

  /** Records the outcome ahead of Puente's notification. */
  const note = (order: ShopOrder, answer: ShopChargeResult): void => {
    const at = new Date().toISOString()
    if (answer.outcome === 'charged')
      applyNotifiedState(order, { state: stateOfDerived(answer.derived), at })
    if (answer.outcome === 'declined')
      applyNotifiedState(order, { state: 'declined', at, declineCode: answer.code })
    if (answer.outcome === 'authenticate') applyNotifiedState(order, { state: 'waiting', at })
    if (answer.outcome === 'declined' && answer.payUrl) order.payUrl = answer.payUrl
  }

  /** Returns false after sending an error page. */
  const hasCheckout = async (
    response: Response,
    order: ShopOrder,
    mode: ShopCheckoutMode = 'hosted',
  ): Promise<boolean> => {
    const answer = await requestCheckout(puente, { order, orderUrl: urlOf(order), mode })
    if (answer.outcome === 'ready') {
      order.payUrl = answer.payUrl
      if (order.state === 'expired') order.state = 'waiting'
      return true
    }
    const status = answer.outcome === 'unavailable' ? 502 : 500
    response.status(status).send(checkoutFailedPage(visitTo(order), { order, answer }))
    return false
  }

  const urlOf = (order: ShopOrder) => `${publicUrl}${orderPath(order)}?lang=${order.language}`
  return router
}

/** Omits fields that are not for customers. */
const toBrowser = (answer: ShopChargeResult, { language }: ShopOrder): object => {
  if (answer.outcome === 'refused') return { outcome: answer.outcome }
  if (answer.outcome !== 'declined') return answer
  return { outcome: answer.outcome, message: declineMessage(answer.code, language) }
}

const visitTo = (order: ShopOrder, page = ''): ShopVisit => ({
  language: order.language,
  path: `${orderPath(order)}${page}`,
})

/** Allows the gateway's script and iframe, and any bank's https page. */
const policyWith = ({ sdkUrl }: CardFields): string => {
  const { origin } = new URL(sdkUrl)
  return securityPolicy({
    'script-src': `'self' ${origin}`,
    'frame-src': `${origin} https:`,
    'style-src': "'self'",
    'img-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'self' https: http:",
  })
}
