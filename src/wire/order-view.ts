import { z } from 'zod'
import type { SavedCard } from '../contract/charges.ts'
import { isPaymentState, PAYMENT_STATES } from '../contract/payment-states.ts'
import type { OrderRow, PaymentRow, RefundRow } from '../db/db.ts'
import {
  ORDER_CONFLICTS,
  type OrderConflict,
  PAYMENT_ERRORS,
  PAYMENT_MODES,
  type PaymentErrorCode,
} from '../db/tables/orders.ts'
import {
  APPROVAL_STATES,
  type ApprovalState,
  REFUND_DOUBTS,
  REFUND_ORIGINS,
  REFUND_STATES,
  type RefundApproval,
  type RefundDoubt,
  type RefundState,
} from '../db/tables/refunds.ts'
import { type Actor, nameOfActor } from '../domain/actor.ts'
import { formatMinor } from '../domain/money.ts'
import { ORDER_SOURCES, type OrderSource } from '../domain/order-source.ts'
import { hasMoney, ORDER_STATUSES, type OrderStatus } from '../domain/order-status.ts'

export const customerView = z
  .object({
    name: z.string().optional().meta({ example: 'Ana Mejía' }),
    email: z.string().optional().meta({ example: 'ana@example.com' }),
    phone: z.string().optional().meta({ example: '+504 9999-9999' }),
    identity_number: z.string().optional().meta({ example: '0801-1990-12345' }),
  })
  .meta({
    id: 'Customer',
    description:
      'Prefills the checkout; Puente creates no customer record. It leaves out what it cannot read, and fields that hold a card number.',
  })

const STATUS_MEANINGS: Record<OrderStatus, string> = {
  awaiting_payment: 'not paid yet; the pay link leads to the checkout',
  payment_expired: 'not paid, and the time to pay is over; a new checkout opens it again',
  paid: 'the money was taken',
  partially_refunded: 'paid, and a part was refunded',
  refunded: 'paid, and all of it was refunded',
  voided: 'the charge was undone before it was settled',
  on_hold: 'money was taken that does not fit the order; a person has to look',
  cancelled:
    'the shop has cancelled it, or its policy did when its time to pay was over; no money was taken',
}

const SOURCE_MEANINGS: Record<OrderSource, string> = {
  storefront: 'the shop created it, through its platform or this API',
  request: 'a payment request at Puente; no shop knows it',
  link: 'a payment link; no shop knows it',
  counter: 'a counter; no shop knows it',
}

const CONFLICT_MEANINGS: Record<OrderConflict, string> = {
  paid_twice: 'money was taken by more than one payment',
  paid_other_amount: 'another amount or currency than asked for was taken',
  paid_after_cancellation: 'money was taken after the shop had cancelled the order',
  not_paid_at_gateway:
    'a signed event paid the order, but the gateway answered twice that it charged nothing',
}

const PAYMENT_ERROR_MEANINGS: Record<PaymentErrorCode, string> = {
  currency_refused: 'its currency is not enabled on the terminal of the store',
  amount_refused: 'its amount is not accepted',
  terminal_unavailable: 'the gateway has not provisioned the sandbox of the store',
  request_refused: 'something else of it is not accepted; `message` says what',
}

const listed = (meanings: Readonly<Record<string, string>>): string =>
  Object.entries(meanings)
    .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
    .join('\n')

export const savedCardView = z
  .object({
    id: z.string().meta({ example: 'pm_8f14e45fceea167a5a36dedd' }),
    brand: z.string().nullable().meta({ example: 'visa' }),
    last_four: z.string().nullable().meta({ example: '1111' }),
    exp_month: z.int().nullable().meta({ example: 12 }),
    exp_year: z.int().nullable().meta({ example: 2030 }),
    is_default: z.boolean(),
  })
  .meta({ id: 'SavedCardInMessage', outputId: 'SavedCard' })

export const viewOfSavedCard = (card: SavedCard): z.output<typeof savedCardView> => ({
  id: card.id,
  brand: card.card_brand ?? null,
  last_four: card.last_four ?? null,
  exp_month: card.exp_month ?? null,
  exp_year: card.exp_year ?? null,
  is_default: card.is_default ?? false,
})

