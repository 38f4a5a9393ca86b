import type { Core } from '../../adapter.ts'
import type { ShopifyDeps } from '../deps.ts'
import { shopGraphql } from '../graphql/client.ts'
import { readInstallQuery } from '../graphql/operations/install.ts'
import { findInstallation } from './installation.ts'

/**
 * Probes whether a shop accepts our app's token. The time of an uninstall is unsigned and on
 * Shopify's clock: a shop that answers never uninstalled the app, or is back.
 */
export const isStillInstalled = async (
  { db }: Core,
  deps: ShopifyDeps,
  shop: string,
): Promise<boolean> => {
  const { app, calls, budgets } = deps
  const { accessToken } = (app && (await findInstallation(db.query, { ...deps, app }, shop))) ?? {}
  if (!accessToken) return false
  const token = { outcome: 'token' as const, accessToken }
  const callShop = shopGraphql({ shop, tokenOf: async () => token, calls, budgets })
  return (await callShop(readInstallQuery, {})).outcome === 'done'
}
