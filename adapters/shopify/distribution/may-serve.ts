import type { Core } from '../../adapter.ts'
import type { AppDeps } from '../deps.ts'
import { readInstallForPage } from '../install/read-install.ts'
import { type RefusedShop, refusalOfShop, servesOtherShops } from './distribution.ts'

/** Returns why this installation's app may not serve a shop. */
export const refusalToServe = async (
  { db: { query } }: Core,
  deps: AppDeps,
  shop: string,
): Promise<RefusedShop | undefined> => {
  const { distribution } = deps.app
  const hasOtherShops = await servesOtherShops(query, shop)
  const requiresPlan = hasOtherShops && distribution === 'organisation'
  const plan = requiresPlan ? await readInstallForPage(query, deps, shop) : undefined
  return refusalOfShop({ distribution, hasOtherShops, plan })
}
