import { AsyncLocalStorage } from 'node:async_hooks'
import { quoteOf, redirectTarget } from '../../src/runtime/foreign-answer.ts'
import { callOut, readAnswer } from '../../src/runtime/outgoing.ts'
import { readShopName } from './shop-name.ts'

/** How shops are called within `callingShops`. */
export interface ShopCalls {
  /** Where every shop is instead of its own address (`SHOPIFY_SHOP_ADDRESS`). */
  address: string | undefined
  timeoutMs: number
}

const DEFAULT: ShopCalls = { address: undefined, timeoutMs: 15_000 }
const MOST_BYTES = 8 * 1_048_576

const calls = new AsyncLocalStorage<ShopCalls>()

/** Does something with the library's calls kept within bounds of our own. */
export const callingShops = <T>(bounds: ShopCalls, work: () => Promise<T>): Promise<T> =>
  calls.run(bounds, work)

/**
 * The `fetch` of Shopify's libraries: it goes to shops only, follows no redirects with a token in its
 * hands, and neither waits nor reads for ever. A stand-in is told the shop in `x-shop`.
 */
export const shopFetch: typeof globalThis.fetch = async (input, init = {}) => {
  const wanted = new URL(input instanceof Request ? input.url : input)
  const shop = readShopName(wanted.hostname)
  if (!shop || wanted.protocol !== 'https:') throw new Error('this is no address of a shop')
  const { address, timeoutMs } = calls.getStore() ?? DEFAULT
  const headers = new Headers(init.headers)
  if (address) headers.set('x-shop', shop)
  const url = address ? `${address}${wanted.pathname}${wanted.search}` : wanted
  const answer = await callOut(url, { ...init, headers, timeoutMs })
  // A `Response` with one of these may have no body.
  const isEmpty = !answer.body || [204, 205, 304].includes(answer.status)
  const read = isEmpty ? null : await readAnswer(answer.body, MOST_BYTES)
  // The library takes every refusal of a token for JSON, and a closed shop answers with a page.
  const isPage = !answer.ok && wanted.pathname === TOKEN_PATH && !isJson(answer)
  const body = isPage ? JSON.stringify({ said: saidBy(answer, wanted, read) }) : read
  const { status, statusText } = answer
  return new Response(body, { status, statusText, headers: answer.headers })
}

/** Names where a redirect leads, or quotes the page that came in place of an answer. */
const saidBy = ({ status, headers }: Response, asked: URL, page: Buffer | null): string =>
  status >= 300 && status < 400
    ? `leads on to ${redirectTarget(headers.get('location'), asked.href)}`
    : quoteOf(page?.toString() ?? '')

const TOKEN_PATH = '/admin/oauth/access_token'

const isJson = ({ headers }: Response): boolean =>
  /^application\/([\w.-]+\+)?json\b/.test(headers.get('content-type') ?? '')
