import { type DbQuery, type StoreRow, storesOfPlatform } from '../../adapter.ts'
import { connectionOf, isUninstalled } from '../connection.ts'

/**
 * Whom Shopify lets an app serve. App Store requirement 1.1.2 keeps apps that register payments made
 * outside its checkout out of the store, and an app that is not in it is for one shop or for the shops
 * of one Plus organisation. https://shopify.dev/docs/apps/launch/distribution
 */
export const DISTRIBUTIONS = ['one-shop', 'organisation', 'payments-partner'] as const
export type Distribution = (typeof DISTRIBUTIONS)[number]

/** Why an app does not take one shop more. */
export type RefusedShop = 'second_shop' | 'not_plus'

/** What is known of a shop's plan; `undefined`: it did not say. */
export interface ShopPlan {
  isPlus: boolean
  isDevelopment: boolean
}

/**
 * Whether an app takes a shop, as far as Puente can see. That shops are of the same organisation only
 * Shopify knows, which lets no other one install the app; here they have to be on Plus, or a
 * developer's.
 */
export const refusalOfShop = ({
  distribution,
  hasOtherShops,
  plan,
}: {
  distribution: Distribution
  /** The app serves other shops, and not this one. */
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

/** Whether this installation's app serves other shops, and not this one. */
export const servesOtherShops = async (query: DbQuery, shop: string): Promise<boolean> => {
  const served = (await storesOfPlatform(query, 'shopify')).filter(isServed).map(connectionOf)
  return served.length > 0 && !served.some((one) => one.shop === shop)
}

const isServed = (store: StoreRow): boolean =>
  connectionOf(store).mode === 'app' && !isUninstalled(store)
