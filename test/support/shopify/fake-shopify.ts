import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { API_VERSION } from '../../../adapters/shopify/api-version.ts'
import { type Reply, reply } from './reply.ts'
import { openShop, type ShopOptions, type StandInShop } from './shop.ts'

export type Fault =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** Does the work, then cuts the connection. */
  | 'lost-answer'
  /** Cuts the connection before any work. */
  | 'reset'
  | 'silence'
  /** Responds once it resolves. */
  | { heldUntil: Promise<unknown> }
  | 'page'
  /** Returns `THROTTLED` with `available` points left. */
  | { throttled: { available: number; restoreRate: number } }

/** Simulates Shopify on its real API schemas. `x-shop` selects the shop. */
export interface FakeShopify {
  url: string
  clientId: string
  clientSecret: string
  shop(name?: string, options?: ShopOptions): StandInShop
  /** Failed ones, too: `cafe.myshopify.com MarkPaid`, `… token`. */
  requests: string[]
  failNext(like: RegExp, fault: Fault, times?: number): void
  forgetFaults(): void
  /** Runs `happens` between the next matching request and its response. */
  onNext(like: RegExp, happens: () => void): void
  pending(): number
  servedVersion: string
  close(): Promise<void>
}

export const SHOP = 'cafe.myshopify.com'

export const startFakeShopify = async ({
  clientId = 'stand-in-client-id',
  clientSecret = 'stand-in-client-secret',
  webhookUrl,
  now = () => new Date(),
}: {
  clientId?: string
  clientSecret?: string
  webhookUrl?: string
  now?: () => Date
} = {}): Promise<FakeShopify> => {
  const shops = new Map<string, StandInShop>()
  const faults: { like: RegExp; fault: Fault; times: number }[] = []
  const meanwhiles: { like: RegExp; happens: () => void }[] = []
  const requests: string[] = []

  const shopOf = (name: string, options: ShopOptions = {}): StandInShop => {
    const known = shops.get(name)
    if (known) return known
    const shop = openShop({ name, clientId, clientSecret, webhookUrl, now, options })
    shops.set(name, shop)
    return shop
  }

  const nextFault = (name: string): Fault | undefined => {
    const planned = faults.find(({ like, times }) => times > 0 && like.test(name))
    if (planned) planned.times--
    return planned?.fault
  }
  const happen = (name: string): void => {
    const at = meanwhiles.findIndex(({ like }) => like.test(name))
    const [planned] = at < 0 ? [] : meanwhiles.splice(at, 1)
    planned?.happens()
  }

  const answer = (
    shop: StandInShop | undefined,
    { method, url, headers }: IncomingMessage,
    body: Record<string, unknown>,
  ): Promise<Reply> | Reply => {
    if (!shop || method !== 'POST') return NOT_FOUND
    if (url === '/admin/oauth/access_token') return shop.access.answer(body)
    const isAdmin = url === `/admin/api/${API_VERSION}/graphql.json`
    if (!isAdmin && url !== `/payments_apps/api/${API_VERSION}/graphql.json`) return NOT_FOUND
    const token = headers['x-shopify-access-token']
    if (!shop.access.isGood(typeof token === 'string' ? token : undefined)) return UNAUTHORIZED
    if (shop.access.isFrozen) return PAYMENT_REQUIRED
    return isAdmin ? shop.answerAdmin(body) : shop.plannedAnswers(body)
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = bodyOf(request, Buffer.concat(chunks).toString())
    const shopName = String(request.headers['x-shop'] ?? '')
    const name = `${shopName} ${nameOf(request, body)}`
    requests.push(name)
    happen(name)
    const fault = nextFault(name)
    if (fault === 'silence') return
    if (fault === 'reset') return void request.socket.destroy()
    if (fault === 'page') return send(response, reply(200, '<html><body>One moment</body></html>'))
    if (typeof fault === 'object' && 'heldUntil' in fault) {
      const held = await answer(shops.get(shopName), request, body)
      await fault.heldUntil
      return send(response, held)
    }
    if (typeof fault === 'object') {
      return send(response, 'throttled' in fault ? throttled(fault.throttled) : faultReply(fault))
    }
    const given = await answer(shops.get(shopName), request, body)
    if (fault === 'lost-answer') return void request.socket.destroy()
    const isApi = /\/graphql\.json$/.test(request.url ?? '')
    const headers = { ...given.headers }
    if (isApi) headers['x-shopify-api-version'] = standIn.servedVersion
    send(response, { ...given, headers })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const standIn: FakeShopify = {
    servedVersion: API_VERSION,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId,
    clientSecret,
    shop: (name = SHOP, options) => shopOf(name, options),
    requests,
    failNext: (like, fault, times = 1) => faults.push({ like, fault, times }),
    forgetFaults: () => void faults.splice(0),
    onNext: (like, happens) => meanwhiles.push({ like, happens }),
    pending: () => faults.reduce((sum, { times }) => sum + times, 0) + meanwhiles.length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}

const NOT_FOUND = reply(404, { errors: 'Not Found' })
const PAYMENT_REQUIRED = reply(402, { errors: 'Unavailable Shop' })
const UNAUTHORIZED = reply(401, {
  errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
})

const faultReply = ({ status, headers, body = '' }: Extract<Fault, { status: number }>): Reply => ({
  status,
  body,
  ...(headers ? { headers } : {}),
})

const throttled = ({ available, restoreRate }: { available: number; restoreRate: number }): Reply =>
  reply(200, {
    errors: [
      {
        message: 'Throttled',
        extensions: {
          code: 'THROTTLED',
          documentation: 'https://shopify.dev/api/usage/rate-limits',
        },
      },
    ],
    extensions: {
      cost: {
        requestedQueryCost: 100,
        actualQueryCost: null,
        throttleStatus: { maximumAvailable: 2_000, currentlyAvailable: available, restoreRate },
      },
    },
  })

const bodyOf = ({ headers }: IncomingMessage, text: string): Record<string, unknown> => {
  const isForm = headers['content-type']?.includes('form')
  if (isForm) return Object.fromEntries(new URLSearchParams(text))
  return text ? JSON.parse(text) : {}
}

const nameOf = ({ url = '' }: IncomingMessage, { query }: Record<string, unknown>): string => {
  if (url === '/admin/oauth/access_token') return 'token'
  return /(?:query|mutation) (\w+)/.exec(String(query))?.[1] ?? url
}

const send = (response: ServerResponse, { status, headers = {}, body }: Reply): void => {
  const isText = typeof body === 'string'
  const type = isText ? 'text/html' : 'application/json; charset=utf-8'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(isText ? body : JSON.stringify(body))
}
