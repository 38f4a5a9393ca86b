import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { errorCode } from '../../../src/runtime/error-code.ts'
import { ResponseTooLarge, readResponse } from '../../../src/runtime/net/outgoing.ts'
import {
  isPublicAddress,
  lookUpPublicly,
  NOT_PUBLIC_CODE,
  refusalOfUrl,
} from '../../../src/runtime/net/public-address.ts'

export interface SiteCall {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | undefined
  /** Including the last byte of the response. */
  timeoutMs: number
  /** For tests and local stores. */
  allowPrivateAddresses: boolean
}

export type SiteAnswer =
  | {
      outcome: 'answered'
      url: string
      status: number
      /** Lower-case names, single values only. */
      headers: Readonly<Record<string, string | undefined>>
      text: string
    }
  | {
      outcome: 'unanswered'
      /** `not-public`: Puente sent no request. */
      reason: 'not-public' | 'too-large' | 'timeout' | 'unreachable'
      /** Our own words; contains no request data. */
      detail: string
    }

const MOST_BYTES = 10 * 1024 * 1024

/**
 * Makes one call without redirects or proxy, bounded in time and size. The URL is untrusted and
 * must not reach our own network.
 */
export const callSite = (call: SiteCall): Promise<SiteAnswer> => {
  const url = URL.canParse(call.url) ? new URL(call.url) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    return Promise.resolve(unanswered('unreachable', 'no http or https address'))
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!call.allowPrivateAddresses && refusalOfUrl(call.url, isPublicAddress)) {
    return Promise.resolve(notPublic(host))
  }
  const signal = AbortSignal.timeout(call.timeoutMs)
  return new Promise((resolve) => {
    const fail = (error: unknown) => {
      if (error instanceof ResponseTooLarge) resolve(unanswered('too-large', error.message))
      else if (signal.aborted)
        resolve(unanswered('timeout', `no answer within ${call.timeoutMs} ms`))
      else resolve(failed(host, error))
    }
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: call.method,
      headers: {
        accept: 'application/json',
        'user-agent': 'Puente',
        ...(call.body === undefined
          ? {}
          : {
              'content-type': 'application/json; charset=utf-8',
              'content-length': String(Buffer.byteLength(call.body)),
            }),
        ...call.headers,
      },
      // No connection pool: a kept socket may close just as a payment is sent.
      agent: false,
      signal,
      ...(call.allowPrivateAddresses ? {} : { lookup: lookUpPublicly }),
    })
    request.on('error', fail)
    request.on('response', (response) => {
      readResponse(response, MOST_BYTES).then((text) => {
        resolve({
          outcome: 'answered',
          url: call.url,
          status: response.statusCode ?? 0,
          headers: singleHeaders(response),
          text: text.toString('utf8'),
        })
      }, fail)
    })
    request.end(call.body)
  })
}

const singleHeaders = ({ headers }: IncomingMessage) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )

const unanswered = (
  reason: Extract<SiteAnswer, { outcome: 'unanswered' }>['reason'],
  detail: string,
): SiteAnswer => ({ outcome: 'unanswered', reason, detail })

const notPublic = (host: string): SiteAnswer =>
  unanswered('not-public', `${host} is not in the public internet`)

const failed = (host: string, error: unknown): SiteAnswer => {
  const code = errorCode(error) ?? 'no code'
  return code === NOT_PUBLIC_CODE
    ? notPublic(host)
    : unanswered('unreachable', `${host} cannot be reached: ${code}`)
}
