import { setTimeout as sleep } from 'node:timers/promises'
import { createGraphQLClient } from '@shopify/graphql-client'
import type { NoteCall } from '../../adapter.ts'
import { API_VERSION } from '../api-version.ts'
import type { RefusedToken, TokenOutcome } from '../sessions/tokens.ts'
import { callingShops, type ShopCalls, shopFetch } from '../shops/shop-fetch.ts'
import type { ShopBudgets } from './budgets.ts'
import type { Operation, ShopApi } from './operations/operation.ts'
import { type GraphqlFailure, type GraphqlOutcome, operationFailed } from './outcome.ts'
import { readGraphqlAnswer } from './read-answer.ts'
import { failureOfErrors, failureOfResponse, isOnlyHidden, readTopErrors } from './read-failure.ts'
import {
  type CallLimits,
  type CostReport,
  LONGEST_WAIT_MS,
  readCost,
  waitBeforeRepeating,
} from './throttle.ts'

/** Sends one operation. A mutation with a lost response returns `effect: 'unknown'`. */
export type ShopGraphql = <Variables extends Record<string, unknown>, Value>(
  operation: Operation<Variables, Value>,
  variables: Variables,
  limits?: CallLimits,
) => Promise<GraphqlOutcome<Value>>

export interface ShopGraphqlOptions {
  shop: string
  /** Never returns the refused token. */
  tokenOf(options: RefusedToken): Promise<TokenOutcome>
  calls: ShopCalls
  budgets: ShopBudgets
  onServed?: (version: string | undefined) => Promise<void>
  wait?: (ms: number) => Promise<unknown>
}

const PATHS: Record<ShopApi, string> = {
  admin: `/admin/api/${API_VERSION}/graphql.json`,
  'payments-apps': `/payments_apps/api/${API_VERSION}/graphql.json`,
}

/**
 * Sends reads and keyed refunds up to three times; retries other mutations only after failures
 * certainly without effect. Renews a refused token once.
 */
export const shopGraphql =
  ({ shop, tokenOf, calls, budgets, onServed, wait = sleep }: ShopGraphqlOptions): ShopGraphql =>
  async (operation, variables, { endsAt = Infinity, longestWaitMs, leavesSome, noteCall } = {}) => {
    let token = await tokenOf({})
    let isTokenRenewed = false
    let mayBeDone = false
    /** Keeps an earlier try's unknown effect after a later failure. */
    const afterAll = (failure: GraphqlFailure): GraphqlFailure =>
      mayBeDone ? { ...failure, effect: 'unknown' } : failure
    for (let tries = 1; ; tries++) {
      if (token.outcome !== 'token') return afterAll(token)
      const { accessToken } = token
      const budgetKey = { shop, api: operation.api, name: operation.name }
      const restMs = endsAt - performance.now()
      if (restMs <= 0) return afterAll(outOfTime(operation.name))
      const claimed = await budgets.claim(budgetKey, {
        longestWaitMs: Math.min(longestWaitMs ?? LONGEST_WAIT_MS, restMs),
        leavesSome,
      })
      if (claimed.outcome === 'full') return afterAll(outOfPoints(operation.name, claimed.waitMs))
      if (claimed.waitMs > 0) await wait(claimed.waitMs)
      const { outcome, cost, isAnswered, served } = await send(
        { shop, accessToken, calls: notedBy(calls, operation, noteCall) },
        operation,
        variables,
      )
      if (cost) await budgets.reconcile(budgetKey, claimed.cost, cost)
      if (isAnswered) await onServed?.(served)
      if (outcome.outcome !== 'failed') return outcome
      mayBeDone ||= outcome.effect === 'unknown'
      if (outcome.code === 'token-refused' && !isTokenRenewed) {
        isTokenRenewed = true
        token = await tokenOf({ refused: accessToken })
        continue
      }
      const waitMs = waitBeforeRepeating(outcome, { isRepeatable: operation.isRepeatable, tries })
      if (waitMs === undefined) return afterAll(outcome)
      await wait(waitMs)
    }
  }

const notedBy = (
  calls: ShopCalls,
  { isRead }: Pick<Operation<never, unknown>, 'isRead'>,
  noteCall: NoteCall | undefined,
): ShopCalls => (noteCall ? { ...calls, note: (call) => noteCall({ ...call, isRead }) } : calls)

interface Sent<Value> {
  outcome: GraphqlOutcome<Value>
  cost: CostReport | undefined
  /** The API itself answered, even with a refusal. */
  isAnswered: boolean
  served: string | undefined
}

const send = async <Variables extends Record<string, unknown>, Value>(
  { shop, accessToken, calls }: { shop: string; accessToken: string; calls: ShopCalls },
  operation: Operation<Variables, Value>,
  variables: Variables,
): Promise<Sent<Value>> => {
  const { api, name, text } = operation
  const url = `https://${shop}${PATHS[api]}`
  const client = createGraphQLClient({
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Puente',
      'x-shopify-access-token': accessToken,
    },
    customFetchApi: shopFetch,
    // The library would repeat mutations with lost responses, and reads Retry-After as
    // milliseconds.
    retries: 0,
  })
  const { data, errors, extensions, headers } = await callingShops(calls, () =>
    client.request<unknown>(text, { variables }),
  )
  const served = headers?.get('x-shopify-api-version') ?? undefined
  const answered = { cost: readCost(extensions), isAnswered: headers !== undefined, served }
  if (!errors) return { ...answered, outcome: readGraphqlAnswer(operation, data) }
  if (errors.graphQLErrors === undefined) {
    const { response } = errors
    const page = response && !response.bodyUsed ? await response.text() : ''
    return { ...answered, outcome: failureOfResponse(name, response, { url, page }) }
  }
  const topErrors = readTopErrors(errors.graphQLErrors)
  const outcome = isOnlyHidden(topErrors, data)
    ? readGraphqlAnswer(operation, data)
    : failureOfErrors(name, topErrors, answered.cost)
  return { ...answered, outcome }
}

const outOfTime = (name: string): GraphqlFailure =>
  operationFailed('out-of-time', { detail: `${name}: no time is left for it`, effect: 'none' })

const outOfPoints = (name: string, waitMs: number): GraphqlFailure =>
  operationFailed('throttled', {
    detail: `${name}: the shop has had too many calls`,
    retryAfterMs: Math.min(waitMs, 60_000),
    effect: 'none',
  })
