import type { Core } from '../../adapter.ts'
import type { ShopifyDeps } from '../deps.ts'
import { shopGraphql } from '../graphql/client.ts'
import { readInstall } from '../graphql/operations/install.ts'
import { findInstallation } from './installation.ts'

/**
 * Whether a shop still takes the token that our app has of it. When it threw the app out stands in a
 * header that nobody signs, by a clock that is not ours: a shop that lets the app in has not, or is back.
 */
export const isStillInstalled = async (
  { db }: Core,
  deps: ShopifyDeps,
  shop: string,
): Promise<boolean> => {
  const { app, calls, budgets } = deps
  const { accessToken } = (app && (await findInstallation(db, { ...deps, app }, shop))) ?? {}
  if (!accessToken) return false
  const token = { outcome: 'token' as const, accessToken }
  const ask = shopGraphql({ shop, tokenOf: async () => token, calls, budgets })
  return (await ask(readInstall, {})).outcome === 'done'
}
