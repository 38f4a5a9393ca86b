import { trimPasted } from '../../src/runtime/pasted.ts'

/** `cafe.myshopify.com`: what Shopify itself calls a shop by, whatever address its customers know. */
const SHOP_NAME = /^[a-z0-9][a-z0-9-]{0,99}\.myshopify\.com$/

/**
 * Reads a shop's name from outside. The library lets other domains, upper case and a slash pass,
 * which would be other names of the same shop. `undefined`: it is none.
 */
export const readShopName = (given: unknown): string | undefined => {
  const name = typeof given === 'string' ? trimPasted(given).toLowerCase() : ''
  return SHOP_NAME.test(name) ? name : undefined
}

/** `cafe` of `cafe.myshopify.com`. */
export const handleOf = (shop: string): string => shop.slice(0, shop.indexOf('.'))
