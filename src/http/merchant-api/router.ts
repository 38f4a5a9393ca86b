import type { Router } from 'express'
import { createCore } from '../../payments/facade/facade.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { type Problem, problem } from '../../runtime/http/problem.ts'
import { type Admission, serveRoutes } from '../../runtime/http/serve-routes.ts'
import { createCallers, type SignedCalls } from './callers.ts'
import { type Given, type Route, refuse } from './route.ts'

/** Serves the routes of the merchant API, each to the store that calls it. */
export const merchantRouter = (
  ctx: PaymentsContext,
  routes: readonly Route[],
  { signedCalls }: { signedCalls?: SignedCalls | undefined } = {},
): Router => {
  const core = createCore(ctx)
  const { callerOf, readJson } = createCallers(ctx, signedCalls)
  return serveRoutes(routes, {
    readJson,
    admit: async (route, request): Promise<Admission<Given>> => {
      const caller = await callerOf(request)
      if (caller.outcome === 'refused') {
        return { outcome: 'refused', answer: refuse(caller.problem, caller.headers) }
      }
      const { store } = caller
      if (route.platform && route.platform !== store.platform) {
        return { outcome: 'refused', answer: refuse(WRONG_PLATFORM) }
      }
      // Whoever only reads may be anybody's page that looks again and again.
      if (route.method !== 'get') ctx.circuits.signOfLife({ needs: 'shop', storeId: store.id })
      return { outcome: 'admitted', given: { ctx, core, store } }
    },
  })
}

const WRONG_PLATFORM: Problem = problem({
  status: 403,
  code: 'wrong_platform',
  title: 'This is not for stores of this platform',
  detail: 'The API key is right, and its store is one of another platform than this route is for.',
  retry: 'permanent',
})