export const orderView = z
  .object({
    id: z.string().meta({ description: "The shop's own id of the order.", example: 'A-1' }),
    number: z.string().nullable().meta({
      description: 'What the customer knows the order by.',
      example: '1001',
    }),
    amount: z.string().meta({ example: '125.50' }),
    currency: z.string().meta({ example: 'HNL' }),
    source: z.enum(ORDER_SOURCES).meta({
      description: `Source of the order.\n\n${listed(SOURCE_MEANINGS)}`,
      example: 'storefront',
    }),
    payment_link_id: z.string().nullable().meta({
      description: 'Payment link of the order.',
      example: null,
    }),
    status: z.enum(ORDER_STATUSES).meta({ description: listed(STATUS_MEANINGS), example: 'paid' }),
    conflict: z
      .enum(ORDER_CONFLICTS)
      .nullable()
      .meta({
        description: `Why a person should look at this order's money.\n\n${listed(CONFLICT_MEANINGS)}`,
        example: null,
      }),
    effective_payment_id: z.string().nullable().meta({
      description:
        'The payment that pays the order: of those that took its amount, the one that was paid first. `null`: none does.',
      example: 'pay_01kadq2v7w8x9y0z1a2b3c4d5e',
    }),
    last_payment_error: z
      .object({
        code: z.enum(PAYMENT_ERRORS).meta({
          description: listed(PAYMENT_ERROR_MEANINGS),
          example: 'currency_refused',
        }),
        message: z.string().nullable().meta({ description: "The gateway's words, for you." }),
        at: z.iso.datetime(),
      })
      .nullable()
      .meta({
        description:
          'Why this order cannot be paid as it is: the gateway refuses its payment for good. `null` again once it accepts one.',
        example: null,
      }),
    description: z.string().nullable().meta({ example: 'Café de altura' }),
    customer: customerView,
    metadata: z.record(z.string(), z.unknown()).meta({ example: { table: 4 } }),
    created_at: z.iso.datetime(),
    paid_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'OrderInMessage', outputId: 'Order' })

/** Amounts are decimal strings, timestamps ISO 8601 in UTC. */
export const paymentView = z
  .object({
    id: z.string().meta({ example: 'pay_01kadq2v7w8x9y0z1a2b3c4d5e' }),
    attempt: z.int().meta({ description: '1 for the first attempt at the order.', example: 1 }),
    mode: z.enum(PAYMENT_MODES).meta({ example: 'hosted' }),
    state: z.enum([...PAYMENT_STATES, 'declined', 'processing', 'authenticating']).meta({
      description:
        'As at the gateway; besides, of a charge: `declined`, `authenticating` while its customer is at the bank, and `processing` while its outcome is not known.',
      example: 'paid',
    }),
    decline: z.object({ code: z.string(), message: z.string().nullable() }).nullable().meta({
      description:
        'Why the processor declined a charge, of the latest decline with a reason; branch on `code`. A hosted checkout stays payable after it.',
    }),
    decline_count: z.int().meta({
      description: 'Number of declined charges; a hosted checkout can have several.',
      example: 0,
    }),
    last_declined_at: z.iso.datetime().nullable(),
    amount: z.string().meta({ example: '125.50' }),
    currency: z.string().meta({ example: 'HNL' }),
    total: z.string().nullable().meta({
      description: 'What the customer is charged, with fees and tips.',
      example: '130.75',
    }),
    service_fee: z.string().nullable().meta({ example: '5.25' }),
    sales_tax: z.string().nullable().meta({ example: '0.00' }),
    tip: z.string().nullable().meta({ example: '0.00' }),
    refunded_amount: z.string().meta({ example: '0.00' }),
    checkout_url: z.string().nullable().meta({
      description: "The gateway's page for this attempt. Send customers to `pay_url` instead.",
      example: 'https://gateway.example/checkout/abc123',
    }),
    gateway_payment_id: z.string().nullable().meta({ example: '71' }),
    transaction_id: z.string().nullable().meta({
      description:
        "The gateway's id of the charge, as soon as it is known. It does not mean paid: a charge that was declined, or waits for its customer at the bank, can have one, too.",
      example: 'f3e1f0b4-a2f5-4154-9ef5-8d198e95cf5e',
    }),
    expires_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    paid_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'PaymentInMessage', outputId: 'Payment' })

