import { createHmac, randomUUID } from 'node:crypto'
import { WEBHOOK_HEADERS } from '../src/contract/events.ts'
import { formatHondurasTime } from '../src/contract/honduras-time.ts'

export interface Delivery {
  eventId: string
  headers: Record<string, string>
  body: string
}

/** A signed `payment.approved` of about 1.2 KB, as the gateway delivers it (`gateway-api.md` 6.3). */
export const signedDelivery = (
  secret: string,
  payment: { id: number; reference: string; paymentReference?: string },
): Delivery => {
  const eventId = randomUUID()
  const now = new Date()
  const body = JSON.stringify({
    id: eventId,
    type: 'payment.approved',
    created_at: formatHondurasTime(now),
    data: paidPayment(payment, now),
  })
  const timestamp = Math.floor(now.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return {
    eventId,
    body,
    headers: {
      'content-type': 'application/json',
      [WEBHOOK_HEADERS.signature]: `t=${timestamp},v1=${signature}`,
      [WEBHOOK_HEADERS.eventId]: eventId,
      [WEBHOOK_HEADERS.eventType]: 'payment.approved',
    },
  }
}

const paidPayment = (
  { id, reference, paymentReference }: { id: number; reference: string; paymentReference?: string },
  now: Date,
) => ({
  id,
  status: 'paid',
  name: `Pedido ${reference}`,
  description:
    'Café de Marcala, tostado medio, molido para prensa francesa, dos bolsas de una libra',
  amount: 125.5,
  reusable: false,
  subtotal: 125.5,
  sales_tax_amount: 0,
  service_fee_amount: 0,
  total: 125.5,
  currency: '340',
  currency_iso: 'HNL',
  external_reference: reference,
  metadata: paymentReference ? { puente_payment: paymentReference } : [],
  customer: {
    name: 'María Fernanda López',
    email: 'maria@example.com',
    phone: '+504 9999-9999',
    identity_number: '0801199012345',
  },
  lock_customer_fields: false,
  checkout_url: 'http://localhost:4010/checkout/abcdefghijkl',
  transaction_id: randomUUID(),
  refunded_amount: 0,
  refund_status: 'none',
  expires_at: null,
  created_at: formatHondurasTime(now),
  paid_at: formatHondurasTime(now),
})
