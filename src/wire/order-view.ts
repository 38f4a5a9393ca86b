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
      'Customer details that prefill the checkout; Puente creates no customer record. Puente omits fields that it cannot read or that contain a card number.',
  })

const STATUS_MEANINGS: Record<OrderStatus, string> = {
  awaiting_payment: 'not paid yet; the pay link leads to the checkout',
  payment_expired: 'not paid, and its payment expired or was closed; a new checkout reopens it',
  paid: 'the customer was charged',
  partially_refunded: 'paid, then refunded in part',
  refunded: 'paid, then refunded in full',
  voided: 'the charge was voided before settlement',
  on_hold: 'the charges do not match the order; a person must review them',
  cancelled:
    'the shop cancelled it, or it expired under the policy `on_expiry: cancel`; the customer was not charged',
}

const SOURCE_MEANINGS: Record<OrderSource, string> = {
  storefront: 'created by the shop, through its platform or this API',
  request: 'created as a payment request in Puente; the shop does not have it',
  link: 'created from a payment link; the shop does not have it',
  counter: 'created at a counter; the shop does not have it',
}

const CONFLICT_MEANINGS: Record<OrderConflict, string> = {
  paid_twice: 'more than one payment was charged',
  paid_other_amount: 'the charge differs from the order in amount or currency',
  paid_after_cancellation: 'the customer was charged after the shop cancelled the order',
  not_paid_at_gateway:
    'a signed event reported the charge, but the gateway answered twice that it charged nothing',
}

