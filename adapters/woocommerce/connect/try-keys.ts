import { z } from 'zod'
import { restClient } from '../rest/rest-client.ts'
import type { RestFailure } from '../rest/rest-failure.ts'
import type { PendingConnection } from './pending-connection.ts'
import type { KeysProblem } from './problems.ts'
import { siteProblemOf, TIMEOUT_MS } from './prove-site.ts'

export interface FailedTrial<Problem> {
  outcome: 'failed'
  problem: Problem
  detail: string
  isRetryable: boolean
}

/** Reads an order and posts an empty batch, a no-op that needs write permission. */
export const tryKeys = async (
  {
    consumer_key: consumerKey,
    consumer_secret: consumerSecret,
  }: NonNullable<PendingConnection['secrets']['rest_keys']>,
  site: { restUrl: string; allowPrivateAddresses: boolean },
): Promise<{ outcome: 'work' } | FailedTrial<KeysProblem>> => {
  const rest = restClient({ ...site, consumerKey, consumerSecret, timeoutMs: TIMEOUT_MS })
  const read = await rest.get('orders', z.array(z.unknown()), { per_page: 1, _fields: 'id' })
  if (read.outcome === 'failed') {
    // Before 11.1, WooCommerce overlooks keys of plain permalinks without the plugin's help.
    const isPlain = new URL(site.restUrl).searchParams.has('rest_route')
    const isOverlooked = isPlain && read.code === 'woocommerce_rest_cannot_view'
    return failed(read, isOverlooked ? 'plain_permalinks' : 'keys_refused')
  }
  const written = await rest.post('orders/batch', z.unknown(), {})
  return written.outcome === 'failed' ? failed(written, 'keys_read_only') : { outcome: 'work' }
}

const failed = (
  failure: RestFailure,
  whenRefused: 'keys_refused' | 'keys_read_only' | 'plain_permalinks',
): FailedTrial<KeysProblem> => {
  const problem = siteProblemOf(failure)
  const isRefused = problem === 'blocked' || failure.retry === 'permanent'
  return {
    outcome: 'failed',
    problem: isRefused ? whenRefused : problem,
    detail: failure.detail,
    isRetryable: failure.retry === 'retry',
  }
}
