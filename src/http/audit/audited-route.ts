import type { Request } from 'express'
import { actAs } from '../../db/current-actor.ts'
import type { AuditResult } from '../../db/people/audit-log.ts'
import { runAudited } from '../../db/people/audited.ts'
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
 * Audits a request once for each of `callersOf`: the intent first, then the outcome with the
 * handler's `change`.
 */
export const auditedRoute = <Given extends { actor: Actor }, Row extends Route<Given>>(
  { db, clock, log }: Pick<PaymentsContext, 'db' | 'clock' | 'log'>,
  route: Row,
  callersOf: (
    input: Given & RequestInput<unknown, unknown>,
  ) => readonly AuditedCaller[] | Promise<readonly AuditedCaller[]>,
): Row => ({
  ...route,
  handle: (input: Given & RequestInput<unknown, unknown>) =>
    actAs(input.actor, async () => {
      const callers = await callersOf(input)
      if (callers.length === 0) return route.handle(input)
      const { fromAddress, body, id, refundId } = input
      const action = route.operationId
      const subject = auditedSubject(id, refundId)
      const request = auditedRequest(body)
      const handle = callers.reduce(
        (act, caller) => () => {
          const intent = { ...caller, fromAddress, action, subject, request }
          return runAudited({ query: db.query, now: clock.now, log }, intent, { act, resultOf })
        },
        () => route.handle(input),
      )
      return handle()
    }),
})

const resultOf = ({ status, change }: RouteResponse): AuditResult => ({
  outcome: status < 400 ? 'done' : status < 500 ? 'refused' : 'failed',
  status,
  before: auditedRequest(change?.before),
  after: auditedRequest(change?.after),
})
