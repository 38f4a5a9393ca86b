import type { Request, RequestHandler, Response } from 'express'
import { listedAddresses } from '../../runtime/http/caller/caller-address.ts'
import { networkOf } from '../../runtime/http/caller/caller-network.ts'
import { type Problem, sendProblem } from '../../runtime/http/problem.ts'
import { isFromUnlistedProxy } from '../../runtime/net/from-this-machine.ts'
import { isPublicAddress } from '../../runtime/net/public-address.ts'
import type { Counted, RateLimits } from './rate-limits.ts'

/** Returns the refusal above the limit. */
export type CountRequest = (request: Request, response: Response) => Promise<Problem | undefined>

export interface CountCallers {
  /** Counts each request by its address, unless `isExempt`. */
  addresses(isExempt: (request: Request) => boolean): RequestHandler
  /** Counts requests of a link's page by address and link, apart from other requests. */
  payPages(refuse: (refusal: Problem, request: Request, response: Response) => void): RequestHandler
  /** Counts a request for an unknown pay link by its address. */
  unknownLink: CountRequest
  /** Counts a request without a valid key or session by its address. */
  stranger: CountRequest
  authenticated(response: Response, counted: Counted): Promise<Problem | undefined>
  /**
   * Returns the internet connection of a caller. `undefined` for a private address, of a proxy or a
   * home network, which does not identify the caller.
   */
  lineOf(request: Request): string | undefined
}

/**
 * Counts requests per caller: an authenticated caller and an existing pay link by themselves, all
 * others by address. Callers behind one address (NAT, a host of many shops) then do not use up the
 * limit of their neighbours.
 */
export const createCountCallers = (
  limits: RateLimits,
  { trustedProxies }: { trustedProxies: readonly string[] },
): CountCallers => {
  const isOurProxy = listedAddresses(trustedProxies)
  /** `undefined` behind an unlisted private proxy, whose address all callers share. */
  const addressOf = (request: Request): string | undefined =>
    isFromUnlistedProxy(request, isOurProxy) ? undefined : networkOf(request)

  const countAddress =
    (limit: 'address' | 'pay-address'): CountRequest =>
    async (request, response) => {
      const address = addressOf(request)
      return address === undefined ? undefined : limits.count(response, [[limit, address]])
    }
  const stranger = countAddress('address')

  return {
    stranger,
    unknownLink: countAddress('pay-address'),
    addresses: (isExempt) => async (request, response, next) => {
      const refusal = isExempt(request) ? undefined : await stranger(request, response)
      if (refusal) sendProblem(response, refusal)
      else next()
    },
    payPages: (refuse) => async (request, response, next) => {
      const link = `${addressOf(request) ?? ''} ${partOf(String(request.params.token))}`
      const refusal = await limits.count(response, [['pay-link', link]])
      if (refusal) refuse(refusal, request, response)
      else next()
    },
    authenticated: (response, counted) => limits.count(response, counted),
    lineOf: (request) => {
      const network = networkOf(request)
      return isPublicAddress(network.replace(/\/64$/, '')) ? network : undefined
    },
  }
}

/** Key of a link by its last two characters, which bounds the counters that guesses can create. */
const partOf = (token: string): string => token.slice(-2)
