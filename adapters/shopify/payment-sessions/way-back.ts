import { type Request, type Response, Router } from 'express'
import {
  localeOf,
  localeOfBrowser,
  localeOfOrder,
} from '../../../src/runtime/http/page/page-language.ts'
import { speak } from '../../../src/runtime/http/page/reader-language.ts'
import { type Core, orderById, renderPage, storeById } from '../../adapter.ts'
import { readShopName } from '../shops/shop-name.ts'
import {
  findPaymentSession,
  type PaymentSessionRow,
  paymentSessionsOf,
  type SessionName,
} from '../tables/payment-sessions.ts'

const WAY_BACK_PATH = '/shopify/payment_sessions/:shop/:id/next'

export const wayBackUrl = (publicUrl: string, { shop, id }: SessionName): string =>
  `${publicUrl}${WAY_BACK_PATH.replace(':shop', shop).replace(':id', encodeURIComponent(id))}`

const REFRESH_SECONDS = 3

/**
 * Leads buyers to Shopify's next URL, which follows the outcome, so the page reloads for a moment.
 */
export const wayBack = (core: Core): Router =>
  Router().get(WAY_BACK_PATH, async (request: Request, response: Response): Promise<void> => {
    response.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const { query } = core.db
    const shop = readShopName(request.params.shop)
    const id = String(request.params.id)
    const session =
      shop && !id.includes('\0') ? await findPaymentSession(query, { shop, id }) : undefined
    if (!session) return void response.sendStatus(404)
    const sessions = session.order_id ? await paymentSessionsOf(query, session.order_id) : [session]
    const next = nextOf(sessions)
    if (next) return response.redirect(303, next)
    const store = await storeById(query, session.store_id)
    const order = session.order_id ? await orderById(query, session.order_id) : undefined
    const locale = order
      ? localeOfOrder(request, order)
      : localeOf(request, localeOfBrowser(request, store?.locale))
    speak(response, locale)
    response.send(
      renderPage({
        kind: 'confirming',
        locale,
        shop: store && { name: store.name, isTest: store.environment === 'test' },
        redirectUrl: `${request.path}?lang=${locale}`,
        redirectSeconds: REFRESH_SECONDS,
        otherLanguageUrl: `${request.path}?lang=${locale === 'es' ? 'en' : 'es'}`,
      }),
    )
  })

/**
 * The paid session's next URL decides for its checkout. Without one, an ended session leads back to
 * the checkout.
 */
const nextOf = (sessions: readonly PaymentSessionRow[]): string | undefined => {
  const paid = sessions.find(({ state }) => state === 'resolved')
  const known = paid ?? sessions.find(({ next_url }) => next_url !== null) ?? sessions[0]
  const isOver = known?.state === 'resolved' || known?.state === 'rejected'
  return known?.next_url ?? (isOver ? known?.cancel_url : undefined)
}
