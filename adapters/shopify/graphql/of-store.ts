import { resumeAfterAccess, type Store } from '../../adapter.ts'
import { NO_ACCESS } from '../delivery-result.ts'
import type { ShopifyDeps } from '../deps.ts'
import { connectionOf, noteRefused } from '../shops/connection.ts'
import { type ShopGraphql, shopGraphql } from './client.ts'
import type { Operation } from './operations/operation.ts'
import type { FailureCode, GraphqlOutcome } from './outcome.ts'

type StoreDeps = Pick<ShopifyDeps, 'tokenOf' | 'calls' | 'budgets' | 'db' | 'clock' | 'noteVersion'>

/**
 * Returns a store's GraphQL client. Opens an access alert for a refused call, and resumes work once
 * the shop allows it.
 */
export const graphqlOf = (store: Store, deps: StoreDeps): ShopGraphql => {
  const { tokenOf, calls, budgets } = deps
  const callShop = shopGraphql({
    shop: connectionOf(store).shop,
    tokenOf: (options) => tokenOf(store, options),
    calls,
    budgets,
    onServed: (served) =>
      deps.noteVersion({ storeId: store.id, part: 'api', served, now: deps.clock.now() }),
  })
  return async (operation, variables, limits) => {
    const outcome = await callShop(operation, variables, limits)
    if (isWatched(operation))
      await noteWhetherAllowed(store, deps, { call: operation.name, outcome })
    return outcome
  }
}

/** Skips reads: polling detects refused read access. */
const isWatched = ({
  isRead,
  hasFallback,
}: Pick<Operation<never, unknown>, 'isRead' | 'hasFallback'>) => !isRead && !hasFallback

const noteWhetherAllowed = async (
  { id: storeId }: Store,
  { db: { query }, clock }: StoreDeps,
  { call, outcome }: { call: string; outcome: GraphqlOutcome<unknown> },
): Promise<void> => {
  const now = clock.now()
  if (outcome.outcome === 'done') {
    await resumeAfterAccess(query, { storeId, parts: [call, ANY_CHANGE], now })
  } else if (outcome.outcome === 'failed' && NO_ACCESS.has(outcome.code)) {
    const { code, detail: reason } = outcome
    await noteRefused(query, { storeId, part: refusedPart(code, call), reason, now })
  }
}

/** Access part of all mutations: a frozen shop may allow only reads. */
const ANY_CHANGE = 'changes'

const refusedPart = (code: FailureCode, call: string): string | undefined => {
  if (code === 'access-denied') return call
  return code === 'shop-unavailable' ? ANY_CHANGE : undefined
}
