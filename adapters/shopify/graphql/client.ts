import { setTimeout as sleep } from 'node:timers/promises'
import { Session } from '@shopify/shopify-api'
import { shopifyLibrary } from '../library.ts'
import type { Refused, TokenOutcome } from '../sessions/tokens.ts'
import { callingShops, type ShopCalls } from '../shop-fetch.ts'
import type { ShopBudgets } from './budgets.ts'
import type { Operation } from './operations/operation.ts'
import { failed, type GraphqlFailure, type GraphqlOutcome } from './outcome.ts'
import { readAnswer } from './read-answer.ts'
import {
  failureOfErrors,
  failureOfException,
  isOnlyHidden,
  readCost,
  readErrorsAnswer,
} from './read-failure.ts'
import {
  type CallLimits,
  type CostReport,
  LONGEST_WAIT_MS,
  waitBeforeRepeating,
} from './throttle.ts'

/** Asks a shop for one thing. A mutation whose answer was lost comes back with `effect: 'unknown'`. */
export type ShopGraphql = <Variables extends Record<string, unknown>, Value>(
  operation: Operation<Variables, Value>,
  variables: Variables,
  limits?: CallLimits,
) => Promise<GraphqlOutcome<Value>>

export interface ShopGraphqlOptions {
  /** `cafe.myshopify.com` */
  shop: string
  /** The shop's access token; another one than it has refused. */
  tokenOf(options: Refused): Promise<TokenOutcome>
  calls: ShopCalls
  budgets: ShopBudgets
  /** How waits are made, in milliseconds. */
  wait?: (ms: number) => Promise<unknown>
}

/** The token is all that calls are known by; the app's own credentials have no part in them. */
const { clients } = shopifyLibrary({
  clientId: 'none',
  clientSecret: 'none',
  publicUrl: 'https://localhost',
})

/**
 * The GraphQL APIs of a shop. What reads, and a refund with its key, is sent up to three times; what
 * changes the shop only where nothing was done for sure. A token that is refused is renewed once.
 */
export const shopGraphql =
  ({ shop, tokenOf, calls, budgets, wait = sleep }: ShopGraphqlOptions): ShopGraphql =>
  async (operation, variables, { endsAt = Infinity, longestWaitMs, leavesSome } = {}) => {
    let token = await tokenOf({})
    let isTokenRenewed = false
    let mayBeDone = false
    /** What an earlier try may have done stays so, whatever becomes of a later one. */
    const afterAll = (failure: GraphqlFailure): GraphqlFailure =>
      mayBeDone ? { ...failure, effect: 'unknown' } : failure
    for (let tries = 1; ; tries++) {
      if (token.outcome !== 'token') return afterAll({ ...token, effect: 'none' })
      const { accessToken } = token
      const asked = { shop, api: operation.api, name: operation.name }
      const restMs = endsAt - performance.now()
      if (restMs <= 0) return afterAll(outOfTime(operation.name))
      const taken = await budgets.take(asked, {
        longestWaitMs: Math.min(longestWaitMs ?? LONGEST_WAIT_MS, restMs),
        leavesSome,
      })
      if (taken.outcome === 'full') return afterAll(outOfPoints(operation.name, taken.waitMs))
      if (taken.waitMs > 0) await wait(taken.waitMs)
      const { outcome, cost } = await send({ shop, accessToken, calls }, operation, variables)
      if (cost) await budgets.settle(asked, taken.cost, cost)
      if (outcome.outcome !== 'failed') return outcome
      mayBeDone ||= outcome.effect === 'unknown'
      if (outcome.code === 'token-refused' && !isTokenRenewed) {
        isTokenRenewed = true
        token = await tokenOf({ refused: accessToken })
        continue
      }
      const { isRepeatable } = operation
      const waitMs = waitBeforeRepeating(outcome, { isRepeatable, tries })
      if (waitMs === undefined) return afterAll(outcome)
      await wait(waitMs)
    }
  }

interface Sent<Value> {
  outcome: GraphqlOutcome<Value>
  cost: CostReport | undefined
}

const send = async <Variables extends Record<string, unknown>, Value>(
  { shop, accessToken, calls }: { shop: string; accessToken: string; calls: ShopCalls },
  operation: Operation<Variables, Value>,
  variables: Variables,
): Promise<Sent<Value>> => {
  const { api, name, text } = operation
  const session = new Session({ id: shop, shop, state: '', isOnline: false, accessToken })
  const client = new clients.Graphql({ session })
  try {
    const { data, extensions } = await callingShops({ ...calls, api }, () =>
      client.request(text, { variables, retries: 0 }),
    )
    return { outcome: readAnswer(operation, data), cost: readCost(extensions) }
  } catch (error) {
    const answer = readErrorsAnswer(error)
    if (!answer) return { outcome: failureOfException(name, error), cost: undefined }
    const outcome = isOnlyHidden(answer)
      ? readAnswer(operation, answer.data)
      : failureOfErrors(name, answer)
    return { outcome, cost: answer.cost }
  }
}

const outOfTime = (name: string): GraphqlFailure =>
  failed('out-of-time', 'retry', { detail: `${name}: no time is left for it`, effect: 'none' })

const outOfPoints = (name: string, waitMs: number): GraphqlFailure =>
  failed('throttled', 'retry', {
    detail: `${name}: the shop has had too many calls`,
    retryAfterMs: Math.min(waitMs, 60_000),
    effect: 'none',
  })
