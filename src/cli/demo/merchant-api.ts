import type { z } from 'zod'
import {
  alertList,
  checkoutResponse,
  confirmResponse,
  orderWithPayments,
  receipt,
  refundResponse,
  savedCardListView,
  savedCardRevoked,
} from '../../http/api/checkouts/schemas.ts'
import { orderTimeline } from '../../http/api/orders/timeline.ts'
import { paymentView } from '../../wire/order-view.ts'
import { fetchJson, type JsonCall } from './fetch-json.ts'

/** The demo uses no card page, so each checkout has a payment. */
const checkoutWithPayment = checkoutResponse.extend({ payment: paymentView })

export type Checkout = z.output<typeof checkoutWithPayment>
export type DemoOrderView = z.output<typeof orderWithPayments>

export interface MerchantApi {
  checkout(order: Record<string, unknown>, options?: Record<string, unknown>): Promise<Checkout>
  order(id: string): Promise<DemoOrderView>
  timeline(id: string): Promise<z.output<typeof orderTimeline>['data']>
  /** Charges the card behind a token of the card fields. */
  confirm(id: string, paymentToken: string): Promise<z.output<typeof confirmResponse>>
  /** Defaults to the refundable rest. */
  refund(
    id: string,
    asked?: { amount?: string; payment_id?: string },
  ): Promise<z.output<typeof refundResponse>>
  savedCards(identityNumber: string): Promise<z.output<typeof savedCardListView>['data']>
  forgetCard(id: string): Promise<void>
  openAlerts(): Promise<z.output<typeof alertList>['data']>
  receipt(id: string): Promise<z.output<typeof receipt>>
  receiptPdf(id: string): Promise<Response>
}

export const merchantApi = (puenteUrl: string, apiKey: string): MerchantApi => {
  const authorization = { authorization: `Bearer ${apiKey}` }
  const call = <Schema extends z.ZodType>(path: string, given: JsonCall<Schema>) =>
    fetchJson(`${puenteUrl}/v1${path}`, {
      ...given,
      headers: { ...given.headers, ...authorization },
    })
  let requests = 0
  return {
    checkout: (order, options = {}) =>
      call('/checkouts', { schema: checkoutWithPayment, body: { order, ...options } }),
    order: (id) => call(`/orders/${id}`, { schema: orderWithPayments }),
    timeline: async (id) => (await call(`/orders/${id}/timeline`, { schema: orderTimeline })).data,
    confirm: (id, payment_token) =>
      call(`/orders/${id}/confirm`, { schema: confirmResponse, body: { payment_token } }),
    refund: (id, asked = {}) =>
      call(`/orders/${id}/refunds`, {
        schema: refundResponse,
        body: asked,
        headers: { 'idempotency-key': `demo-${++requests}` },
      }),
    savedCards: async (identity) =>
      (await call(`/saved-cards?identity_number=${identity}`, { schema: savedCardListView })).data,
    forgetCard: async (id) => {
      await call(`/saved-cards/${id}`, { schema: savedCardRevoked, method: 'DELETE' })
    },
    openAlerts: async () => (await call('/alerts', { schema: alertList })).data,
    receipt: (id) => call(`/orders/${id}/receipt`, { schema: receipt }),
    receiptPdf: (id) =>
      fetch(`${puenteUrl}/v1/orders/${id}/receipt.pdf`, { headers: authorization }),
  }
}
