import type { Request } from 'express'
import { type AuditContext, runAudited } from '../../db/people/audited.ts'
import { type Actor, idOfActor } from '../../domain/actor.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { networkOf } from '../../runtime/http/caller/caller-network.ts'
import type { RequestInput, Route, RouteResponse } from '../../runtime/http/route.ts'
import { auditedRequest, auditedSubject } from './audited-request.ts'

export interface AuditedCaller {
  actor: Actor
  organizationId: string | null
  storeId: string | null
}

type AuditedInput = Pick<RequestInput<unknown, unknown>, 'body' | 'id' | 'refundId' | 'fromAddress'>

/** Audits a request refused for a missing right (403). */
export const noteRefusedRight = (
  { refusedActions, clock }: Pick<PaymentsContext, 'refusedActions' | 'clock'>,
  { operationId }: Pick<Route<never>, 'operationId'>,
  { caller, request }: { caller: AuditedCaller; request: Request },
): void => {
  const { actor, organizationId } = caller
  const { id = '', refund_id: refundId = '' } = request.params
  refusedActions.note(
    {
      ...caller,
      at: clock.now(),
      status: 403,
      fromAddress: networkOf(request),
      action: operationId,
      subject: auditedSubject(String(id), String(refundId)),
      request: null,
    },
    JSON.stringify([operationId, idOfActor(actor) ?? actor, organizationId]),
  )
}

/**
 * Audits an unsafe request: writes the intent first, then the outcome with the handler's `change`.
 */
export const auditedAnswer = (
  ctx: AuditContext,
  route: Pick<Route<never>, 'operationId'>,
  {
    caller,
    input,
    handle,
  }: { caller: AuditedCaller; input: AuditedInput; handle(): Promise<RouteResponse> },
): Promise<RouteResponse> => {
  const { fromAddress, body } = input
  const intent = {
    ...caller,
    fromAddress,
    action: route.operationId,
    subject: auditedSubject(input.id, input.refundId),
    request: auditedRequest(body),
  }
  return runAudited(ctx, intent, {
    act: handle,
    resultOf: ({ status, change }) => ({
      outcome: status < 400 ? 'done' : status < 500 ? 'refused' : 'failed',
      status,
      before: auditedRequest(change?.before),
      after: auditedRequest(change?.after),
    }),
  })
}
