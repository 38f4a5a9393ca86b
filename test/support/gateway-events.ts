import { createHmac, randomUUID } from 'node:crypto'
import { TEST_STORE, WEBHOOK_SECRET, type World } from './world.ts'

/** Omitted fields default to valid values (6.3). */
export interface Delivery {
  body: string | Buffer
  store?: string
  secret?: string
  signedAt?: number
  method?: string
  /** Header overrides; `null` omits one. */
  headers?: Record<string, string | null>
}

const EVENT_ID = 'service-webhook-event-id'

export const deliver = (
  url: string,
  {
    body,
    store = TEST_STORE,
    secret = WEBHOOK_SECRET,
    signedAt = unixNow(),
    method = 'POST',
    headers = {},
  }: Delivery,
): Promise<Response> => {
  const all = {
    'content-type': 'application/json',
    'service-signature': signatureOf(body, { secret, signedAt }),
    [EVENT_ID]: idOf(body),
    ...headers,
  }
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)
  return fetch(`${url}/webhooks/gateway/${store}`, {
    method,
    headers: sent,
    ...(method === 'GET' ? {} : { body: new Uint8Array(Buffer.from(body)) }),
  })
}

const unixNow = () => Math.floor(Date.now() / 1000)

export const signatureOf = (
  body: string | Buffer,
  { secret = WEBHOOK_SECRET, signedAt = unixNow() } = {},
): string => {
  const hmac = createHmac('sha256', secret).update(`${signedAt}.`).update(body)
  return `t=${signedAt},v1=${hmac.digest('hex')}`
}

const idOf = (body: string | Buffer): string | null => {
  try {
    return JSON.parse(body.toString()).id
  } catch {
    return null
  }
}

export type GatewayPayment = Record<string, unknown> & { id: number; amount: number }

export const paymentAtGateway = async (
  world: World,
  gatewayPaymentId: string,
  secretKey = 'sk_test_sandbox',
): Promise<GatewayPayment> => {
  const response = await fetch(`${world.sandbox.url}/v1/payments/${gatewayPaymentId}`, {
    headers: { authorization: `Bearer ${secretKey}` },
  })
  if (!response.ok) throw new Error(`GET payment: ${response.status}`)
  return (await response.json()) as GatewayPayment
}

export type HistoryStep =
  | 'failed'
  | 'expired'
  | 'approved'
  | 'voided'
  | 'refunded'
  | { refundedSoFar: number }

const TRANSACTION = '7d8f3c1e-0000-4000-8000-000000000001'

export const eventOf = (
  payment: GatewayPayment,
  step: HistoryStep,
  fields: Record<string, unknown> = {},
): string => {
  const id = randomUUID()
  const created_at = '2026-05-04 12:00:00'
  const charged = { transaction_id: TRANSACTION, paid_at: '2026-05-04 11:59:00' }
  const { type, data } = notificationStateOf(payment, step)
  const isCharge = type !== 'payment.failed' && type !== 'payment.expired'
  const all = { ...payment, ...(isCharge ? charged : {}), ...data, ...fields }
  return JSON.stringify({ id, type, created_at, data: all })
}

const notificationStateOf = (payment: GatewayPayment, step: HistoryStep) => {
  switch (step) {
    case 'failed':
      return { type: 'payment.failed', data: { status: 'pending' } }
    case 'expired':
      return { type: 'payment.expired', data: { status: 'expired' } }
    case 'approved':
      return { type: 'payment.approved', data: { status: 'paid', refunded_amount: 0 } }
    case 'voided': {
      const data = { status: 'voided', refunded_amount: payment.amount, refund_status: 'full' }
      return { type: 'payment.voided', data }
    }
    case 'refunded': {
      const data = { status: 'refunded', refunded_amount: payment.amount, refund_status: 'full' }
      return { type: 'payment.refunded', data }
    }
    default: {
      const refunded_amount = step.refundedSoFar
      const data = { status: 'partially_refunded', refunded_amount, refund_status: 'partial' }
      return { type: 'payment.partially_refunded', data }
    }
  }
}

export const unmatchedEvent = (): string =>
  JSON.stringify({
    id: randomUUID(),
    type: 'payment.approved',
    created_at: '2026-05-04 12:00:00',
    data: { id: 987_654_321, status: 'paid', amount: 10, currency: '340', metadata: [] },
  })
