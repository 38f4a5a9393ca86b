import restApi from '@woocommerce/woocommerce-rest-api'
import { z } from 'zod'
import { toStorable } from '../../../src/runtime/text/storable.ts'
import { callSite, type SiteAnswer } from './call-site.ts'
import { failure, type RestFailure, readJson, restFailureOf, unreadable } from './rest-failure.ts'
import { restPrefixOf } from './rest-root.ts'

/** CommonJS: Node imports the exports object, other loaders its default. */
const WooCommerceRestApi = restApi.default ?? (restApi as unknown as typeof restApi.default)

export interface RestConnection {
  restUrl: string
  /** `ck_…` and `cs_…`, read and write. */
  consumerKey: string
  consumerSecret: string
  /** Timeout per call; one notification makes several. */
  timeoutMs: number
  allowPrivateAddresses: boolean
  /** Receives order calls only, because a site may block other routes. */
  access?: AccessObserver | undefined
}

export type RestOutcome<T> = { outcome: 'done'; value: T } | RestFailure

export const DONE: RestOutcome<null> = { outcome: 'done', value: null }

/** Records access allowed or refused by the site, a refusal perhaps of one `part`. */
export interface AccessObserver {
  allowed(part: string | undefined): Promise<void>
  refused(part: string | undefined, reason: string): Promise<void>
}

type Query = Record<string, string | number | undefined>

/** The most of any currency. Without `dp`, WooCommerce rounds to displayed decimals. */
const PRECISION = { dp: 4 }

/** WooCommerce REST API v3. A request without a response may have been executed. */
export interface RestClient {
  get<T>(path: string, schema: z.ZodType<T>, query?: Query): Promise<RestOutcome<T>>
  post<T>(path: string, schema: z.ZodType<T>, body: object): Promise<RestOutcome<T>>
  put<T>(path: string, schema: z.ZodType<T>, body: object): Promise<RestOutcome<T>>
  delete<T>(path: string, schema: z.ZodType<T>, query?: Query): Promise<RestOutcome<T>>
}

type Method = 'get' | 'post' | 'put' | 'delete'

/** `sendCall`: the transport, for tests. */
export const restClient = (connection: RestConnection, sendCall = callSite): RestClient => {
  const call = async <T>(
    method: Method,
    path: string,
    { schema, ...given }: { schema: z.ZodType<T>; query?: Query; body?: object },
  ): Promise<RestOutcome<T>> => {
    const answer = await retryRefusedNonce({ ...connection, sendCall }, { method, path, ...given })
    return answer ? readAnswer(answer, schema) : NO_REST_ROOT
  }
  const noted: typeof call = async (method, path, given) => {
    if (!/^orders(\/|$)/.test(path)) return call(method, path, given)
    const outcome = await call(method, path, { ...given, query: { ...PRECISION, ...given.query } })
    // Keys and firewalls can allow reads and refuse changes.
    await noteAccess(connection.access, method === 'get' ? undefined : 'changes', outcome)
    return outcome
  }
  return {
    get: (path, schema, query) => noted('get', path, { schema, query }),
    post: (path, schema, body) => noted('post', path, { schema, body }),
    put: (path, schema, body) => noted('put', path, { schema, body }),
    delete: (path, schema, query) => noted('delete', path, { schema, query }),
  }
}

const PER_PAGE = 100

export const readAll = async <T>(
  rest: RestClient,
  path: string,
  { schema, query }: { schema: z.ZodType<T>; query: Query },
): Promise<RestOutcome<T[]>> => {
  const all: T[] = []
  for (let page = 1; ; page++) {
    const read = await rest.get(path, z.array(schema), { ...query, per_page: PER_PAGE, page })
    if (read.outcome === 'failed') return read
    all.push(...read.value)
    if (read.value.length < PER_PAGE) return { outcome: 'done', value: all }
  }
}

export const readAnswer = <T>(answer: SiteAnswer, schema: z.ZodType<T>): RestOutcome<T> => {
  const answered = readJson(answer)
  if (answered.outcome === 'failed') return answered
  const read = schema.safeParse(toStorable(answered.json))
  if (read.success) return { outcome: 'done', value: read.data }
  const [issue] = read.error.issues
  return unreadable(`${issue?.path.join('.')}: ${issue?.message}`)
}

export const noteAccess = async (
  access: AccessObserver | undefined,
  part: string | undefined,
  outcome: RestOutcome<unknown>,
): Promise<void> => {
  if (outcome.outcome === 'done') await access?.allowed(part)
  else if (outcome.refusesAccess) await access?.refused(part, outcome.detail)
}

const NO_REST_ROOT = failure(
  'plain_permalinks',
  'ask-a-person',
  'the address of the REST API has a query other than rest_route',
)

type Connection = RestConnection & { sendCall: typeof callSite }

interface Sending {
  method: Method
  path: string
  query?: Query | undefined
  body?: object | undefined
}

/**
 * Retries a request once if the store refuses its nonce, which is single-use over http. If a proxy
 * sends a request twice, the store refuses the second copy unexecuted, and the first response is
 * lost.
 */
const retryRefusedNonce = async (
  connection: Connection,
  sending: Sending,
): Promise<SiteAnswer | undefined> => {
  const answer = await send(connection, sending)
  const isRefusedNonce =
    answer?.outcome === 'answered' &&
    answer.status === 401 &&
    connection.restUrl.startsWith('http:') &&
    restFailureOf(answer).code === 'woocommerce_rest_authentication_error'
  return isRefusedNonce ? send(connection, sending) : answer
}

/**
 * Puente sends the library's request itself: the library sets no bounds, and its errors contain the
 * keys.
 */
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

/** Over http, the library puts the query into both the URL and `params`. */
const withQuery = (url: string, params: Record<string, string | number>): string => {
  const full = new URL(url)
  for (const [name, value] of Object.entries(params)) full.searchParams.set(name, String(value))
  return full.href
}
