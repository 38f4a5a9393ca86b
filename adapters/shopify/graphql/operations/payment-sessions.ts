import { z } from 'zod'
import { operation, payloadField, unread } from './operation.ts'

/** A session after a mutation. */
const session = z
  .object({
    state: z.object({ code: z.string().optional() }).nullish(),
    nextAction: z.object({ context: z.object({ redirectUrl: z.string().optional() }) }).nullish(),
  })
  .transform(({ state, nextAction }) => ({
    /** `RESOLVED`, `REJECTED` or `PENDING`, if in the requested state. */
    state: state?.code ?? null,
    redirectUrl: nextAction?.context.redirectUrl ?? null,
  }))

export type SessionAnswer = z.output<typeof session> | null

const NEXT = `
fragment Next on PaymentSession {
  id
  nextAction { action context { ... on PaymentSessionActionsRedirect { redirectUrl } } }
}`

/** Declares the app ready. `externalHandle`: display name of the merchant's account. */
export const configurePaymentsMutation = operation<{
  externalHandle: string | null
  ready: boolean
}>('payments-apps')(
  `mutation Configure($externalHandle: String, $ready: Boolean!) {
  paymentsAppConfigure(externalHandle: $externalHandle, ready: $ready) {
    paymentsAppConfiguration { externalHandle ready }
    userErrors { field message }
  }
}`,
  unread('paymentsAppConfigure', 'paymentsAppConfiguration'),
)

export const resolvePaymentMutation = operation<{ id: string }>('payments-apps')(
  `mutation PayResolve($id: ID!) {
  paymentSessionResolve(id: $id) {
    paymentSession { ...Next state { ... on PaymentSessionStateResolved { code } } }
    userErrors { field message }
  }
}${NEXT}`,
  payloadField('paymentSessionResolve', 'paymentSession', session),
)

/** `code`: a `PaymentSessionStateRejectedReason`. */
type RejectionReason = { code: string; merchantMessage: string }

type Rejected = { id: string; reason: RejectionReason }

export const rejectPaymentMutation = operation<Rejected>('payments-apps')(
  `mutation PayReject($id: ID!, $reason: PaymentSessionRejectionReasonInput!) {
  paymentSessionReject(id: $id, reason: $reason) {
    paymentSession { ...Next state { ... on PaymentSessionStateRejected { code reason merchantMessage } } }
    userErrors { field message }
  }
}${NEXT}`,
  payloadField('paymentSessionReject', 'paymentSession', session),
)

/** Money may still arrive; Shopify abandons the session after `pendingExpiresAt`. */
export const pendPaymentMutation = operation<{
  id: string
  pendingExpiresAt: string
  reason: 'BUYER_ACTION_REQUIRED' | 'NETWORK_ACTION_REQUIRED' | 'PARTNER_ACTION_REQUIRED'
}>('payments-apps')(
  `mutation PayPending(
  $id: ID!, $pendingExpiresAt: DateTime!, $reason: PaymentSessionStatePendingReason!
) {
  paymentSessionPending(id: $id, pendingExpiresAt: $pendingExpiresAt, reason: $reason) {
    paymentSession { ...Next state { ... on PaymentSessionStatePending { code reason } } }
    userErrors { field message }
  }
}${NEXT}`,
  payloadField('paymentSessionPending', 'paymentSession', session),
)

/** Final: the first of resolve and reject wins. */
export const resolveRefundMutation = operation<{ id: string }>('payments-apps')(
  `mutation RefResolve($id: ID!) {
  refundSessionResolve(id: $id) {
    refundSession { id state { ... on RefundSessionStateResolved { code } } }
    userErrors { field message }
  }
}`,
  payloadField('refundSessionResolve', 'refundSession', session),
)

export const rejectRefundMutation = operation<Rejected>('payments-apps')(
  `mutation RefReject($id: ID!, $reason: RefundSessionRejectionReasonInput!) {
  refundSessionReject(id: $id, reason: $reason) {
    refundSession { id state { ... on RefundSessionStateRejected { code reason merchantMessage } } }
    userErrors { field message }
  }
}`,
  payloadField('refundSessionReject', 'refundSession', session),
)

export const resolveVoidMutation = operation<{ id: string }>('payments-apps')(
  `mutation VoidResolve($id: ID!) {
  voidSessionResolve(id: $id) {
    voidSession { id state { ... on VoidSessionStateResolved { code } } }
    userErrors { field message }
  }
}`,
  payloadField('voidSessionResolve', 'voidSession', session),
)

export const rejectVoidMutation = operation<Rejected>('payments-apps')(
  `mutation VoidReject($id: ID!, $reason: VoidSessionRejectionReasonInput!) {
  voidSessionReject(id: $id, reason: $reason) {
    voidSession { id }
    userErrors { field message }
  }
}`,
  payloadField('voidSessionReject', 'voidSession', session),
)

/** Puente never holds authorized money to capture. */
export const rejectCaptureMutation = operation<Rejected>('payments-apps')(
  `mutation CapReject($id: ID!, $reason: CaptureSessionRejectionReasonInput!) {
  captureSessionReject(id: $id, reason: $reason) {
    captureSession { id }
    userErrors { field message }
  }
}`,
  payloadField('captureSessionReject', 'captureSession', session),
)
