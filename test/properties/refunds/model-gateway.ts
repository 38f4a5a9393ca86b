import { createHash, randomUUID } from 'node:crypto'
import { formatHondurasTime } from '../../../src/contract/honduras-time.ts'
import { type GatewayStub, type StubAnswer, startGatewayStub } from '../../support/gateway-stub.ts'
import type { Json } from '../../support/world.ts'

const MINUTE_MS = 60_000

/** Refunds show within 45 minutes; the contract sets no delay (4.6, 4.7). */
export type Showing =
  | { how: 'lags'; minutes: number }
  /** Everything so far, at each full 45 minutes. */
  | { how: 'jumps' }
  /** Sometimes an older sum again. */
  | { how: 'repeats' }
  /** The sum of events so far. */
  | { how: 'counts-events' }

export type Answering =
  | 'accepted'
  /** Made, but the answer is lost. */
  | 'lost'
  /** Not made: connection cut or gateway down. */
  | 'cut'
  | 'error-500'
  | 'error-503-after-the-work'

export interface MadeRefund {
  minor: number
  at: number
  by: 'puente' | 'portal'
  eventAt: number
}

export interface ModelPayment {
  id: number
  reference: string
  metadata: Json
  transactionId: string
  totalMinor: number
  showing: Showing
  /** One per request; the last repeats. */
  answers: Answering[]
  /** Delays of events in sequence; the last repeats. `Infinity` loses the event. */
  eventDelaysMinutes: number[]
  made: MadeRefund[]
  /** Puente's refund requests, identified by `reason`. */
  sent: { at: number; reason: string; isMade: boolean; answer: Answering | 'refused' }[]
}

export interface ModelGateway {
  stub: GatewayStub
  paymentOf(reference: string): ModelPayment
  refundInPortal(payment: ModelPayment, minor: number): void
  approvalOf(payment: ModelPayment): string
  dueEvents(): string[]
}

export const startModelGateway = async (
  now: () => number,
  {
    setUp,
    reading,
  }: {
    setUp: (reference: string) => Pick<ModelPayment, 'showing' | 'answers' | 'eventDelaysMinutes'>
    /** `refund_amount` in events: the refund, or the sum so far (2.1 does not say). */
    reading: 'single' | 'sum'
  },
): Promise<ModelGateway> => {
  const payments: ModelPayment[] = []
  const taken = new Set<MadeRefund>()

  const make = (payment: ModelPayment, minor: number, by: MadeRefund['by']): void => {
    const delays = payment.eventDelaysMinutes
    const delay = delays[Math.min(payment.made.length, delays.length - 1)] ?? 0
    payment.made.push({ minor, at: now(), by, eventAt: now() + delay * MINUTE_MS })
  }

  const create = (body: Json): StubAnswer => {
    const reference = String(body.external_reference)
    const payment: ModelPayment = {
      id: payments.length + 1,
      reference,
      metadata: body.metadata,
      transactionId: randomUUID(),
      totalMinor: Math.round(Number(body.amount) * 100),
      ...setUp(reference),
      made: [],
      sent: [],
    }
    payments.push(payment)
    return { status: 201, body: { ...shown(payment, now()), status: 'pending', paid_at: null } }
  }

  const refund = (payment: ModelPayment, body: Json): StubAnswer => {
    const minor = Math.round(Number(body.amount) * 100)
    const answer = payment.answers[Math.min(payment.sent.length, payment.answers.length - 1)]
    if (!answer) throw new Error('A payment without answers')
    const send = { at: now(), reason: String(body.reason) }
    const isMade = answer !== 'cut' && answer !== 'error-500'
    if (isMade && minor > payment.totalMinor - sumOf(payment.made)) {
      payment.sent.push({ ...send, isMade: false, answer: 'refused' })
      return { status: 422, body: { errors: { amount: ['Above what is left.'] } } }
    }
    payment.sent.push({ ...send, isMade, answer })
    if (isMade) make(payment, minor, 'puente')
    switch (answer) {
      case 'accepted':
        return { status: 200, body: shown(payment, now()) }
      case 'lost':
      case 'cut':
        return 'reset'
      case 'error-500':
        return { status: 500 }
      case 'error-503-after-the-work':
        return { status: 503 }
    }
  }

  const stub = await startGatewayStub()
  stub.answer(({ method, path, body }) => {
    const [, resource, id, action] = path.split('?')[0]?.split('/').slice(1) ?? []
    const json = body === '' ? {} : JSON.parse(body)
    if (resource !== 'payments') return { status: 404, body: { code: 'not_found' } }
    if (method === 'POST' && !id) return create(json)
    if (method === 'GET' && !id) {
      const reference = new URL(path, stub.url).searchParams.get('external_reference')
      const data = payments.filter((each) => each.reference === reference)
      const meta = { current_page: 1, per_page: 20, total: data.length, last_page: 1 }
      return { status: 200, body: { data: data.map((each) => shown(each, now())), meta } }
    }
    const payment = payments.find((each) => String(each.id) === id || each.transactionId === id)
    if (!payment) return { status: 404, body: { code: 'payment_not_found' } }
    if (action === 'refund') return refund(payment, json)
    if (action === 'void') return { status: 422, body: { errors: { void: ['Already settled.'] } } }
    return { status: 200, body: shown(payment, now()) }
  })

  const event = (payment: ModelPayment, type: string, data: Json): string =>
    JSON.stringify({
      id: randomUUID(),
      type,
      created_at: formatHondurasTime(new Date(now())),
      data: { ...shown(payment, now()), ...data },
    })

  return {
    stub,
    paymentOf: (reference) => {
      const payment = payments.find((each) => each.reference === reference)
      if (!payment) throw new Error(`No payment of ${reference}`)
      return payment
    },
    refundInPortal: (payment, minor) => {
      if (minor <= payment.totalMinor - sumOf(payment.made)) make(payment, minor, 'portal')
    },
    approvalOf: (payment) => event(payment, 'payment.approved', {}),
    dueEvents: () =>
      payments.flatMap((payment) =>
        payment.made
          .filter((made) => made.eventAt <= now() && !taken.has(made))
          .map((made) => {
            taken.add(made)
            const isWhole = sumOf(payment.made) === payment.totalMinor
            return event(payment, isWhole ? 'payment.refunded' : 'payment.partially_refunded', {
              refund_amount: (reading === 'single' ? made.minor : sumUntil(payment, made)) / 100,
              refunded_at: formatHondurasTime(new Date(made.at)),
            })
          }),
      ),
  }
}

