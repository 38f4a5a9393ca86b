import { AsyncLocalStorage } from 'node:async_hooks'
import { callThirdParty, readResponse } from '../../../src/runtime/net/outgoing.ts'
import { failureText } from '../../../src/runtime/net/signed-post.ts'
import { quoteResponse, redirectTarget } from '../../../src/runtime/text/response-quotes.ts'
import type { StoreCall } from '../../adapter.ts'
import { readShopName } from './shop-name.ts'

export interface ShopCalls {
  /** Overrides every shop's (`SHOPIFY_SHOP_ADDRESS`). */
  address: string | undefined
  timeoutMs: number
  /** Receives each call, for the delivery log. */
  note?: ((call: Omit<StoreCall, 'isRead'>) => void) | undefined
}

/** Head of an answer for the delivery log. */
const KEPT_BYTES = 4_096

const DEFAULT: ShopCalls = { address: undefined, timeoutMs: 15_000 }
const MOST_BYTES = 8 * 1_048_576

const calls = new AsyncLocalStorage<ShopCalls>()

/** Limits the library's calls within `work`. */
export const callingShops = <T>(bounds: ShopCalls, work: () => Promise<T>): Promise<T> =>
  calls.run(bounds, work)

/**
 * `fetch` for Shopify's libraries: calls only shops, follows no redirect with a token, bounds time
 * and size. With an override, sends the shop in `x-shop`.
 */
export const shopFetch: typeof globalThis.fetch = async (input, init = {}) => {
  const target = new URL(input instanceof Request ? input.url : input)
  const shop = readShopName(target.hostname)
  if (!shop || target.protocol !== 'https:') throw new Error('this is no address of a shop')
  const { address, timeoutMs, note } = calls.getStore() ?? DEFAULT
  const headers = new Headers(init.headers)
  if (address) headers.set('x-shop', shop)
  const url = address ? `${address}${target.pathname}${target.search}` : target
  const sent = typeof init.body === 'string' ? init.body : undefined
  const call = { method: init.method ?? 'GET', url: target.href, sent }
  const startedAt = performance.now()
  const noted = (came: Pick<StoreCall, 'answer' | 'error'>): void =>
    note?.({ ...call, ...came, durationMs: performance.now() - startedAt })
  const fail = (error: unknown): never => {
    noted({ answer: undefined, error: failureText(error) })
    throw error
  }
  const answer = await callThirdParty(url, { ...init, headers, timeoutMs }).catch(fail)
  // `Response` accepts no body with these statuses.
  const isEmpty = !answer.body || [204, 205, 304].includes(answer.status)
  const read = isEmpty ? null : await readResponse(answer.body, MOST_BYTES).catch(fail)
  const head = read?.subarray(0, KEPT_BYTES) ?? Buffer.alloc(0)
  const isCut = (read?.length ?? 0) > KEPT_BYTES
  noted({ answer: { status: answer.status, head, isCut } })
  // The library parses a refused token as JSON, but a closed shop answers with a page.
  const isPage = !answer.ok && target.pathname === TOKEN_PATH && !isJson(answer)
  const body = isPage ? JSON.stringify({ said: saidBy(answer, target, read) }) : read
  const { status, statusText } = answer
  return new Response(body, { status, statusText, headers: answer.headers })
}

const saidBy = ({ status, headers }: Response, requestUrl: URL, page: Buffer | null): string =>
  status >= 300 && status < 400
    ? `leads on to ${redirectTarget(headers.get('location'), requestUrl.href)}`
    : quoteResponse(page?.toString() ?? '')

const TOKEN_PATH = '/admin/oauth/access_token'

const isJson = ({ headers }: Response): boolean =>
  /^application\/([\w.-]+\+)?json\b/.test(headers.get('content-type') ?? '')
