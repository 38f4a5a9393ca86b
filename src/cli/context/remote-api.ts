import { z } from 'zod'
import { platforms } from '../../../adapters/registry.ts'
import { isLocalAddress } from '../../../config/addresses.ts'
import { readRemoteSettings } from '../../../config/settings.ts'
import { UserError } from '../../runtime/failure.ts'
import { droppedPartReason } from '../../runtime/net/address-parts.ts'
import { failureText } from '../../runtime/net/signed-post.ts'
import { DEMO_STORE } from '../servers/demo-store.ts'
import { WrongUse } from '../terminal/command-line.ts'

export interface RemoteOptions {
  url?: string
  apiKey?: string
  store?: string
}

/** The API refused the request: a retry fails too. */
export class RefusedByApi extends UserError {
  readonly status: number
  /** Fields that the response names. */
  readonly fields: readonly string[]
  constructor({ status, message, fields }: Pick<RefusedByApi, 'status' | 'message' | 'fields'>) {
    super(message)
    this.status = status
    this.fields = fields
  }
}

/** No response or a server error: a retry may succeed. */
export class ApiUnreachable extends UserError {}

type RemoteSettings = ReturnType<typeof readRemoteSettings>

export type RemoteApi = ReturnType<typeof openRemoteApi>

const ANSWERS_WITHIN_MS = 30_000

/** Reads options, environment or the demo store of `npm start`. */
export const openRemoteApi = (options: RemoteOptions) => {
  // Lazy: the folder may hold another program's `.env`.
  const settings = (): RemoteSettings => readRemoteSettings(process.env, '.env', platforms)
  const url = addressOf(options, settings)
  const apiKey = options.apiKey || settings().PUENTE_API_KEY || demoKey(options, url, settings())
  const call = async <Schema extends z.ZodType>(
    path: string,
    { schema, body, idempotencyKey, signal }: RemoteCall<Schema>,
  ): Promise<z.output<Schema>> => {
    const limits = [AbortSignal.timeout(ANSWERS_WITHIN_MS), ...(signal ? [signal] : [])]
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      redirect: 'error',
      signal: AbortSignal.any(limits),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error) => {
      throw new ApiUnreachable(
        `Cannot reach Puente at ${url}: ${failureText(error)}. ${WHAT_TO_DO}`,
      )
    })
    const text = await response.text()
    if (response.status >= 500 || response.status === 429) {
      throw new ApiUnreachable(`${url} answered ${response.status}: ${saidBy(text)}`)
    }
    if (!response.ok) {
      const { status } = response
      throw new RefusedByApi({ status, message: saidBy(text), fields: fieldsNamedBy(text) })
    }
    return schema.parse(JSON.parse(text))
  }
  return { url, call }
}

interface RemoteCall<Schema> {
  schema: Schema
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
}

const WHAT_TO_DO =
  'Start Puente (puente start), or set its address (--url, PUENTE_URL) or its PORT.'

const addressOf = ({ url }: RemoteOptions, settings: () => RemoteSettings): string => {
  const given = url || settings().PUENTE_URL || `http://localhost:${settings().PORT}`
  const parsed = URL.parse(given)
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw new WrongUse('--url: expected an address such as https://puente.example')
  }
  const lost = droppedPartReason(given, [])
  if (lost) throw new WrongUse(`--url: ${lost.en}`)
  return given.replace(/\/+$/, '')
}

const demoKey = ({ store }: RemoteOptions, url: string, settings: RemoteSettings): string => {
  const isDemo = store === undefined || store === DEMO_STORE
  if (isDemo && isLocalAddress(url)) return settings.DEMO_API_KEY
  throw new UserError(
    'Set an API key of the store: PUENTE_API_KEY in the environment, or --api-key.',
  )
}

const namedFields = z.object({ errors: z.array(z.object({ path: z.string() })) })

const fieldsNamedBy = (text: string): string[] => {
  try {
    const { data } = namedFields.safeParse(JSON.parse(text))
    return data?.errors.map(({ path }) => path) ?? []
  } catch {
    return []
  }
}

const saidBy = (text: string): string => {
  try {
    const { title, detail } = JSON.parse(text)
    return [title, detail].filter(Boolean).join('. ')
  } catch {
    return text.slice(0, 200)
  }
}
