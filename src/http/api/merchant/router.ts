import type { Router } from 'express'
import { actAs } from '../../../db/current-actor.ts'
import { isAllowed } from '../../../domain/rights.ts'
import { createCore } from '../../../payments/facade/core.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { type Problem, problem } from '../../../runtime/http/problem.ts'
import { type Admission, serveRoutes } from '../../../runtime/http/serve-routes.ts'
import { auditedAnswer, noteRefusedRight } from '../../audit/audited-route.ts'
import type { StoreConnecting } from '../route.ts'
import { type MerchantInput, type MerchantRoute, refuse } from '../route.ts'
import { createCallers, type SignedCalls } from './callers.ts'
import { WRONG_PLATFORM } from './wrong-platform.ts'

/** Serves the merchant API: authenticates the store, checks scope and platform, audits writes. */
export const merchantRouter = (
  ctx: PaymentsContext,
  routes: readonly MerchantRoute[],
  {
    signedCalls,
    connecting,
  }: { signedCalls?: SignedCalls | undefined; connecting: StoreConnecting },
): Router => {
  const core = createCore(ctx)
  const { callerOf, readJson } = createCallers(ctx, signedCalls)
  return serveRoutes(
    routes.map((route) => actingAsCaller(withAudit(ctx, route))),
    {
      readJson,
      isOfPlatform: ({ platform }) => platform !== undefined,
      admit: async (route, request): Promise<Admission<MerchantInput>> => {
        const caller = await callerOf(request)
        if (caller.outcome === 'refused') {
          return { outcome: 'refused', answer: refuse(caller.problem, caller.headers) }
        }
        const { store, rights, actor } = caller
        if (!isAllowed(rights, route.scope)) {
          const { organization_id: organizationId, id: storeId } = store
          const caller = { actor, organizationId, storeId }
          noteRefusedRight(ctx, route, { caller, request })
          return { outcome: 'refused', answer: refuse(NOT_ALLOWED) }
        }
        if (route.platform && route.platform !== store.platform) {
          return { outcome: 'refused', answer: refuse(WRONG_PLATFORM) }
        }
        // Any open page may poll with GET, so only writes prove that the store's server is up.
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
const isOfCustomer = ({ scope, operationId }: MerchantRoute): boolean =>
  scope === 'checkout' && operationId !== 'cancelOrder'

const withAudit = (ctx: PaymentsContext, route: MerchantRoute): MerchantRoute => {
  if (route.method === 'get' || isOfCustomer(route)) return route
  const { db, clock, log } = ctx
  return {
    ...route,
    handle: (input) =>
      auditedAnswer({ query: db.query, now: clock.now, log }, route, {
        caller: {
          actor: input.actor,
          organizationId: input.store.organization_id,
          storeId: input.store.id,
        },
        input,
        handle: () => route.handle(input),
      }),
  }
}

const actingAsCaller = (route: MerchantRoute): MerchantRoute => ({
  ...route,
  handle: (input) => actAs(input.actor, () => route.handle(input)),
})

/** Omits the required scope, so that the finder of a key learns nothing about others. */
const NOT_ALLOWED: Problem = problem({
  status: 403,
  code: 'not_allowed',
  title: 'The API key is not allowed to do this',
  detail: 'The key is right. Who made it decides what it may be used for.',
  retry: 'ask-a-person',
})
