import { type DbQuery, type Store, storesByPlatform } from '../../adapter.ts'
import { connectionOf, isUninstalled } from '../shops/connection.ts'

/**
 * Shops that Shopify lets an app serve. App Store requirement 1.1.2 bans apps that register outside
 * payments; an unlisted app serves one shop or one Plus organisation.
 * https://shopify.dev/docs/apps/launch/distribution
 */
export const DISTRIBUTIONS = ['one-shop', 'organisation', 'payments-partner'] as const
export type Distribution = (typeof DISTRIBUTIONS)[number]

export type RefusedShop = 'second_shop' | 'not_plus'

/** `undefined`: unknown. */
export interface ShopPlan {
  isPlus: boolean
  isDevelopment: boolean
}

/**
 * Decides whether an app may serve a shop. Only Shopify knows organisations and blocks other
 * installations; Puente requires Plus or a development shop.
 */
export const refusalOfShop = ({
  distribution,
  hasOtherShops,
  plan,
}: {
  distribution: Distribution
  hasOtherShops: boolean
  plan: ShopPlan | undefined
}): RefusedShop | undefined => {
  if (!hasOtherShops) return undefined
  switch (distribution) {
    case 'one-shop':
      return 'second_shop'
    case 'organisation':
      return plan && !plan.isPlus && !plan.isDevelopment ? 'not_plus' : undefined
    case 'payments-partner':
      return undefined
  }
}

export const servesOtherShops = async (query: DbQuery, shop: string): Promise<boolean> => {
  const served = (await storesByPlatform(query, 'shopify')).filter(isServed).map(connectionOf)
  return served.length > 0 && !served.some((one) => one.shop === shop)
}

const isServed = (store: Store): boolean =>
  connectionOf(store).mode === 'app' && !isUninstalled(store)
