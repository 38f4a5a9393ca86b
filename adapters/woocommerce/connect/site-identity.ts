import { siteSchema } from '../connection.ts'

/**
 * What makes two addresses those of one site: host and folder of its REST API, which is where a site
 * proves that it is what it says. Whether by http or https, and how the permalinks are set, can
 * change. Several shops can be on one host, and none of them may pass for another: of the path only
 * what WordPress itself adds is left out.
 */
export const siteKeyOf = (restUrl: string): string => {
  const { hostname, port, pathname } = new URL(restUrl)
  const folder = pathname
    .replace(/\/+$/, '')
    .replace(/\/wp-json$/, '')
    .replace(/\/index\.php$/, '')
  return `${hostname}${port && `:${port}`}${folder}`
}

/** Whether a store is that of a site. */
export const isStoreOfSite = (store: { connection: unknown }, restUrl: string): boolean => {
  const site = siteSchema.safeParse(store.connection).data
  return site !== undefined && siteKeyOf(site.rest_url) === siteKeyOf(restUrl)
}

/** Whether two addresses are of one host; one of them may be http where the other one is https. */
export const isSameHost = (one: string, other: string): boolean => {
  const [a, b] = [new URL(one), new URL(other)]
  return a.hostname === b.hostname && a.port === b.port
}

const MOST_OF_HOST = 28

/** What a store id is made of: `shop.example.hn/es` becomes `shop-example-hn-es`. */
export const slugOf = (siteUrl: string): string => {
  const { hostname, pathname } = new URL(siteUrl)
  const words = `${hostname.replace(/^www\./, '')}${pathname}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  const slug = words.slice(0, MOST_OF_HOST).replace(/^-+|-+$/g, '')
  return slug.length >= 2 ? slug : 'shop'
}
