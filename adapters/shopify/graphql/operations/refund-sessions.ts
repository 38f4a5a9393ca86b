import { z } from 'zod'
import { operation } from './operation.ts'
import type { RejectionReason } from './payment-sessions.ts'

const settledSession = z
  .object({ id: z.string(), state: z.object({ code: z.string().optional() }).nullish() })
  .nullish()

const answerOf = <Mutation extends string, Session extends string>(
  mutation: Mutation,
  session: Session,
) =>
  z
    .record(z.literal(mutation), z.record(z.string(), z.unknown()))
    .transform((data) => settledSession.parse(data[mutation]?.[session]) ?? null)

/** Final: the first of resolve and reject wins. */
export const resolveRefundMutation = operation<{ id: string }>('payments-apps')(
  `mutation RefResolve($id: ID!) {
  refundSessionResolve(id: $id) {
    refundSession { id state { ... on RefundSessionStateResolved { code } } }
    userErrors { field message }
  }
}`,
  answerOf('refundSessionResolve', 'refundSession'),
)

export const rejectRefundMutation = operation<{ id: string; reason: RejectionReason }>(
  'payments-apps',
)(
  `mutation RefReject($id: ID!, $reason: RefundSessionRejectionReasonInput!) {
  refundSessionReject(id: $id, reason: $reason) {
    refundSession { id state { ... on RefundSessionStateRejected { code reason merchantMessage } } }
    userErrors { field message }
  }
}`,
  answerOf('refundSessionReject', 'refundSession'),
)

export const resolveVoidMutation = operation<{ id: string }>('payments-apps')(
  `mutation VoidResolve($id: ID!) {
  voidSessionResolve(id: $id) {
    voidSession { id state { ... on VoidSessionStateResolved { code } } }
    userErrors { field message }
  }
}`,
  answerOf('voidSessionResolve', 'voidSession'),
)

export const rejectVoidMutation = operation<{ id: string; reason: RejectionReason }>(
  'payments-apps',
)(
  `mutation VoidReject($id: ID!, $reason: VoidSessionRejectionReasonInput!) {
  voidSessionReject(id: $id, reason: $reason) {
    voidSession { id }
    userErrors { field message }
  }
}`,
  answerOf('voidSessionReject', 'voidSession'),
)

/** Puente never holds authorized money to capture. */
export const rejectCaptureMutation = operation<{ id: string; reason: RejectionReason }>(
  'payments-apps',
)(
  `mutation CapReject($id: ID!, $reason: CaptureSessionRejectionReasonInput!) {
  captureSessionReject(id: $id, reason: $reason) {
    captureSession { id }
    userErrors { field message }
  }
}`,
  answerOf('captureSessionReject', 'captureSession'),
)
