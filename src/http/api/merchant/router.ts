import type { Router } from 'express'
import { isAllowed } from '../../../domain/rights.ts'
import { createCore } from '../../../payments/facade/core.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { type Problem, problem } from '../../../runtime/http/problem.ts'
import { type Admission, serveRoutes } from '../../../runtime/http/serve-routes.ts'
import { type AuditedCaller, auditedRoute, noteRefusedRight } from '../../audit/audited-route.ts'
import type { CountCallers } from '../../rate-limits/count-callers.ts'
import { keyedRoute } from '../../requests/keyed-route.ts'
import type { RequestRecords } from '../../requests/request-records.ts'
import {
  type MerchantInput,
  type MerchantRoute,
  refusedWith,
  type StoreConnecting,
} from '../route.ts'
import { createCallers, type SignedCalls } from './callers.ts'
import { WRONG_PLATFORM } from './wrong-platform.ts'

/** Authenticates the store, checks scope and platform, audits writes. */
export const merchantRouter = (
  ctx: PaymentsContext,
  routes: readonly MerchantRoute[],
  {
    signedCalls,
    connecting,
    records,
    callers: { authenticated, stranger },
  }: {
    signedCalls?: SignedCalls | undefined
    connecting: StoreConnecting
    records: Pick<RequestRecords, 'record'>
    callers: Pick<CountCallers, 'authenticated' | 'stranger'>
  },
): Router => {
  const core = createCore(ctx)
  const { callerOf, readJson } = createCallers(ctx, signedCalls)
  return serveRoutes(
    routes.map((route) => {
      const isAudited = route.method !== 'get' && !isOfCustomer(route)
      const audited = auditedRoute(ctx, route, (input: MerchantInput) =>
        isAudited ? [auditedCallerOf(input)] : [],
      )
      return keyedRoute(audited)
    }),
    {
      readJson,
      countStranger: stranger,
      countRequest: ({ actor, store }, response) =>
        authenticated(response, [
          ...(actor.kind === 'api_key' ? [['key', actor.id] as const] : []),
          ['store', store.id],
        ]),
      onAnswered: records.record,
      isOfPlatform: ({ platform }) => platform !== undefined,
      admit: async (route, request): Promise<Admission<MerchantInput>> => {
        const caller = await callerOf(request)
        if (caller.outcome === 'refused') {
          return refusedWith(caller.problem, caller.headers)
        }
        const { store, rights, actor } = caller
        if (!isAllowed(rights, route.scope)) {
          noteRefusedRight(ctx, route, { caller: auditedCallerOf({ actor, store }), request })
          return refusedWith(NOT_ALLOWED)
        }
        if (route.platform && route.platform !== store.platform) {
          return refusedWith(WRONG_PLATFORM)
        }
        // Any open page may poll with GET; only writes prove that the store's server is up.
        if (route.method !== 'get')
          ctx.circuits.recordActivity({ needs: 'shop', storeId: store.id })
        return { outcome: 'admitted', given: { ctx, core, store, rights, actor, connecting } }
      },
    },
  )
}

/**
 * The order's timeline, not the audit log, records customer actions: there are as many as orders.
 */
const isOfCustomer = ({ scope, operationId, tag }: MerchantRoute): boolean =>
  scope === 'checkout' && operationId !== 'cancelOrder' && tag !== 'Payment requests'

const auditedCallerOf = ({
  actor,
  store,
}: Pick<MerchantInput, 'actor' | 'store'>): AuditedCaller => ({
  actor,
  organizationId: store.organization_id,
  storeId: store.id,
})

/** Omits the required scope: the finder of a key must learn nothing about others. */
const NOT_ALLOWED: Problem = problem({
  code: 'not_allowed',
  title: 'The API key is not allowed to do this',
  detail:
    'The key is valid, but it lacks the scope for this route. Ask its owner for a key that has it.',
})
