import { z } from 'zod'
import { askPuente, type PuenteAccess, type Refusal } from './ask-puente.ts'
import { CURRENCY } from './catalogue.ts'
import { derived, type ShopOrder, type StoreOrderState } from './orders.ts'

/** Where the customer types the card: on the gateway's page, or on Puente's. */
export type CheckoutMode = 'hosted' | 'card_page'

export type CheckoutAnswer =
  | { outcome: 'ready'; payUrl: string }
  /** Nobody is there. The same request may be sent again: it makes one payment. */
  | { outcome: 'away' }
  | Refusal

/** What came of a charge that the shop asked for itself. */
export type ChargeAnswer =
  | { outcome: 'charged'; derived: StoreOrderState }
  /** `payUrl`: a checkout takes the place of the card. */
  | { outcome: 'declined'; code: string; payUrl?: string }
  /** The customer has to go there at once; it is kept nowhere. */
  | { outcome: 'authenticate'; url: string }
  /** Perhaps charged, perhaps not; Puente finds it out and tells. */
  | { outcome: 'unknown' }
  /** The card has to be typed once more. */
  | { outcome: 'token-refused' }
  | Refusal

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
      description: product.name[language],
    },
    success_url: orderUrl,
    cancel_url: `${orderUrl}&cancelled=1`,
    locale: language,
  }
}

/** `POST /v1/checkouts`: gets an order ready to be paid. */
export const askForCheckout = async (
  access: PuenteAccess,
  { order, orderUrl, mode }: { order: ShopOrder; orderUrl: string; mode: CheckoutMode },
): Promise<CheckoutAnswer> => {
  const body = { ...checkoutRequest(order, orderUrl), mode }
  const answer = await askPuente(access, '/checkouts', {
    schema: checkout.pick({ pay_url: true }),
    body,
  })
  return answer.outcome === 'answered' ? { outcome: 'ready', payUrl: answer.body.pay_url } : answer
}

/** `POST /v1/checkouts` with a saved card: charges the order to it now. */
export const chargeSavedCard = async (
  access: PuenteAccess,
  { order, orderUrl, card }: { order: ShopOrder; orderUrl: string; card: string },
): Promise<ChargeAnswer> => {
  const body = { ...checkoutRequest(order, orderUrl), payment_method: card }
  const answer = await askPuente(access, '/checkouts', { schema: checkout, body })
  if (answer.outcome !== 'answered') return notCharged(answer)
  const { declined, pay_url, order: charged } = answer.body
  return declined
    ? { outcome: 'declined', code: declined.code, payUrl: pay_url }
    : { outcome: 'charged', derived: charged }
}

/** `POST /v1/orders/{id}/confirm`: charges the card behind a token of the card fields. */
export const confirmCard = async (
  access: PuenteAccess,
  { order, token }: { order: ShopOrder; token: string },
): Promise<ChargeAnswer> => {
  const path = `/orders/${order.id}/confirm`
  const answer = await askPuente(access, path, {
    schema: confirmation,
    body: { payment_token: token },
  })
  if (answer.outcome !== 'answered') return notCharged(answer)
  const { authentication_url: url, order: charged } = answer.body
  return url ? { outcome: 'authenticate', url } : { outcome: 'charged', derived: charged }
}

const atBank = z.object({ payment: z.object({ state: z.string() }).nullable() })

/** Whether the bank has not answered yet, or nobody can say whether it has. */
export const isAtBank = async (access: PuenteAccess, order: ShopOrder): Promise<boolean> => {
  const answer = await askPuente(access, `/orders/${order.id}`, { schema: atBank })
  return answer.outcome !== 'answered' || answer.body.payment?.state === 'authenticating'
}

/** An answer that was lost may have been a charge: nobody says that nothing happened. */
const notCharged = (answer: { outcome: 'away' } | Refusal): ChargeAnswer => {
  if (answer.outcome === 'away' || answer.code === 'charge_unresolved')
    return { outcome: 'unknown' }
  if (answer.code === 'card_declined') return { outcome: 'declined', code: answer.code }
  if (answer.code === 'token_refused') return { outcome: 'token-refused' }
  return answer
}