const REFUND_STATE_MEANINGS: Record<RefundState, string> = {
  pending: 'accepted, and about to be asked of the gateway',
  requested: 'being asked of the gateway',
  unknown: 'asked of the gateway, whose answer was lost; being found out',
  accepted:
    'the gateway has accepted it, and its payment does not show it yet; it is not sent again',
  waiting: 'the gateway does not do it yet; it is tried again on a schedule, or cancelled',
  succeeded: 'the gateway has done it',
  failed: 'it will not be done; `refusal` says why',
  cancelled: 'taken back while it waited; nothing was refunded by it',
}

const REFUND_DOUBT_MEANINGS: Record<RefundDoubt, string> = {
  refunded_meanwhile: 'the gateway shows a refund that may be this one',
  unanswered_twice: 'the gateway answered neither the refund nor its retry',
  changed_unexplained: 'the gateway shows a refund that no event explains',
  refused_unexplained:
    'the gateway refused the retry for good, perhaps because it had already made the refund',
}

const APPROVAL_STATE_MEANINGS: Record<ApprovalState, string> = {
  pending: 'waits; nothing was refunded',
  approved: 'the refund goes on like any other',
  rejected: 'the refund was cancelled',
  expired: 'no decision in time, so the refund was cancelled',
  cancelled: 'the refund ended before a decision',
}

const approvalView = z.object({
  state: z.enum(APPROVAL_STATES).meta({ description: listed(APPROVAL_STATE_MEANINGS) }),
  limit: z.object({ amount: z.string(), currency: z.string() }),
  requested_by: z.string().nullable().meta({ example: 'Ana' }),
  until: z.iso.datetime().meta({ description: 'When Puente cancels it without a decision.' }),
  decided_by: z.string().nullable(),
  decided_at: z.iso.datetime().nullable(),
  why: z.string().nullable().meta({ description: 'Of a rejected refund.' }),
})

const viewOfApproval = (approval: RefundApproval | null): z.output<typeof approvalView> | null =>
  approval && {
    ...approval,
    requested_by: approval.requested_by && nameOrKind(approval.requested_by),
    decided_by: approval.decided_by && nameOrKind(approval.decided_by),
  }

const nameOrKind = (actor: Actor): string => nameOfActor(actor) ?? actor.kind

export const refundFields = z
  .object({
    id: z.string().meta({ example: 'ref_01kadq2v7w8x9y0z1a2b3c4d5e' }),
    payment_id: z.string().meta({ example: 'pay_01kadq2v7w8x9y0z1a2b3c4d5e' }),
    kind: z.enum(['void', 'refund']).meta({
      description:
        'A void undoes the whole charge before it is settled; a refund sends the money back.',
      example: 'refund',
    }),
    origin: z.enum(REFUND_ORIGINS).meta({ description: 'Who wanted it.', example: 'store' }),
    amount: z.string().meta({ example: '25.50' }),
    currency: z.string().meta({ example: 'HNL' }),
    reason: z.string().nullable().meta({ example: 'One jar arrived broken' }),
    state: z
      .enum(REFUND_STATES)
      .meta({ description: listed(REFUND_STATE_MEANINGS), example: 'succeeded' }),
    refusal: z
      .object({ code: z.string(), words: z.array(z.string()) })
      .nullable()
      .meta({ description: "Why it waits or was refused, with the gateway's own words." }),
    approval: approvalView.nullable().meta({
      description:
        'Of a refund above the limit of its store: the decision of a second person. `null`: it needs none.',
    }),
    needs_attention: z
      .enum(REFUND_DOUBTS)
      .nullable()
      .meta({
        description: `It may already have been made, and Puente does not send it before you answer (\`POST /v1/orders/{id}/refunds/{refund_id}/resolve\`): look for it in the gateway's portal.\n\n${listed(REFUND_DOUBT_MEANINGS)}`,
        example: null,
      }),
    created_at: z.iso.datetime(),
    done_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'RefundInMessage' })

/** Fields of a refund that the API and notifications show. */
export type WireRefund = Pick<
  RefundRow,
  | 'id'
  | 'payment_id'
  | 'kind'
  | 'origin'
  | 'state'
  | 'amount_minor'
  | 'currency'
  | 'reason'
  | 'refusal'
  | 'approval'
  | 'needs_attention'
  | 'created_at'
  | 'done_at'