const sumOf = (made: readonly MadeRefund[]): number =>
  made.reduce((sum, { minor }) => sum + minor, 0)

const sumUntil = ({ made }: ModelPayment, refund: MadeRefund): number =>
  sumOf(made.slice(0, made.indexOf(refund) + 1))

const shownSum = ({ showing, made, id }: ModelPayment, now: number): number => {
  const until = (at: number): number => sumOf(made.filter((refund) => refund.at <= at))
  switch (showing.how) {
    case 'lags':
      return until(now - showing.minutes * MINUTE_MS)
    case 'jumps':
      return until(Math.floor(now / (45 * MINUTE_MS)) * 45 * MINUTE_MS)
    case 'repeats': {
      const draw = createHash('sha256').update(`${id} ${now}`).digest()[0] ?? 0
      return until(now - (draw % 3 === 0 ? 0 : draw % 45) * MINUTE_MS)
    }
    case 'counts-events':
      return sumOf(made.filter(({ eventAt }) => eventAt <= now))
  }
}

const shown = (payment: ModelPayment, now: number): Json => {
  const refundedMinor = shownSum(payment, now)
  const isWhole = refundedMinor === payment.totalMinor
  const total = payment.totalMinor / 100
  return {
    id: payment.id,
    status: refundedMinor === 0 ? 'paid' : isWhole ? 'refunded' : 'partially_refunded',
    name: payment.reference,
    amount: total,
    total,
    subtotal: total,
    sales_tax_amount: 0,
    service_fee_amount: 0,
    currency: '340',
    currency_iso: 'HNL',
    external_reference: payment.reference,
    metadata: payment.metadata,
    checkout_url: `https://gateway.example/c/${payment.id}`,
    transaction_id: payment.transactionId,
    refunded_amount: refundedMinor / 100,
    refund_status: refundedMinor === 0 ? 'none' : isWhole ? 'full' : 'partial',
    created_at: '2026-05-04 09:00:00',
    paid_at: '2026-05-04 09:01:00',
  }
}
