import type { Request, RequestHandler, Response } from 'express'
import { listedAddresses } from '../../runtime/http/caller/caller-address.ts'
import { networkOf } from '../../runtime/http/caller/caller-network.ts'
import { type Problem, sendProblem } from '../../runtime/http/problem.ts'
import { isFromUnlistedProxy } from '../../runtime/net/from-this-machine.ts'
import type { Counted, RateLimits } from './rate-limits.ts'

export interface CountCallers {
  /** Counts for the address every request but those that `isExempt`. */
  addresses(isExempt: (request: Request) => boolean): RequestHandler
  /** Counts for a link's page, apart from other requests of its address. */
  payPages(refuse: (refusal: Problem, request: Request, response: Response) => void): RequestHandler
  /** Counts an authenticated request for `counted` in place of its address. */
  authenticated(
    request: Request,
    response: Response,
    counted: Counted,
  ): Promise<Problem | undefined>
}

/**
 * Counts requests for whoever sends them. An authenticated request and an existing pay link count
 * for themselves, so that callers behind one address (NAT, a host of many shops) do not use up the
 * limit of their neighbours.
 */
export const createCountCallers = (
  limits: RateLimits,
  { trustedProxies }: { trustedProxies: readonly string[] },
): CountCallers => {
  const isOurProxy = listedAddresses(trustedProxies)
  /** `undefined` behind a private proxy that is not listed: its address is that of all callers. */
  const addressOf = (request: Request): string | undefined =>
    isFromUnlistedProxy(request, isOurProxy) ? undefined : networkOf(request)

  return {
    addresses: (isExempt) => async (request, response, next) => {
      const address = isExempt(request) ? undefined : addressOf(request)
      if (address === undefined) return next()
      const refusal = await limits.count(response, [['address', address]])
      if (refusal) sendProblem(response, refusal)
      else next()
    },
    payPages: (refuse) => async (request, response, next) => {
      const address = addressOf(request)
      const link = `${address ?? ''} ${partOf(String(request.params.token))}`
      const refusal = await limits.count(response, [
        ...(address === undefined ? [] : [['pay-address', address] as const]),
        ['pay-link', link],
      ])
      if (address !== undefined) {
        response.once('finish', () => {
          if (response.statusCode !== NOT_FOUND) limits.uncount('pay-address', address)
        })
      }
      if (refusal) refuse(refusal, request, response)
      else next()
    },
    authenticated: async (request, response, counted) => {
      const address = addressOf(request)
      if (address !== undefined) limits.uncount('address', address)
      return limits.count(response, counted)
    },
  }
}

const NOT_FOUND = 404

/** Two random characters stand for a link: they bound the counters that guesses can create. */
const partOf = (token: string): string => token.slice(-2)