>

export const viewOfRefund = (refund: WireRefund): z.output<typeof refundFields> => ({
  id: refund.id,
  payment_id: refund.payment_id,
  kind: refund.kind,
  origin: refund.origin,
  amount: formatMinor(refund.amount_minor, refund.currency),
  currency: refund.currency,
  reason: refund.reason,
  state: refund.state,
  refusal: refund.refusal && { code: refund.refusal.code, words: refund.refusal.words },
  approval: viewOfApproval(refund.approval),
  needs_attention: refund.needs_attention,
  created_at: refund.created_at.toISOString(),
  done_at: refund.done_at?.toISOString() ?? null,
})

/** Fields of an order that the API and notifications show. */
export type WireOrder = Pick<
  OrderRow,
  | 'external_id'
  | 'source'
  | 'payment_link_id'
  | 'number'
  | 'status'
  | 'conflict'
  | 'amount_minor'
  | 'currency'
  | 'description'
  | 'customer'
  | 'metadata'
  | 'current_payment_id'
  | 'last_payment_error'
  | 'created_at'
  | 'paid_at'
>

export const viewOfOrder = (order: WireOrder): z.output<typeof orderView> => ({
  id: order.external_id,
  number: order.number,
  amount: formatMinor(order.amount_minor, order.currency),
  currency: order.currency,
  source: order.source,
  payment_link_id: order.payment_link_id,
  status: order.status,
  conflict: order.conflict,
  effective_payment_id: hasMoney(order) ? order.current_payment_id : null,
  last_payment_error: order.last_payment_error,
  description: order.description,
  customer: order.customer,
  metadata: order.metadata,
  created_at: order.created_at.toISOString(),
  paid_at: order.paid_at?.toISOString() ?? null,
})

/** Fields of a payment that the API and notifications show. */
export type WirePayment = Pick<
  PaymentRow,
  | 'id'
  | 'attempt'
  | 'mode'
  | 'state'
  | 'decline'
  | 'decline_count'
  | 'declined_at'
  | 'amount_minor'
  | 'currency'
  | 'total_minor'
  | 'service_fee_minor'
  | 'sales_tax_minor'
  | 'tip_minor'
  | 'refunded_minor'
  | 'checkout_url'
  | 'gateway_payment_id'
  | 'charge_id'
  | 'transaction_id'
  | 'expires_at'
  | 'created_at'
  | 'paid_at'
>

const stateInView = ({
  mode,
  state,
}: WirePayment): z.output<typeof paymentView>['state'] | undefined => {
  if (mode !== 'hosted' && (state === 'intended' || state === 'pending')) return 'processing'
  const isShown = state === 'declined' || state === 'authenticating' || isPaymentState(state)
  return isShown ? state : undefined
}

/** Returns `null` for an attempt that the gateway does not have (yet). */
export const viewOfPayment = (payment: WirePayment): z.output<typeof paymentView> | null => {
  const state = stateInView(payment)
  if (state === undefined) return null
  const decimal = (minor: bigint) => formatMinor(minor, payment.currency)
  const decimalOrNull = (minor: bigint | null) => (minor === null ? null : decimal(minor))
  return {
    id: payment.id,
    attempt: payment.attempt,
    mode: payment.mode,
    state,
    decline: payment.decline,
    decline_count: payment.decline_count,
    last_declined_at: payment.declined_at?.toISOString() ?? null,
    amount: decimal(payment.amount_minor),
    currency: payment.currency,
    total: decimalOrNull(payment.total_minor),
    service_fee: decimalOrNull(payment.service_fee_minor),
    sales_tax: decimalOrNull(payment.sales_tax_minor),
    tip: decimalOrNull(payment.tip_minor),
    refunded_amount: decimal(payment.refunded_minor),
    checkout_url: payment.checkout_url,
    gateway_payment_id: payment.gateway_payment_id?.toString() ?? null,
    transaction_id: payment.transaction_id ?? payment.charge_id,
    expires_at: payment.expires_at?.toISOString() ?? null,
    created_at: payment.created_at.toISOString(),
    paid_at: payment.paid_at?.toISOString() ?? null,
  }
}
