import { siteSchema } from './connection.ts'

/**
 * Returns a site's identity: host, port and folder of its REST API. Protocol and permalinks may
 * change, but stores on one host must not pass for each other, so only WordPress' own path suffixes
 * are dropped.
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

/** Returns a store id: `shop.example.hn/es` becomes `shop-example-hn-es`. */
export const slugOf = (siteUrl: string): string => {
  const { hostname, pathname } = new URL(siteUrl)
  const words = `${hostname.replace(/^www\./, '')}${pathname}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  const slug = words.slice(0, MOST_OF_HOST).replace(/^-+|-+$/g, '')
  return slug.length >= 2 ? slug : 'shop'
}
