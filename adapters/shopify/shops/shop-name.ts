import { trimPasted } from '../../../src/runtime/text/pasted.ts'

/** Shopify's name for a shop, not its public domain. */
const SHOP_NAME = /^[a-z0-9][a-z0-9-]{0,99}\.myshopify\.com$/

/**
 * Returns `undefined` if invalid. The library accepts other domains, upper case and a slash, which
 * would alias a shop.
 */
export const readShopName = (given: unknown): string | undefined => {
  const name = typeof given === 'string' ? trimPasted(given).toLowerCase() : ''
  return SHOP_NAME.test(name) ? name : undefined
}

/** Returns `cafe` for `cafe.myshopify.com`. */
export const handleOf = (shop: string): string => shop.slice(0, shop.indexOf('.'))
