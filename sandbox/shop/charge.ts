import { z } from 'zod'
import { callPuente, type PuenteAccess, type PuenteRefusal } from './call-puente.ts'
import { CURRENCY } from './catalogue.ts'
import { SHOP_TEXTS } from './locales/texts.ts'
import {
  type DemoOrderState,
  derived,
  type ShopOrder,
  type ShopOrders,
  STATUS_OF_STATE,
  stateOfDerived,
} from './orders.ts'

export type ShopCheckoutMode = 'hosted' | 'card_page'

export type CheckoutAnswer =
  | { outcome: 'ready'; payUrl: string }
  /** Puente is unreachable; a retry is idempotent. */
  | { outcome: 'unavailable' }
  | PuenteRefusal

export type ShopChargeResult =
  | { outcome: 'charged'; derived: DemoOrderState }
  /** `payUrl`: fallback to a checkout. */
  | { outcome: 'declined'; code: string; payUrl?: string }
  /** Redirect immediately; do not store the URL. */
  | { outcome: 'authenticate'; url: string }
  /** A charge is possible; Puente looks it up and notifies. */
  | { outcome: 'unknown' }
  | { outcome: 'token-refused' }
  | PuenteRefusal

const checkout = z.object({
  order: derived,
  declined: z.object({ code: z.string() }).nullish(),
  pay_url: z.url(),
})
const confirmation = z.object({
  order: derived,
  authentication_url: z.string().nullish(),
})

const checkoutRequest = (order: ShopOrder, orderUrl: string) => {
  const { id, number, product, language } = order
  return {
    order: {
      id,
      number,
      amount: product.price,
      currency: CURRENCY,
      description: SHOP_TEXTS[language].products[product.id].name,
    },
    success_url: orderUrl,
    cancel_url: `${orderUrl}&cancelled=1`,
    locale: language,
  }
}

/** `POST /v1/checkouts` */
export const requestCheckout = async (
  access: PuenteAccess,
  { order, orderUrl, mode }: { order: ShopOrder; orderUrl: string; mode: ShopCheckoutMode },
): Promise<CheckoutAnswer> => {
  const body = { ...checkoutRequest(order, orderUrl), mode }
  const answer = await callPuente(access, '/checkouts', {
    schema: checkout.pick({ pay_url: true }),
    body,
  })
  return answer.outcome === 'answered' ? { outcome: 'ready', payUrl: answer.body.pay_url } : answer
}

/** Charges immediately. */
export const requestSavedCardCharge = async (
  access: PuenteAccess,
  { order, orderUrl, card }: { order: ShopOrder; orderUrl: string; card: string },
): Promise<ShopChargeResult> => {
  const body = { ...checkoutRequest(order, orderUrl), payment_method: card }
  const answer = await callPuente(access, '/checkouts', { schema: checkout, body })
  if (answer.outcome !== 'answered') return notCharged(answer)
  const { declined, pay_url, order: charged } = answer.body
  return declined
    ? { outcome: 'declined', code: declined.code, payUrl: pay_url }
    : { outcome: 'charged', derived: charged }
}

/** `POST /v1/orders/{id}/confirm` */
export const requestConfirmation = async (
  access: PuenteAccess,
  { order, token }: { order: ShopOrder; token: string },
): Promise<ShopChargeResult> => {
  const path = `/orders/${order.id}/confirm`
  const answer = await callPuente(access, path, {
    schema: confirmation,
    body: { payment_token: token },
  })
  if (answer.outcome !== 'answered') return notCharged(answer)
  const { authentication_url: url, order: charged } = answer.body
  return url ? { outcome: 'authenticate', url } : { outcome: 'charged', derived: charged }
}

const atBank = z.object({ payment: z.object({ state: z.string() }).nullable() })

/** Also true if Puente does not answer. */
export const isAtBank = async (access: PuenteAccess, order: ShopOrder): Promise<boolean> => {
  const answer = await callPuente(access, `/orders/${order.id}`, { schema: atBank })
  return answer.outcome !== 'answered' || answer.body.payment?.state === 'authenticating'
}

/** A lost response is `unknown`: the charge may have succeeded. */
const notCharged = (answer: { outcome: 'unavailable' } | PuenteRefusal): ShopChargeResult => {
  if (answer.outcome === 'unavailable' || answer.code === 'charge_unresolved')
    return { outcome: 'unknown' }
  if (answer.code === 'card_declined') {
    return { outcome: 'declined', code: answer.declineCode ?? '' }
  }
  if (answer.code === 'token_refused') return { outcome: 'token-refused' }
  return answer
}

const known = z.object({
  order: derived.extend({ amount: z.string(), currency: z.string() }),
})

/**
 * Restores unknown orders from Puente: a restart loses them, and reconciliation would report
 * discrepancies.
 */
export const recallOrders = async (
  { puente, orders }: { puente: PuenteAccess; orders: ShopOrders },
  ids: readonly string[],
): Promise<void> => {
  const forgotten = ids.filter((id) => orders.answer(id) === undefined)
  await Promise.all(
    forgotten.map(async (id) => {
      const path = `/orders/${encodeURIComponent(id)}`
      const answer = await callPuente(puente, path, { schema: known })
      if (answer.outcome !== 'answered') return
      const { amount, currency, ...state } = answer.body.order
      const status = STATUS_OF_STATE[stateOfDerived(state)]
      orders.addExternal({ id, status, amount, currency }, new Date().toISOString())
    }),
  )
}
