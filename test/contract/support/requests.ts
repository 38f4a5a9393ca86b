import { conformanceProblems } from '../../support/contract-conformance.ts'
import type { Json } from '../../support/world.ts'
import { type Addresses, CONTROL_KEY, FOREIGN, TEST_KEY } from './target.ts'

export interface Answer {
  status: number
  headers: Headers
  body: Json
}

export interface RequestOptions {
  /** A secret key; the test key unless told, none with `null`. */
  key?: string | null
  /** Sent as JSON; a text is sent as it is. */
  body?: unknown
  headers?: Record<string, string>
}

export type Call = (method: string, path: string, options?: RequestOptions) => Promise<Answer>

/** `/v1`, `/embed/v1` and `/sandbox` mean the gateway's bases, wherever it has them. */
const urlOf = (path: string, { base, embedBase, control }: Addresses): string => {
  const bases = { '/v1': base, '/embed/v1': embedBase, '/sandbox': control }
  for (const [prefix, address] of Object.entries(bases)) {
    const isUnder =
      path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}?`)
    if (address !== undefined && isUnder) return `${address}${path.slice(prefix.length)}`
  }
  return `${new URL(base).origin}${path}`
}

/**
 * Requests as a merchant's backend makes them. An answer of our own sandbox that is not as the
 * description of the contract has it fails the test, whatever the test was about. The description
 * says what we send; another gateway may send more, and is held to the named checks alone.
 */
export const callsTo =
  (addresses: () => Addresses): Call =>
  async (method, path, { key = TEST_KEY, body, headers } = {}) => {
    const isControl = path.startsWith('/sandbox')
    const bearer = isControl && key === null ? CONTROL_KEY : key
    const response = await fetch(urlOf(path, addresses()), {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const contentType = response.headers.get('content-type')
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      body: contentType?.includes('json') ? JSON.parse(text) : text,
    }
    const problems = FOREIGN ? [] : conformanceProblems({ method, path, ...answer, contentType })
    if (problems.length > 0) {
      throw new Error(`Not as the contract describes it:\n  ${problems.join('\n  ')}`)
    }
    return answer
  }
