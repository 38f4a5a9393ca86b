import type { Core } from '../../adapter.ts'
import type { ShopifyApp, ShopifyDeps } from '../deps.ts'
import { shopGraphql } from '../graphql/client.ts'
import { readInstallQuery } from '../graphql/operations/install.ts'
import { findInstallation } from '../install/installation.ts'
import { type RefusedShop, refusalOfShop, type ShopPlan, servesOtherShops } from './distribution.ts'

/** Timeout while a merchant waits for the page. */
const PAGE_TIMEOUT_MS = 3_000

/** Returns why this installation's app may not serve a shop, or `undefined`. */
export const refusalToServe = async (
  core: Core,
  deps: Pick<ShopifyDeps, 'sealer' | 'calls' | 'budgets'> & { app: ShopifyApp },
  shop: string,
): Promise<RefusedShop | undefined> => {
  const { distribution } = deps.app
  const hasOtherShops = await servesOtherShops(core.db.query, shop)
  const requiresPlan = hasOtherShops && distribution === 'organisation'
  const plan = requiresPlan ? await planOf(core, deps, shop) : undefined
  return refusalOfShop({ distribution, hasOtherShops, plan })
}

const planOf = async (
  { db }: Core,
  deps: Parameters<typeof refusalToServe>[1],
  shop: string,
): Promise<ShopPlan | undefined> => {
  const { accessToken } = (await findInstallation(db.query, deps, shop)) ?? {}
  if (!accessToken) return undefined
  const token = { outcome: 'token' as const, accessToken }
  const calls = { ...deps.calls, timeoutMs: PAGE_TIMEOUT_MS }
  const callShop = shopGraphql({ shop, tokenOf: async () => token, calls, budgets: deps.budgets })
  const limits = { endsAt: performance.now() + PAGE_TIMEOUT_MS, longestWaitMs: PAGE_TIMEOUT_MS }
  const install = await callShop(readInstallQuery, {}, limits)
  return install.outcome === 'done' ? install.value : undefined
}
