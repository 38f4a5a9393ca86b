import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { StoreId } from '../../src/domain/ids.ts'

/** Tolerated clock skew. */
const TOLERANCE_SECONDS = 300

interface Call {
  method: string
  /** To Puente: from `/v1/`, with the query. To a site: the REST route. */
  path: string
  /** Raw bytes; re-serialized JSON differs. */
  body: Buffer
}

/** Signs one attempt; each needs a fresh nonce. */
export const signCall = ({
  storeId,
  secret,
  now,
  nonce,
  ...call
}: Call & {
  storeId: StoreId
  secret: string
  now: Date
  /** 22 to 64 of `A-Za-z0-9_-`. */
  nonce: string
}) => {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const digest = digestOf({ storeId, timestamp, nonce, ...call }, secret)
  return {
    'Puente-Store': storeId,
    'Puente-Timestamp': timestamp,
    'Puente-Nonce': nonce,
    'Puente-Signature': `v1=${digest.toString('hex')}`,
  }
}

interface SignedCall extends Call {
  storeId: StoreId
  timestamp: string
  nonce: string
}

const digestOf = (
  { storeId, method, path, timestamp, nonce, body }: SignedCall,
  secret: string,
): Buffer => {
  const bodyDigest = createHash('sha256').update(body).digest('hex')
  const lines = ['puente-v1', storeId, method.toUpperCase(), path, timestamp, nonce, bodyDigest]
  return createHmac('sha256', secret).update(lines.join('\n')).digest()
}

export type CallCheck =
  | { outcome: 'signed'; storeId: StoreId; by: string }
  | {
      outcome: 'refused'
      code: 'not_signed' | 'unknown_store' | 'clock_differs' | 'wrong_signature' | 'replayed_call'
    }

/**
 * Verifies headers, store, timestamp, signature in constant time, nonce last. Answer each refusal
 * with 401. Reads a lazy body once the headers pass.
 */
export const checkCall = async (
  {
    headers,
    body: given,
    ...line
  }: Omit<Call, 'body'> & {
    body: Buffer | (() => Promise<Buffer>)
    headers: Readonly<Record<string, unknown>>
  },
  deps: {
    now: Date
    /** Valid pairing secrets; empty for an unknown store. */
    secretsOf(storeId: StoreId): Promise<readonly string[]>
    /** Stores a nonce for at least 15 minutes; `false` if already there. */
    claimNonce(storeId: StoreId, nonce: string): Promise<boolean>
  },
): Promise<CallCheck> => {
  const signed = readHeaders(headers)
  if (!signed) return refused('not_signed')
  const { storeId, timestamp, nonce, signature } = signed
  const secrets = await deps.secretsOf(storeId)
  if (secrets.length === 0) return refused('unknown_store')
  const ageSeconds = deps.now.getTime() / 1000 - Number(timestamp)
  if (Math.abs(ageSeconds) > TOLERANCE_SECONDS) return refused('clock_differs')
  const call = { ...line, body: typeof given === 'function' ? await given() : given }
  const [by] = secrets.filter((secret) =>
    timingSafeEqual(digestOf({ storeId, timestamp, nonce, ...call }, secret), signature),
  )
  if (by === undefined) return refused('wrong_signature')
  if (!(await deps.claimNonce(storeId, nonce))) return refused('replayed_call')
  return { outcome: 'signed', storeId, by }
}

const refused = (code: Extract<CallCheck, { outcome: 'refused' }>['code']): CallCheck => ({
  outcome: 'refused',
  code,
})

const FORMS = {
  store: /^[A-Za-z0-9_-]{1,64}$/,
  timestamp: /^\d{1,12}$/,
  nonce: /^[A-Za-z0-9_-]{22,64}$/,
  signature: /^v1=([0-9a-f]{64})$/,
}

const readHeaders = (headers: Readonly<Record<string, unknown>>) => {
  const read = (part: keyof typeof FORMS): RegExpExecArray | null => {
    const value = headers[`puente-${part}`]
    return typeof value === 'string' ? FORMS[part].exec(value) : null
  }
  const storeId = read('store')?.[0]
  const timestamp = read('timestamp')?.[0]
  const nonce = read('nonce')?.[0]
  const hex = read('signature')?.[1]
  if (!storeId || !timestamp || !nonce || !hex) return undefined
  return { storeId: StoreId.parse(storeId), timestamp, nonce, signature: Buffer.from(hex, 'hex') }
}