const PAYMENT_ERROR_MEANINGS: Record<PaymentErrorCode, string> = {
  currency_refused: "the currency is not enabled on the store's terminal",
  amount_refused: 'the gateway does not accept the amount',
  terminal_unavailable: "the gateway has not provisioned the store's sandbox",
  request_refused: 'the gateway refused the request for another reason; see `message`',
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
    id: z.string().meta({ description: "The shop's id of the order.", example: 'A-1' }),
    number: z.string().nullable().meta({
      description: 'Order number that the customer sees.',
      example: '1001',
    }),
    amount: z.string().meta({ example: '125.50' }),
    currency: z.string().meta({ example: 'HNL' }),
    source: z.enum(ORDER_SOURCES).meta({
      description: `Source of the order.\n\n${listed(SOURCE_MEANINGS)}`,
      example: 'storefront',
    }),
    payment_link_id: z.string().nullable().meta({
      description: 'Payment link that created the order; otherwise `null`.',
      example: null,
    }),
    status: z.enum(ORDER_STATUSES).meta({ description: listed(STATUS_MEANINGS), example: 'paid' }),
    conflict: z
      .enum(ORDER_CONFLICTS)
      .nullable()
      .meta({
        description: `Reason why a person should review the order's payments; \`null\` without a conflict.\n\n${listed(CONFLICT_MEANINGS)}`,
        example: null,
      }),
    effective_payment_id: z.string().nullable().meta({
      description:
        "Effective payment: of the charged payments, the first that matches the order's amount, if one does. `null` if none was charged.",
      example: 'pay_01kadq2v7w8x9y0z1a2b3c4d5e',
    }),
    last_payment_error: z
      .object({
        code: z.enum(PAYMENT_ERRORS).meta({
          description: listed(PAYMENT_ERROR_MEANINGS),
          example: 'currency_refused',
        }),
        message: z
          .string()
          .nullable()
          .meta({ description: "The gateway's message, for the merchant." }),
        at: z.iso.datetime(),
      })
      .nullable()
      .meta({
        description:
          'Permanent refusal of the order by the gateway: a retry fails until the cause is fixed. `null` without one, or once the gateway accepts a payment.',
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
    attempt: z
      .int()
      .meta({ description: 'Number of the attempt within its order, starting at 1.', example: 1 }),
    mode: z.enum(PAYMENT_MODES).meta({ example: 'hosted' }),
    state: z.enum([...PAYMENT_STATES, 'declined', 'processing', 'authenticating']).meta({
      description:
        'State at the gateway. A charge can also be `declined`, `authenticating` (the bank is verifying the customer) or `processing` (its outcome is not known yet).',
      example: 'paid',
    }),
    decline: z.object({ code: z.string(), message: z.string().nullable() }).nullable().meta({
      description:
        'Latest decline with a reason from the processor; branch on `code`. `null` without one. A hosted checkout stays payable after a decline.',
    }),
    decline_count: z.int().meta({
      description: 'Number of declined charges; a hosted checkout can have several.',
      example: 0,
    }),
    last_declined_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time of the latest decline; `null` without one.' }),
    amount: z.string().meta({ example: '125.50' }),
    currency: z.string().meta({ example: 'HNL' }),
    total: z.string().nullable().meta({
      description:
        'Amount charged to the customer, with fees and tips; `null` if the gateway has not reported it.',
      example: '130.75',
    }),
    service_fee: z.string().nullable().meta({
      description: 'Service fee in `total`; `null` if the gateway has not reported it.',
      example: '5.25',
    }),
    sales_tax: z.string().nullable().meta({
      description: 'Sales tax in `total`; `null` if the gateway has not reported it.',
      example: '0.00',
    }),
    tip: z.string().nullable().meta({
      description: 'Tip in `total`; `null` if the gateway has not reported it.',
      example: '0.00',
    }),
    refunded_amount: z.string().meta({ description: 'Amount refunded so far.', example: '0.00' }),
    checkout_url: z.string().nullable().meta({
      description: "The gateway's page for this attempt. Send customers to `pay_url` instead.",
      example: 'https://gateway.example/checkout/abc123',
    }),
    gateway_payment_id: z
      .string()
      .nullable()
      .meta({ description: "The gateway's id of the payment; `null` until known.", example: '71' }),
    transaction_id: z.string().nullable().meta({
      description:
        "The gateway's id of the charge; `null` until known. It does not prove a payment: a declined charge, or one that awaits authentication, can have one too. Check `state`.",
      example: 'f3e1f0b4-a2f5-4154-9ef5-8d198e95cf5e',
    }),
    expires_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    paid_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'PaymentInMessage', outputId: 'Payment' })

const REFUND_STATE_MEANINGS: Record<RefundState, string> = {
  pending: 'accepted; Puente sends it to the gateway next',
  requested: 'Puente is sending it to the gateway',
  unknown: "the gateway's answer was lost; Puente is looking up the outcome",
  accepted:
    'the gateway accepted it, but the payment does not show it yet; Puente does not send it again',
  waiting:
    'the gateway cannot make it yet; Puente retries it for up to two weeks, and you can cancel it',
  succeeded: 'the gateway made the refund',
  failed: 'it was not made and Puente does not retry it; `refusal` has the reason',
  cancelled: 'cancelled while it waited; nothing was refunded',
}

const REFUND_DOUBT_MEANINGS: Record<RefundDoubt, string> = {
  refunded_meanwhile: 'the gateway shows a refund that may be this one',
  unanswered_twice: 'the gateway answered neither the refund nor its retry',
  changed_unexplained: 'the gateway shows a refund that no event explains',
  refused_unexplained:
    'the gateway refused the retry for good, perhaps because it had already made the refund',
}

const APPROVAL_STATE_MEANINGS: Record<ApprovalState, string> = {
  pending: 'no decision yet; nothing was refunded',
  approved: 'the refund proceeds like any other',
  rejected: 'the refund was cancelled',
  expired: 'no decision in time, so the refund was cancelled',
  cancelled: 'the refund ended before a decision',
}

const approvalView = z.object({
  state: z.enum(APPROVAL_STATES).meta({ description: listed(APPROVAL_STATE_MEANINGS) }),
  limit: z
    .object({ amount: z.string(), currency: z.string() })
    .meta({ description: 'Limit of the store that the refund exceeds.' }),
  requested_by: z.string().nullable().meta({ example: 'Ana' }),
  until: z.iso
    .datetime()
    .meta({ description: 'Time at which Puente cancels the refund if there is no decision.' }),
  decided_by: z.string().nullable(),
  decided_at: z.iso.datetime().nullable(),
  why: z.string().nullable().meta({ description: 'Reason for a rejection; otherwise `null`.' }),
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
        '`void`: cancels the whole charge before settlement. `refund`: returns money to the customer.',
      example: 'refund',
    }),
    origin: z.enum(REFUND_ORIGINS).meta({
      description:
        "Who requested it: the `store` through the API, a person in the dashboard (`operator`) or in the gateway's `portal`, or the store's `policy`.",
      example: 'store',
    }),
    amount: z.string().meta({ example: '25.50' }),
    currency: z.string().meta({ example: 'HNL' }),
    reason: z.string().nullable().meta({ example: 'One jar arrived broken' }),
    state: z
      .enum(REFUND_STATES)
      .meta({ description: listed(REFUND_STATE_MEANINGS), example: 'succeeded' }),
    refusal: z
      .object({ code: z.string(), words: z.array(z.string()) })
      .nullable()
      .meta({
        description:
          "Reason why the refund waits or failed, with the gateway's messages; otherwise `null`.",
      }),
    approval: approvalView.nullable().meta({
      description:
        "Approval by a second person, for a refund above the store's limit; `null` if it needs none.",
    }),
    needs_attention: z
      .enum(REFUND_DOUBTS)
      .nullable()
      .meta({
        description: `Reason why the refund may already have been made; \`null\` without a doubt. Puente does not send it until you look for it in the gateway's portal and resolve it (\`POST /v1/orders/{id}/refunds/{refund_id}/resolve\`).\n\n${listed(REFUND_DOUBT_MEANINGS)}`,
        example: null,
      }),
    created_at: z.iso.datetime(),
    done_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time at which the refund succeeded; otherwise `null`.' }),
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
