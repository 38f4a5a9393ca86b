import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { errorCode } from '../../src/runtime/error-code.ts'
import { AnswerTooLarge, readAnswer } from '../../src/runtime/outgoing.ts'
import {
  isPublicAddress,
  lookUpPublicly,
  NOT_PUBLIC_CODE,
} from '../../src/runtime/public-address.ts'

export interface SiteCall {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | undefined
  /** For the whole call, the last byte of the answer included. */
  timeoutMs: number
  /** For tests and for shops on one's own machine; else a site has to be in the public internet. */
  allowPrivateAddresses: boolean
}

export type SiteAnswer =
  | {
      outcome: 'answered'
      /** URL of the call. */
      url: string
      status: number
      /** By names in lower case; those that come once. */
      headers: Readonly<Record<string, string | undefined>>
      text: string
    }
  | {
      outcome: 'unanswered'
      /** `not-public`: such an address is never called; nothing else was reached. */
      reason: 'not-public' | 'too-large' | 'timeout' | 'unreachable'
      /** For people; of our own making, so that it holds nothing of the request. */
      detail: string
    }

const MOST_BYTES = 10 * 1024 * 1024

/**
 * One HTTP call of a shop's site: no redirects, no proxy, bounded in time and size. What a site is
 * called by comes from strangers, so that it may not lead into our own network.
 */
export const callSite = (call: SiteCall): Promise<SiteAnswer> => {
  const url = URL.canParse(call.url) ? new URL(call.url) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    return Promise.resolve(unanswered('unreachable', 'no http or https address'))
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!call.allowPrivateAddresses && isIP(host) !== 0 && !isPublicAddress(host)) {
    return Promise.resolve(notPublic(host))
  }
  const signal = AbortSignal.timeout(call.timeoutMs)
  return new Promise((resolve) => {
    const fail = (error: unknown) => {
      if (error instanceof AnswerTooLarge) resolve(unanswered('too-large', error.message))
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
      // A connection of its own: one that was kept may be closed just when a payment is sent over it.
      agent: false,
      signal,
      ...(call.allowPrivateAddresses ? {} : { lookup: lookUpPublicly }),
    })
    request.on('error', fail)
    request.on('response', (response) => {
      // Nothing is unpacked: nothing was asked for that would have to be.
      readAnswer(response, MOST_BYTES).then((text) => {
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
