import { randomBytes } from 'node:crypto'
import express from 'express'
import { connectionRoutes } from '../../adapters/woocommerce/connect/connection-routes.ts'
import type { ConnectionDeps } from '../../adapters/woocommerce/connect/visit.ts'
import { openConnection } from '../../src/db/stores/store-secrets.ts'
import { createGateway } from '../../src/gateway/client.ts'
import { createCore } from '../../src/payments/facade/core.ts'
import type { PaymentsContext } from '../../src/payments/ports/context.ts'
import { type RunningServer, serve } from '../../src/runtime/http/http-server.ts'
import { answerErrors } from '../../src/runtime/http/problem.ts'
import { HANG_MS } from './eventually.ts'
import type { WooStore } from './woocommerce/store.ts'
import type { Json, World } from './world.ts'

export const PUBLIC_URL = 'https://pay.puente.test'

export interface Begun {
  status: number
  body: Json
  secret: string
}

/** Stores the pairing in `woo`. */
export const beginAt = async (
  puenteUrl: string,
  woo: WooStore,
  said: Json = {},
  headers: Record<string, string> = {},
): Promise<Begun> => {
  const secret = `pps_${randomBytes(32).toString('base64url')}`
  const response = await fetch(`${puenteUrl}/woocommerce/connections`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      site_url: woo.url,
      site_name: 'Café Woo',
      rest_url: woo.restUrl,
      return_url: `${woo.url}/wp-admin/admin.php?page=wc-settings&puente_state=abc`,
      pairing_secret: secret,
      locale: 'es',
      plugin_version: '0.1.0',
      woocommerce_version: '10.0.2',
      ...said,
    }),
  })
  const body: Json = await response.json()
  Object.assign(woo.plugin, { secret, storeId: body.store_id ?? '' })
  return { status: response.status, body, secret }
}

export interface ShownConnectPage {
  status: number
  url: string
  html: string
  text: string
  /** Target of a redirect that leaves Puente. */
  location: string | undefined
}

export interface MerchantBrowser {
  visit(url: string): Promise<ShownConnectPage>
  send(fields: Record<string, string>, headers?: Record<string, string>): Promise<ShownConnectPage>
  seen: string[]
}

export const openMerchantBrowser = (puenteUrl: string, publicUrl = PUBLIC_URL): MerchantBrowser => {
  let cookie = ''
  let shown: ShownConnectPage = { status: 0, url: '', html: '', text: '', location: undefined }
  const seen: string[] = []

  const go = async (url: string, init: RequestInit = {}): Promise<ShownConnectPage> => {
    const headers = { ...(cookie ? { cookie } : {}), ...init.headers }
    const real = url.replace(publicUrl, puenteUrl)
    const response = await fetch(real, { ...init, headers, redirect: 'manual' })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    const location = response.headers.get('location') ?? undefined
    const next = location && new URL(location, url).href
    seen.push(url)
    if (next?.startsWith(`${publicUrl}/`)) return go(next)
    const html = await response.text()
    seen.push(html)
    const text = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
    shown = { status: response.status, url, html, text, location: next }
    return shown
  }

  return {
    seen,
    visit: (url) => go(url),
    send: (fields, headers = {}) => {
      const guard = /name="guard" value="([^"]*)"/.exec(shown.html)?.[1] ?? ''
      const body = new URLSearchParams({ guard, ...fields })
      const origin = new URL(publicUrl).origin
      return go(shown.url, { method: 'POST', body, headers: { origin, ...headers } })
    },
  }
}

export const linkIn = ({ html }: ShownConnectPage, words: string): string => {
  const [, href = ''] = new RegExp(`href="([^"]*)"[^>]*>${words}`).exec(html) ?? []
  return href.replaceAll('&amp;', '&')
}

export const approveKeys = async (
  puenteUrl: string,
  authorizeUrl: string,
  keys: { consumer_key: string; consumer_secret: string; user_id?: string },
): Promise<{ status: number; returnUrl: string }> => {
  const { searchParams } = new URL(authorizeUrl)
  const callback = searchParams.get('callback_url') ?? ''
  const response = await fetch(callback.replace(PUBLIC_URL, puenteUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body: JSON.stringify({
      key_id: 1,
      user_id: searchParams.get('user_id'),
      key_permissions: 'read_write',
      ...keys,
    }),
  })
  return { status: response.status, returnUrl: searchParams.get('return_url') ?? '' }
}

export const serveConnectionPages = async (
  { puente: { ctx, sealer }, sandbox }: World,
  { context = {}, ...deps }: Partial<ConnectionDeps> & { context?: Partial<PaymentsContext> },
): Promise<RunningServer & { url: string }> => {
  const app = express()
  const own = { ...ctx, ...context }
  app.use(
    connectionRoutes({
      ctx: createCore(own),
      sealer,
      connectCode: undefined,
      open: (store: Parameters<typeof openConnection>[1]) => openConnection(sealer, store),
      ids: ctx.ids,
      publicUrl: own.publicUrl,
      allowPrivateAddresses: true,
      query: ctx.db.query,
      clock: ctx.clock,
      gatewayOf: (secretKey, language) =>
        createGateway({
          baseUrl: `${sandbox.url}/v1`,
          secretKey,
          timeoutMs: HANG_MS,
          language,
          log: ctx.log,
        }),
      ...deps,
    }),
  )
  app.use(answerErrors(ctx.log, () => {}))
  const server = await serve(app, { host: '127.0.0.1', port: 0 })
  return { ...server, url: `http://127.0.0.1:${server.port}` }
}
