import type { IncomingHttpHeaders } from 'node:http'
import { checkCall } from '../../../adapters/woocommerce/signing.ts'
import type { WooReply } from './reply.ts'

export interface StoredToken {
  id: number
  customerId: number
  card: { id: string; last_four: string | null; [field: string]: unknown }
}

export interface Plugin {
  isActive: boolean
  /** Makes WooCommerce take REST keys with plain permalinks; older plugins do not. */
  helpsPlainPermalinks: boolean
  storeId: string
  secret: string
  customers: Set<number>
  tokens: StoredToken[]
  clockOffsetMs: number
  /** Language of the shop; `undefined` for an older plugin. */
  locale: string | undefined
  answer(call: {
    method: string
    route: string
    headers: IncomingHttpHeaders
    body: Buffer
  }): Promise<WooReply>
}

export const startPlugin = ({
  storeId,
  secret,
  siteUrl,
  nextId,
}: {
  storeId: string
  secret: string
  siteUrl(): string
  nextId(): number
}): Plugin => {
  const nonces = new Set<string>()
  const plugin: Plugin = {
    isActive: true,
    helpsPlainPermalinks: true,
    storeId,
    secret,
    customers: new Set([1]),
    tokens: [],
    clockOffsetMs: 0,
    locale: undefined,
    answer: async ({ method, route, headers, body }) => {
      const now = new Date(Date.now() + plugin.clockOffsetMs)
      const checked = await checkCall(
        { method, path: route, headers, body },
        {
          now,
          secretsOf: async (id) => (id === plugin.storeId ? [plugin.secret] : []),
          claimNonce: async (_, nonce) => !nonces.has(nonce) && Boolean(nonces.add(nonce)),
        },
      )
      if (checked.outcome === 'refused') {
        const { code } = checked
        return { status: 401, body: { code, detail: code, server_time: now.toISOString() } }
      }
      return carryOut(plugin, `${method} ${route}`, {
        given: JSON.parse(body.toString() || '{}'),
        siteUrl,
        nextId,
      })
    },
  }
  return plugin
}

const carryOut = (
  plugin: Plugin,
  call: string,
  { given, siteUrl, nextId }: { given: Given; siteUrl(): string; nextId(): number },
): WooReply => {
  switch (call) {
    case 'GET /puente/v1/connection':
      return {
        status: 200,
        body: {
          site_url: siteUrl(),
          plugin_version: '0.1.0',
          woocommerce_version: '10.0.2',
          wordpress_version: '6.9.1',
          php_version: '8.2.0',
          store_id: plugin.storeId,
          currency: 'HNL',
          locale: plugin.locale,
        },
      }
    case 'POST /puente/v1/saved-cards': {
      const { customer_id: customerId, card } = given
      if (!plugin.customers.has(customerId)) {
        return { status: 404, body: { code: 'no_such_customer', detail: 'There is none' } }
      }
      const known = plugin.tokens.find(
        (token) => token.customerId === customerId && token.card.id === card.id,
      )
      const token = known ?? { id: nextId(), customerId, card }
      if (!known) plugin.tokens.push(token)
      return { status: 200, body: { created: !known, token_id: token.id } }
    }
    case 'POST /puente/v1/saved-cards/revoked': {
      const kept = plugin.tokens.filter(({ card }) => card.id !== given.card_id)
      const removed = plugin.tokens.length - kept.length
      plugin.tokens.splice(0, plugin.tokens.length, ...kept)
      return { status: 200, body: { removed } }
    }
    default:
      return { status: 404, body: { code: 'rest_no_route', message: 'No route was found' } }
  }
}

interface Given {
  customer_id: number
  card: StoredToken['card']
  card_id: string
}
