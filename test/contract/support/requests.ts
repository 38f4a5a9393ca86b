import { conformanceProblems } from '../../support/contract-conformance.ts'
import type { Json } from '../../support/world.ts'
import { type Addresses, CONTROL_KEY, FOREIGN, TEST_KEY } from './target.ts'

export interface Answer {
  status: number
  headers: Headers
  body: Json
}

export interface RequestOptions {
  /** Default: the test key; `null`: none. */
  key?: string | null
  /** Strings are sent verbatim, other values as JSON. */
  body?: unknown
  headers?: Record<string, string>
}

export type Call = (method: string, path: string, options?: RequestOptions) => Promise<Answer>

/** Maps `/v1`, `/embed/v1` and `/sandbox` to the gateway's bases. */
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
 * Validates every response of our sandbox against the OpenAPI description. Another gateway may send
 * more, so only the named checks apply to it.
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
