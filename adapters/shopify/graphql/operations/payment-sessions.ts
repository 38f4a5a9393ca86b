import { z } from 'zod'
import { operation } from './operation.ts'

const paymentSession = z.object({
  id: z.string(),
  state: z.object({ code: z.string().optional() }).nullish(),
  nextAction: z
    .object({ action: z.string(), context: z.object({ redirectUrl: z.string().optional() }) })
    .nullish(),
})

const NEXT = `
fragment Next on PaymentSession {
  id
  nextAction { action context { ... on PaymentSessionActionsRedirect { redirectUrl } } }
}`

export interface SessionAnswer {
  /** `RESOLVED`, `REJECTED` or `PENDING`, if in the requested state. */
  state: string | null
  redirectUrl: string | null
}

const answerOf = (session: z.infer<typeof paymentSession> | null | undefined): SessionAnswer => ({
  state: session?.state?.code ?? null,
  redirectUrl: session?.nextAction?.context.redirectUrl ?? null,
})

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
  z
    .object({
      paymentsAppConfigure: z.object({
        paymentsAppConfiguration: z
          .object({ externalHandle: z.string().nullish(), ready: z.boolean() })
          .nullish(),
      }),
    })
    .transform((data) => data.paymentsAppConfigure.paymentsAppConfiguration ?? null),
)

export const resolvePaymentMutation = operation<{ id: string }>('payments-apps')(
  `mutation PayResolve($id: ID!) {
  paymentSessionResolve(id: $id) {
    paymentSession { ...Next state { ... on PaymentSessionStateResolved { code } } }
    userErrors { field message }
  }
}${NEXT}`,
  z
    .object({ paymentSessionResolve: z.object({ paymentSession: paymentSession.nullish() }) })
    .transform((data) => answerOf(data.paymentSessionResolve.paymentSession)),
)

/** `code`: a `PaymentSessionStateRejectedReason`. */
export type RejectionReason = { code: string; merchantMessage: string }

export const rejectPaymentMutation = operation<{ id: string; reason: RejectionReason }>(
  'payments-apps',
)(
  `mutation PayReject($id: ID!, $reason: PaymentSessionRejectionReasonInput!) {
  paymentSessionReject(id: $id, reason: $reason) {
    paymentSession { ...Next state { ... on PaymentSessionStateRejected { code reason merchantMessage } } }
    userErrors { field message }
  }
}${NEXT}`,
  z
    .object({ paymentSessionReject: z.object({ paymentSession: paymentSession.nullish() }) })
    .transform((data) => answerOf(data.paymentSessionReject.paymentSession)),
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
  z
    .object({ paymentSessionPending: z.object({ paymentSession: paymentSession.nullish() }) })
    .transform((data) => answerOf(data.paymentSessionPending.paymentSession)),
)
