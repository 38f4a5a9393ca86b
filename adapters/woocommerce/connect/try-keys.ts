import { z } from 'zod'
import { type RestOutcome, restClient } from '../rest/rest-client.ts'
import type { PendingConnection } from './pending-connection.ts'
import type { KeysProblem } from './problems.ts'
import { siteProblemOf, TIMEOUT_MS } from './prove-site.ts'

export type KeysTrial =
  | { outcome: 'work' }
  | {
      outcome: 'do-not-work'
      problem: KeysProblem
      detail: string
      /** True if the site was unavailable. */
      isRetryable: boolean
    }

/** Reads an order and posts an empty batch, which changes nothing but needs write permission. */
export const tryKeys = async (
  {
    consumer_key: consumerKey,
    consumer_secret: consumerSecret,
  }: NonNullable<PendingConnection['secrets']['rest_keys']>,
  site: { restUrl: string; allowPrivateAddresses: boolean },
): Promise<KeysTrial> => {
  const rest = restClient({ ...site, consumerKey, consumerSecret, timeoutMs: TIMEOUT_MS })
  const read = await rest.get('orders', z.array(z.unknown()), { per_page: 1, _fields: 'id' })
  if (read.outcome === 'failed') return failed(read, 'keys_refused')
  const written = await rest.post('orders/batch', z.unknown(), {})
  return written.outcome === 'failed' ? failed(written, 'keys_read_only') : { outcome: 'work' }
}

const failed = (
  failure: Extract<RestOutcome<unknown>, { outcome: 'failed' }>,
  whenRefused: 'keys_refused' | 'keys_read_only',
): KeysTrial => {
  const problem = siteProblemOf(failure)
  const isRefused = problem === 'blocked' || failure.retry === 'permanent'
  return {
    outcome: 'do-not-work',
    problem: isRefused ? whenRefused : problem,
    detail: failure.detail,
    isRetryable: failure.retry === 'retry',
  }
}
