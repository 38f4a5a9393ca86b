import { z } from 'zod'
import { askPuente, type PuenteAccess, type PuenteAnswer } from '../ask-puente.ts'
import { orderStatus } from '../orders.ts'

/** What the shop's owner reads at the merchant API; a shop keeps none of it itself. */

const order = z.object({
  id: z.string(),
  number: z.string().nullable(),
  amount: z.string(),
  currency: z.string(),
  status: orderStatus,
  conflict: z.string().nullable(),
  description: z.string().nullable(),
  created_at: z.string(),
})

const payment = z.object({
  id: z.string(),
  attempt: z.number(),
  gateway_payment_id: z.string().nullable(),
  mode: z.enum(['hosted', 'card_page', 'saved_card']),
  state: z.string(),
  amount: z.string(),
  total: z.string().nullable(),
  currency: z.string(),
  refunded_amount: z.string(),
  paid_at: z.string().nullable(),
})

const refund = z.object({
  id: z.string(),
  payment_id: z.string(),
  kind: z.enum(['void', 'refund']),
  origin: z.enum(['store', 'portal', 'operator', 'policy']),
  amount: z.string(),
  currency: z.string(),
  reason: z.string().nullable(),
  state: z.string(),
  refusal: z.object({ code: z.string(), words: z.array(z.string()) }).nullable(),
  waiting_for: z.string().nullable(),
  waiting_until: z.string().nullable(),
  created_at: z.string(),
})

const listedOrder = z.object({ order })
const readOrder = z.object({
  order,
  payment: payment.nullable(),
  payments: z.array(payment),
  refunds: z.array(refund),
})
const problem = z.object({
  id: z.string(),
  kind: z.string(),
  what: z.string(),
  why: z.string(),
  todo: z.string(),
  order_id: z.string().nullable(),
})
const timelineEntry = z.object({
  at: z.string(),
  kind: z.string(),
  /** The same in words, as Puente writes it. */
  text: z.string(),
  details: z.record(z.string(), z.unknown()),
})
const given = z.object({ refund, order })
const receipt = z.object({ receipt_url: z.url() })

export type OwnedOrder = z.output<typeof order>
export type Payment = z.output<typeof payment>
export type Refund = z.output<typeof refund>
export type Problem = z.output<typeof problem>
export type TimelineEntry = z.output<typeof timelineEntry>

/** All that there is to know of an order. */
export interface OrderFile extends z.output<typeof readOrder> {
  timeline: readonly TimelineEntry[]
  problems: readonly Problem[]
}

export const listOrders = (
  access: PuenteAccess,
): Promise<PuenteAnswer<{ data: { order: OwnedOrder }[] }>> =>
  askPuente(access, '/orders?limit=20', { schema: z.object({ data: z.array(listedOrder) }) })

export const openAlerts = (access: PuenteAccess): Promise<PuenteAnswer<{ data: Problem[] }>> =>
  askPuente(access, '/alerts', { schema: z.object({ data: z.array(problem) }) })

/** Everything about an order in one go; not found is a refusal with status 404. */
export const openFile = async (
  access: PuenteAccess,
  id: string,
): Promise<PuenteAnswer<OrderFile>> => {
  const path = `/orders/${encodeURIComponent(id)}`
  const [read, happened, problems] = await Promise.all([
    askPuente(access, path, { schema: readOrder }),
    askPuente(access, `${path}/timeline`, { schema: z.object({ data: z.array(timelineEntry) }) }),
    openAlerts(access),
  ])
  if (read.outcome !== 'answered') return read
  if (happened.outcome !== 'answered') return happened
  if (problems.outcome !== 'answered') return problems
  const ofOrder = problems.body.data.filter(({ order_id }) => order_id === id)
  const body = { ...read.body, timeline: happened.body.data, problems: ofOrder }
  return { outcome: 'answered', status: read.status, body }
}

/** What the owner wants given back. Without an amount: all that is left of the payment. */
export interface RefundWish {
  amount?: string | undefined
  reason?: string | undefined
  paymentId?: string | undefined
  /** The same key gives back once, however often the form is sent. */
  key: string
}

export const refundInFull = (
  access: PuenteAccess,
  id: string,
  { amount, reason, paymentId, key }: RefundWish,
): Promise<PuenteAnswer<z.output<typeof given>>> =>
  askPuente(access, `/orders/${encodeURIComponent(id)}/refunds`, {
    schema: given,
    headers: { 'idempotency-key': key },
    body: { amount, reason, payment_id: paymentId },
  })

export const receiptOf = (
  access: PuenteAccess,
  id: string,
): Promise<PuenteAnswer<z.output<typeof receipt>>> =>
  askPuente(access, `/orders/${encodeURIComponent(id)}/receipt`, { schema: receipt })
