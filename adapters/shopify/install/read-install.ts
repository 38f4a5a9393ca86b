import type { DbQuery, Store } from '../../adapter.ts'
import type { AppDeps } from '../deps.ts'
import { shopGraphql } from '../graphql/client.ts'
import { graphqlOf } from '../graphql/of-store.ts'
import { readInstallQuery } from '../graphql/operations/install.ts'
import type { CallLimits } from '../graphql/throttle.ts'
import { findInstallation } from './installation.ts'

/** Timeout while a merchant waits for the page. */
const PAGE_TIMEOUT_MS = 3_000

/** Reads with our app's token as is. Returns `undefined` without an answer. */
export const readInstall = async (
  query: DbQuery,
  deps: AppDeps,
  { shop, limits }: { shop: string; limits?: CallLimits },
) => {
  const { accessToken } = (await findInstallation(query, deps, shop)) ?? {}
  if (!accessToken) return undefined
  const token = { outcome: 'token' as const, accessToken }
  const { calls, budgets } = deps
  const callShop = shopGraphql({ shop, tokenOf: async () => token, calls, budgets })
  const install = await callShop(readInstallQuery, {}, limits)
  return install.outcome === 'done' ? install.value : undefined
}

export const readInstallForPage = (query: DbQuery, deps: AppDeps, shop: string) =>
  readInstall(query, forPage(deps), { shop, limits: pageLimits() })

/** Returns none if the shop does not answer. */
export const missingScopes = async (store: Store, deps: AppDeps): Promise<string[]> => {
  const install = await graphqlOf(store, forPage(deps))(readInstallQuery, {}, pageLimits())
  if (install.outcome !== 'done') return []
  return missingFrom(deps.app.scopes, install.value.scopes)
}

const forPage = (deps: AppDeps): AppDeps => ({
  ...deps,
  calls: { ...deps.calls, timeoutMs: PAGE_TIMEOUT_MS },
})

const pageLimits = (): CallLimits => ({
  endsAt: performance.now() + PAGE_TIMEOUT_MS,
  longestWaitMs: PAGE_TIMEOUT_MS,
})

/** Counts a write scope as reading, too. */
export const missingFrom = (needed: readonly string[], allowed: readonly string[]): string[] =>
  needed.filter(
    (scope) => !allowed.includes(scope) && !allowed.includes(scope.replace(/^read_/, 'write_')),
  )
