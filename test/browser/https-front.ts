import type { BrowserContext, Route } from 'playwright-core'

/** Resolves in the test browser only. */
export const HTTPS_URL = 'https://pay.puente.test'

/**
 * Serves Puente at `HTTPS_URL`, like a reverse proxy. Turns redirects into pages that navigate, as
 * Playwright does not intercept redirected requests.
 */
export const serveOverHttps = (context: BrowserContext, puenteUrl: string): Promise<unknown> =>
  context.route(/.*/, (route) => serve(route, puenteUrl).catch(ignoreIfClosed))

/** Aborted by a left page or a closed browser. */
const ignoreIfClosed = (error: unknown): void => {
  if (!/disposed|has been closed/i.test(String(error))) throw error
}

const serve = async (route: Route, puenteUrl: string): Promise<void> => {
  const request = route.request()
  const isPuente = request.url().startsWith(`${HTTPS_URL}/`)
  if (!isPuente && !request.isNavigationRequest()) return route.continue()
  const url = request.url().replace(HTTPS_URL, puenteUrl)
  const response = await route.fetch({ url, maxRedirects: 0 })
  const { location } = response.headers()
  if (!location || response.status() < 300 || !request.isNavigationRequest()) {
    return route.fulfill({ response })
  }
  const next = new URL(location, request.url()).href.replace(puenteUrl, HTTPS_URL)
  return route.fulfill({
    contentType: 'text/html',
    body: `<!doctype html><meta http-equiv="refresh" content="0;url=${next.replaceAll('&', '&amp;')}">`,
  })
}
