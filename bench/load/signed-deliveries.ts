import { createHmac, randomUUID } from 'node:crypto'
import { type EventType, WEBHOOK_HEADERS } from '../../src/contract/events.ts'
import { formatHondurasTime } from '../../src/contract/honduras-time.ts'

export interface Delivery {
  eventId: string
  headers: Record<string, string>
  body: string
}

export interface Happened {
  id: number
  reference: string
  /** Defaults to `payment.approved`. */
  type?: keyof typeof FIELDS
  eventId?: string
}

/** Signs an event of about 1.2 KB (`gateway-api.md` 6.3). */
export const signedDelivery = (secret: string, happened: Happened): Delivery => {
  const { type = 'payment.approved', eventId = randomUUID() } = happened
  const now = new Date()
  const body = JSON.stringify({
    id: eventId,
    type,
    created_at: formatHondurasTime(now),
    data: { ...paidPayment(happened, now), ...FIELDS[type] },
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
      [WEBHOOK_HEADERS.eventType]: type,
    },
  }
}

const UNPAID = { transaction_id: null, paid_at: null }

/** Differences from a paid payment. */
const FIELDS = {
  'payment.approved': {},
  'payment.failed': { ...UNPAID, status: 'pending' },
  'payment.expired': { ...UNPAID, status: 'expired' },
  'payment.refunded': { status: 'refunded', refunded_amount: 125.5, refund_status: 'full' },
} as const satisfies { [Type in EventType]?: object }

export const transactionOf = (id: number): string =>
  `5ca1ab1e-0000-4000-8000-${String(id).padStart(12, '0')}`

/** Returns a paid payment (`gateway-api.md` 2.1). */
export const paidPayment = ({ id, reference }: Happened, now: Date) => ({
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
  metadata: [],
  customer: {
    name: 'María Fernanda López',
    email: 'maria@example.com',
    phone: '+504 9999-9999',
    identity_number: '0801199012345',
  },
  lock_customer_fields: false,
  checkout_url: 'http://localhost:4010/checkout/abcdefghijkl',
  transaction_id: transactionOf(id),
  refunded_amount: 0,
  refund_status: 'none',
  expires_at: null,
  created_at: formatHondurasTime(now),
  paid_at: formatHondurasTime(now),
})
