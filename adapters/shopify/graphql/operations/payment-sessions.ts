import { z } from 'zod'
import { ignoredPayload, operation, payloadField } from './operation.ts'

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
  ignoredPayload('paymentsAppConfigure', 'paymentsAppConfiguration'),
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

type OtherSession = 'refundSession' | 'voidSession' | 'captureSession'

const typeOf = (field: OtherSession): string => field.charAt(0).toUpperCase() + field.slice(1)

/** Final: the first of resolve and reject wins. */
const resolving = (name: string, field: OtherSession) =>
  operation<{ id: string }>('payments-apps')(
    `mutation ${name}($id: ID!) {
  ${field}Resolve(id: $id) {
    ${field} { id state { ... on ${typeOf(field)}StateResolved { code } } }
    userErrors { field message }
  }
}`,
    payloadField(`${field}Resolve`, field, session),
  )

const rejecting = (name: string, field: OtherSession, state = '') =>
  operation<Rejected>('payments-apps')(
    `mutation ${name}($id: ID!, $reason: ${typeOf(field)}RejectionReasonInput!) {
  ${field}Reject(id: $id, reason: $reason) {
    ${field} { id ${state} }
    userErrors { field message }
  }
}`,
    payloadField(`${field}Reject`, field, session),
  )

export const resolveRefundMutation = resolving('RefResolve', 'refundSession')
export const rejectRefundMutation = rejecting(
  'RefReject',
  'refundSession',
  'state { ... on RefundSessionStateRejected { code reason merchantMessage } }',
)
export const resolveVoidMutation = resolving('VoidResolve', 'voidSession')
export const rejectVoidMutation = rejecting('VoidReject', 'voidSession')
/** Puente never holds authorized money to capture. */
export const rejectCaptureMutation = rejecting('CapReject', 'captureSession')
