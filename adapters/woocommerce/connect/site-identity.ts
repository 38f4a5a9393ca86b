import type { StoreId } from '../../../src/domain/ids.ts'
import { type DbQuery, type Store, storeIdOfShop, storesByPlatform } from '../../adapter.ts'
import { type Site, siteSchema } from './connection.ts'

/**
 * Returns host, port and folder of a site's REST API. Protocol and permalinks may change, but
 * stores on one host must not pass for each other, so it drops only WordPress' own path suffixes.
 */
export const siteKeyOf = (restUrl: string): string => {
  const { hostname, port, pathname } = new URL(restUrl)
  const folder = pathname
    .replace(/\/+$/, '')
    .replace(/\/wp-json$/, '')
    .replace(/\/index\.php$/, '')
  return `${hostname}${port && `:${port}`}${folder}`
}

export const isStoreOfSite = (store: { connection: unknown }, restUrl: string): boolean => {
  const site = siteSchema.safeParse(store.connection).data
  return site !== undefined && siteKeyOf(site.rest_url) === siteKeyOf(restUrl)
}

/** Compares host and port; http equals https. */
export const isSameHost = (one: string, other: string): boolean => {
  const [a, b] = [new URL(one), new URL(other)]
  return a.hostname === b.hostname && a.port === b.port
}

const MOST_OF_HOST = 28

/** Turns `shop.example.hn/es` into `shop-example-hn-es`. */
export const slugOf = (siteUrl: string): string => {
  const { hostname, pathname } = new URL(siteUrl)
  const words = `${hostname.replace(/^www\./, '')}${pathname}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  const slug = words.slice(0, MOST_OF_HOST).replace(/^-+|-+$/g, '')
  return slug.length >= 2 ? slug : 'shop'
}

/** Includes test and live stores. */
export const storesOfSite = async (query: DbQuery, restUrl: string): Promise<Store[]> =>
  (await storesByPlatform(query, 'woocommerce')).filter((store) => isStoreOfSite(store, restUrl))

/** Returns the existing store's id, or a new one. */
export const storeIdOfSite = async (
  query: DbQuery,
  { site_url, rest_url }: Site,
  environment?: Store['environment'],
): Promise<StoreId> => {
  const stores = await storesOfSite(query, rest_url)
  return storeIdOfShop(query, { stores, slug: slugOf(site_url), environment })
}
