import type { Store } from '../../adapter.ts'
import type { ShopifyApp } from '../deps.ts'
import { graphqlOf } from '../graphql/of-store.ts'
import { readInstallQuery } from '../graphql/operations/install.ts'

/** Timeout while a merchant waits for the page. */
const PATIENCE_MS = 3_000

/**
 * Returns the scopes that a shop has not granted: it may have granted fewer, or an older set. None
 * if it does not answer.
 */
export const missingScopes = async (
  store: Store,
  deps: Parameters<typeof graphqlOf>[1] & { app: ShopifyApp },
): Promise<string[]> => {
  const calls = { ...deps.calls, timeoutMs: PATIENCE_MS }
  const limits = { endsAt: performance.now() + PATIENCE_MS, longestWaitMs: PATIENCE_MS }
  const install = await graphqlOf(store, { ...deps, calls })(readInstallQuery, {}, limits)
  if (install.outcome !== 'done') return []
  return missingFrom(deps.app.scopes, install.value.scopes)
}

export const missingFrom = (needed: readonly string[], allowed: readonly string[]): string[] =>
  needed.filter((scope) => !isAllowed(scope, allowed))

/** Counts a write scope as reading, too. */
const isAllowed = (scope: string, allowed: readonly string[]): boolean =>
  allowed.includes(scope) || allowed.includes(scope.replace(/^read_/, 'write_'))
