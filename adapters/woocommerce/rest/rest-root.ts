import { z } from 'zod'
import { callSite } from './call-site.ts'
import { parseSiteJson, type RestFailure, restFailureOf } from './rest-failure.ts'

/**
 * Splits a root for WooCommerce's library, which appends the route. Plain permalinks name it in the
 * query of `index.php`: WooCommerce signs a bare home address without its slash, unlike the
 * library. `undefined` for an address with another query.
 */
export const restPrefixOf = (restUrl: string): { siteUrl: string; prefix: string } | undefined => {
  if (!URL.canParse(restUrl)) return undefined
  const { origin, pathname, search, searchParams } = new URL(restUrl)
  if (searchParams.size === 1 && searchParams.get('rest_route') === '/') {
    const folder = pathname.replace(/\/(index\.php)?\/*$/, '')
    return { siteUrl: `${origin}${folder}/`, prefix: 'index.php?rest_route=' }
  }
  const [, folder, prefix] = /^(.*\/)([^/]+)\/?$/.exec(pathname) ?? []
  if (folder === undefined || prefix === undefined || search) return undefined
  return { siteUrl: `${origin}${folder}`, prefix }
}

/** Builds URLs for pretty and plain permalinks. */
export const routeUrl = (restUrl: string, route: string): string => {
  const url = new URL(restUrl)
  if (url.searchParams.has('rest_route')) url.searchParams.set('rest_route', route)
  else url.pathname = `${url.pathname.replace(/\/+$/, '')}${route}`
  return url.href
}

const index = z.object({ namespaces: z.array(z.string()) })

/** Probes pretty permalinks, then plain ones. */
export const findRestRoot = async (
  siteUrl: string,
  { timeoutMs, allowPrivateAddresses }: { timeoutMs: number; allowPrivateAddresses: boolean },
): Promise<{ outcome: 'found'; restUrl: string; namespaces: string[] } | RestFailure> => {
  const site = siteUrl.replace(/\/*$/, '/')
  let latest: RestFailure | undefined
  for (const restUrl of [`${site}wp-json/`, `${site}?rest_route=/`]) {
    const url = withFields(restUrl)
    const options = { timeoutMs, allowPrivateAddresses, headers: {} }
    const answer = await callSite({ method: 'GET', url, ...options })
    const read =
      answer.outcome === 'answered' && answer.status === 200
        ? index.safeParse(parseSiteJson(answer.text))
        : undefined
    if (read?.success) return { outcome: 'found', restUrl, ...read.data }
    latest = restFailureOf(answer)
    if (answer.outcome === 'unanswered' || latest.code === 'redirected') return latest
  }
  return latest ?? restFailureOf({ outcome: 'unanswered', reason: 'unreachable', detail: siteUrl })
}

const withFields = (restUrl: string): string => {
  const url = new URL(restUrl)
  url.searchParams.set('_fields', 'namespaces')
  return url.href
}
