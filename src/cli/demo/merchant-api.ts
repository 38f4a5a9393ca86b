import type { z } from 'zod'
import {
  alertList,
  confirmResponse,
  orderWithPayments,
  receipt,
  refundResponse,
  savedCardListView,
  savedCardRevoked,
} from '../../http/api/checkouts/schemas.ts'
import { orderTimeline } from '../../http/api/orders/timeline.ts'
import { checkoutWithPayment } from '../trigger/steps.ts'
import { fetchJson, type JsonCall } from './steps.ts'

export type Checkout = z.output<typeof checkoutWithPayment>
export type MerchantApi = ReturnType<typeof merchantApi>

export const merchantApi = (puenteUrl: string, apiKey: string) => {
  const authorization = { authorization: `Bearer ${apiKey}` }
  const call = <Schema extends z.ZodType>(path: string, given: JsonCall<Schema>) =>
    fetchJson(`${puenteUrl}/v1${path}`, {
      ...given,
      headers: { ...given.headers, ...authorization },
    })
  let requests = 0
  return {
    checkout: (order: Record<string, unknown>, options: Record<string, unknown> = {}) =>
      call('/checkouts', { schema: checkoutWithPayment, body: { order, ...options } }),
    order: (id: string) => call(`/orders/${id}`, { schema: orderWithPayments }),
    timeline: async (id: string) =>
      (await call(`/orders/${id}/timeline`, { schema: orderTimeline })).data,
    /** `payment_token`: the token of a card typed into the card fields. */
    confirm: (id: string, payment_token: string) =>
      call(`/orders/${id}/confirm`, { schema: confirmResponse, body: { payment_token } }),
    /** Defaults to the refundable rest. */
    refund: (id: string, asked: { amount?: string; payment_id?: string } = {}) =>
      call(`/orders/${id}/refunds`, {
        schema: refundResponse,
        body: asked,
        headers: { 'idempotency-key': `demo-${++requests}` },
      }),
    savedCards: async (identity: string) =>
      (await call(`/saved-cards?identity_number=${identity}`, { schema: savedCardListView })).data,
    forgetCard: (id: string) =>
      call(`/saved-cards/${id}`, { schema: savedCardRevoked, method: 'DELETE' }),
    openAlerts: async () => (await call('/alerts', { schema: alertList })).data,
    receipt: (id: string) => call(`/orders/${id}/receipt`, { schema: receipt }),
    receiptPdf: (id: string) =>
      fetch(`${puenteUrl}/v1/orders/${id}/receipt.pdf`, { headers: authorization }),
  }
}
