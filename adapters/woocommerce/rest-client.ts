import restApi from '@woocommerce/woocommerce-rest-api'
import { z } from 'zod'
import { keepable } from '../../src/runtime/keepable.ts'
import type { AccessNotes } from './access-notes.ts'
import { callSite, type SiteAnswer, type SiteCall } from './call-site.ts'
import { failure, failureOf, type RestFailure, readJson, unreadable } from './rest-failure.ts'
import { restPrefixOf } from './rest-root.ts'

/** The library is CommonJS: Node imports all that it exports, other loaders the default of it. */
const WooCommerceRestApi = restApi.default ?? (restApi as unknown as typeof restApi.default)

export interface RestConnection {
  /** The root of the site's REST API: `https://shop.example/wp-json/`. */
  restUrl: string
  /** `ck_…` and `cs_…`, with the right to read and write. */
  consumerKey: string
  consumerSecret: string
  timeoutMs: number
  allowPrivateAddresses: boolean
  /** Hears of orders alone: where the site hides something else, its orders come all the same. */
  access?: AccessNotes | undefined
}

export type RestOutcome<T> = { outcome: 'done'; value: T } | RestFailure

type Query = Record<string, string | number | undefined>

/**
 * Decimals of amounts in responses: as many as any currency has. Without `dp`, WooCommerce rounds to the
 * decimals that the shop displays. A query can leave it out (`dp: undefined`).
 */
const PRECISION = { dp: 4 }

/** WooCommerce's REST API v3. A call whose answer was lost may have been carried out. */
export interface RestClient {
  get<T>(path: string, schema: z.ZodType<T>, query?: Query): Promise<RestOutcome<T>>
  post<T>(path: string, schema: z.ZodType<T>, body: object): Promise<RestOutcome<T>>
  put<T>(path: string, schema: z.ZodType<T>, body: object): Promise<RestOutcome<T>>
  delete<T>(path: string, schema: z.ZodType<T>, query?: Query): Promise<RestOutcome<T>>
}

type Method = 'get' | 'post' | 'put' | 'delete'

/** How a request gets to the site; a test looks at what would be sent. */
export type SendCall = (call: SiteCall) => Promise<SiteAnswer>

export const restClient = (
  connection: RestConnection,
  sendCall: SendCall = callSite,
): RestClient => {
  const call = async <T>(
    method: Method,
    path: string,
    { schema, ...given }: { schema: z.ZodType<T>; query?: Query; body?: object },
  ): Promise<RestOutcome<T>> => {
    const answer = await sendTwiceAtMost({ ...connection, sendCall }, { method, path, ...given })
    if (!answer) return PLAIN_PERMALINKS
    const answered = readJson(answer)
    if (answered.outcome === 'failed') return answered
    const read = schema.safeParse(keepable(answered.json))
    if (read.success) return { outcome: 'done', value: read.data }
    const [issue] = read.error.issues
    return unreadable(`${issue?.path.join('.')}: ${issue?.message}`)
  }
  const noted: typeof call = async (method, path, given) => {
    if (!/^orders(\/|$)/.test(path)) return call(method, path, given)
    const outcome = await call(method, path, { ...given, query: { ...PRECISION, ...given.query } })
    await noteAccessTo(connection.access, method, outcome)
    return outcome
  }
  return {
    get: (path, schema, query) => noted('get', path, { schema, query }),
    post: (path, schema, body) => noted('post', path, { schema, body }),
    put: (path, schema, body) => noted('put', path, { schema, body }),
    delete: (path, schema, query) => noted('delete', path, { schema, query }),
  }
}

/** Keys and firewalls may let orders be read, and nothing be changed. */
const noteAccessTo = async (
  access: AccessNotes | undefined,
  method: Method,
  outcome: RestOutcome<unknown>,
): Promise<void> => {
  const part = method === 'get' ? undefined : 'changes'
  if (outcome.outcome === 'done') await access?.allowed(part)
  else if (outcome.refusesAccess) await access?.refused(part, outcome.detail)
}

const PLAIN_PERMALINKS = failure(
  'plain_permalinks',
  'ask-a-person',
  'WooCommerce takes REST keys only where the permalinks of the site are not "plain"',
)

type Connection = RestConnection & { sendCall: SendCall }

interface Sending {
  method: Method
  path: string
  query?: Query | undefined
  body?: object | undefined
}

/**
 * Over http each call is signed with a nonce that a store takes once; one that a proxy has sent
 * twice is refused the second time, with the answer to the first one lost. A call that was refused
 * so was not carried out, and may be made again at once.
 */
const sendTwiceAtMost = async (
  connection: Connection,
  sending: Sending,
): Promise<SiteAnswer | undefined> => {
  const answer = await send(connection, sending)
  const isRefusedNonce =
    answer?.outcome === 'answered' &&
    answer.status === 401 &&
    connection.restUrl.startsWith('http:') &&
    failureOf(answer).code === 'woocommerce_rest_authentication_error'
  return isRefusedNonce ? send(connection, sending) : answer
}

/** What the library claims to be sent. Its own sending knows no bounds, and its errors the keys. */
const prepared = z.object({
  method: z.string(),
  url: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  auth: z.object({ username: z.string(), password: z.string() }).optional(),
  data: z.string().optional(),
})

const send = async (
  { restUrl, consumerKey, consumerSecret, sendCall, ...bounds }: Connection,
  { method, path, query: given = {}, body }: Sending,
): Promise<SiteAnswer | undefined> => {
  const query = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const root = restPrefixOf(restUrl)
  if (!root) return undefined
  let answer: SiteAnswer | undefined
  const adapter = async (config: unknown) => {
    const { url, params, auth, data, ...request } = prepared.parse(config)
    const credentials = auth && Buffer.from(`${auth.username}:${auth.password}`).toString('base64')
    answer = await sendCall({
      method: request.method.toUpperCase(),
      url: withQuery(url, params),
      headers: credentials ? { authorization: `Basic ${credentials}` } : {},
      body: data,
      timeoutMs: bounds.timeoutMs,
      allowPrivateAddresses: bounds.allowPrivateAddresses,
    })
    return { data: null, status: 200, statusText: 'OK', headers: {}, config }
  }
  const api = new WooCommerceRestApi({
    url: root.siteUrl,
    wpAPIPrefix: root.prefix,
    consumerKey,
    consumerSecret,
    axiosConfig: { adapter },
  })
  if (method === 'get' || method === 'delete') await api[method](path, query)
  else await api[method](path, body, query)
  return answer
}

/** Over http the library has put the query into the address, and adds it to what it signed as well. */
const withQuery = (url: string, params: Record<string, string | number>): string => {
  const full = new URL(url)
  for (const [name, value] of Object.entries(params)) full.searchParams.set(name, String(value))
  return full.href
}
