import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openWooBooks, type StoredWooOrder, type WooBooks } from './books.ts'
import { checkOAuth } from './oauth.ts'
import { answerOrders, type ConcurrentChange, type Drafts } from './order-routes.ts'
import { type Plugin, startPlugin } from './plugin.ts'
import { type RestRequest, type WooReply, withFields, wpError } from './reply.ts'
import { startWooWebhooks, type WooWebhooks } from './webhooks.ts'

export type WooFault =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** Does the work, then cuts the connection. */
  | 'lost-answer'
  /** Cuts the connection before any work. */
  | 'reset'
  | 'silence'

export interface WooStore {
  url: string
  restUrl: string
  consumerKey: string
  consumerSecret: string
  books: WooBooks
  webhooks: WooWebhooks
  plugin: Plugin
  /** All requests, failed ones included: `GET orders/17`. */
  requests: string[]
  order(id: number | string): StoredWooOrder
  newOrder(order?: Partial<StoredWooOrder>): StoredWooOrder
  failNext(like: RegExp, fault: WooFault, times?: number): void
  printFirst(notice: string): void
  heal(): void
  unmet(): number
  /** Between WooCommerce's check and its next write. */
  meanwhile(happens: ConcurrentChange): void
  ownStatuses: string[]
  listDrafts(drafts: Drafts): void
  close(): Promise<void>
}

export const startWooStore = async ({
  storeId = 'tienda',
  pairingSecret = 'pps_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
  now = () => new Date(),
  port = 0,
}: {
  storeId?: string
  pairingSecret?: string
  now?: () => Date
  port?: number
} = {}): Promise<WooStore> => {
  const consumerKey = `ck_${'a1'.repeat(20)}`
  const consumerSecret = `cs_${'b2'.repeat(20)}`
  const known = new Set<number>()
  const books = openWooBooks({
    now,
    changed: (id, event) => {
      webhooks.enqueueChange(id, event ?? (known.has(id) ? 'updated' : 'created'))
      known.add(id)
    },
  })
  const siteUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const webhooks: WooWebhooks = startWooWebhooks({ books, siteUrl })
  const plugin = startPlugin({ storeId, secret: pairingSecret, siteUrl, nextId: books.nextId })
  const faults: { like: RegExp; fault: WooFault; times: number }[] = []
  const meanwhiles: ConcurrentChange[] = []
  const nonces = new Set<string>()
  const requests: string[] = []
  const ownStatuses: string[] = []
  let drafts: Drafts = 'in-any'
  let notice = ''

  const answerRest = async (request: RestRequest): Promise<WooReply> => {
    const nextConcurrentChange = () => meanwhiles.shift()
    const reply =
      answerOrders({ books, ownStatuses, drafts, nextConcurrentChange }, request) ??
      (await webhooks.answer(request)) ??
      wpError(404, 'rest_no_route', 'No route was found matching the URL and request method.')
    return withFields(reply, request.query.get('_fields'))
  }

  const answer = async (request: IncomingMessage, body: Buffer): Promise<WooReply> => {
    const { method = '', headers } = request
    const url = new URL(request.url ?? '', siteUrl())
    // WordPress accepts `rest_route` with any permalinks and needs it with plain ones.
    const route = url.searchParams.get('rest_route') ?? url.pathname.replace(/^\/wp-json/, '')
    const [, namespace = '', path = ''] = /^\/(wc\/v3|puente\/v1)\/(.*)$/.exec(route) ?? []
    if (route === '/' && url.href !== `${siteUrl()}/`) {
      const namespaces = ['wc/v3', 'wp/v2', ...(plugin.isActive ? ['puente/v1'] : [])]
      return { status: 200, body: { name: 'Tienda', namespaces } }
    }
    if (namespace === 'puente/v1' && plugin.isActive) {
      return plugin.answer({ method, route, headers, body })
    }
    if (namespace !== 'wc/v3') {
      return wpError(
        404,
        'rest_no_route',
        'No route was found matching the URL and request method.',
      )
    }
    // Before 11.1, only the plugin's filter makes WooCommerce take keys of plain permalinks.
    if (url.searchParams.has('rest_route') && !(plugin.isActive && plugin.helpsPlainPermalinks)) {
      return wpError(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot view this resource.')
    }
    const isNewNonce = (nonce: string) => !nonces.has(nonce) && Boolean(nonces.add(nonce))
    const [key, secret] = [consumerKey, consumerSecret]
    const checked = checkOAuth({ method, url, key, secret, now: new Date(), isNewNonce })
    if (checked === 'none') {
      return wpError(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot view this resource.')
    }
    if (checked !== 'right') {
      return wpError(401, 'woocommerce_rest_authentication_error', checked.message)
    }
    const given = body.length > 0 ? JSON.parse(body.toString()) : {}
    return answerRest({ method, path, query: url.searchParams, body: given })
  }

  const nextFault = (name: string): WooFault | undefined => {
    const planned = faults.find(({ like, times }) => times > 0 && like.test(name))
    if (planned) planned.times--
    return planned?.fault
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const name = `${request.method} ${nameOf(request)}`
    requests.push(name)
    const fault = nextFault(name)
    if (fault === 'silence') return
    if (fault === 'reset') return void request.socket.destroy()
    if (typeof fault === 'object') return send(response, fault)
    const reply = await answer(request, Buffer.concat(chunks))
    if (fault === 'lost-answer') return void request.socket.destroy()
    send(response, reply, notice)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  return {
    url: siteUrl(),
    restUrl: `${siteUrl()}/wp-json/`,
    consumerKey,
    consumerSecret,
    books,
    webhooks,
    plugin,
    requests,
    ownStatuses,
    listDrafts: (listed) => {
      drafts = listed
    },
    order: (id) => {
      const order = books.orders.get(Number(id))
      if (!order) throw new Error(`There is no order ${id}`)
      return order
    },
    newOrder: (order = {}) => books.add(order),
    failNext: (like, fault, times = 1) => faults.push({ like, fault, times }),
    printFirst: (given) => {
      notice = given
    },
    heal: () => {
      faults.length = 0
    },
    unmet: () => faults.reduce((sum, { times }) => sum + times, 0) + meanwhiles.length,
    meanwhile: (happens) => meanwhiles.push(happens),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const nameOf = ({ url = '' }: IncomingMessage): string =>
  url
    .replace(
      /^\/(index\.php)?\?(?:.*&)?rest_route=([^&]*).*$/,
      (_, _file, route) => `/wp-json${decodeURIComponent(route)}`,
    )
    .replace(/\?.*$/, '')
    .replace(/^\/wp-json\/(wc\/v3\/)?/, '')

const send = (
  response: ServerResponse,
  { status, headers = {}, body = '' }: Exclude<WooFault, string>,
  notice = '',
): void => {
  const isText = typeof body === 'string'
  const type = isText ? 'text/html' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(notice + (isText ? body : JSON.stringify(body)))
}
