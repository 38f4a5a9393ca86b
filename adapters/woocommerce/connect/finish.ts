import { type Core, type Store, type StoreField, storeById } from '../../adapter.ts'
import { accountOf, connectingWith } from '../../onboarding/connection.ts'
import { connectWebhooks } from '../open-storefront.ts'
import type { WooCommerceDeps } from '../options.ts'
import { connectSite } from './connect-site.ts'
import { type BegunDeps, type PendingConnection, updatePending } from './pending-connection.ts'
import type { FinishProblem } from './problems.ts'
import { isStoreOfSite } from './site-identity.ts'
import { type FailedTrial, tryKeys } from './try-keys.ts'

export interface FinishDeps extends BegunDeps, WooCommerceDeps {
  ctx: Core
}

const PROBLEM_OF: Partial<Record<StoreField, FinishProblem>> = {
  id: 'id_taken',
  secretKey: 'other_environment',
  publishableKey: 'publishable_key_missing',
}

export type FinishOutcome = { outcome: 'connected' } | FailedTrial<FinishProblem>

/** Tries WooCommerce's keys, then saves the store. Idempotent. */
export const finishConnection = async (
  deps: FinishDeps,
  begun: PendingConnection,
): Promise<FinishOutcome> => {
  const finished = await tryAndConnect(deps, begun)
  const { gateway, rest_keys, ...kept } = begun.secrets
  const details = { ...begun.details, problem: undefined }
  if (finished.outcome === 'connected') {
    await updatePending(deps, begun, { step: 'connected', details, secrets: kept })
  } else if (!finished.isRetryable) {
    const problem = { code: finished.problem, detail: finished.detail }
    const changes = { details: { ...details, problem }, secrets: kept }
    await updatePending(deps, begun, { step: 'failed', ...changes })
  }
  return finished
}

const tryAndConnect = async (
  deps: FinishDeps,
  begun: PendingConnection,
): Promise<FinishOutcome> => {
  const { ctx, sealer } = deps
  const { storeId: id, details, secrets } = begun
  const { gateway, rest_keys: restKeys } = secrets
  if (!gateway || !restKeys) throw new Error('There are no keys to connect the store with')
  const { allowPrivateAddresses } = deps
  const trial = await tryKeys(restKeys, { restUrl: details.rest_url, allowPrivateAddresses })
  if (trial.outcome === 'failed') return trial
  const { query } = ctx.db
  const existing = await storeById(query, id)
  if (existing && !isStoreOfSite(existing, details.rest_url)) return failed('id_taken', id)
  const connected = await connectSite(connectingWith(ctx, sealer), {
    id,
    name: details.site_name,
    locale: details.locale,
    ...accountOf(gateway),
    site: { site_url: details.site_url, rest_url: details.rest_url },
    credentials: {
      ...restKeys,
      pairing_secret: secrets.pairing_secret,
      webhook_secret: secrets.webhook_secret,
    },
  })
  if (connected.outcome === 'refused') {
    return failed(PROBLEM_OF[connected.field] ?? 'refused', connected.reason)
  }
  const store = await storeById(query, id)
  if (store) await registerWebhooksOf(store, deps)
  return { outcome: 'connected' }
}

const failed = (problem: FinishProblem, detail: string): FinishOutcome => ({
  outcome: 'failed',
  problem,
  detail,
  isRetryable: false,
})

/** On failure the store stays connected; the plugin's connection test repairs the webhooks. */
const registerWebhooksOf = async (store: Store, deps: FinishDeps): Promise<void> => {
  const { log } = deps.ctx
  try {
    const kept = await connectWebhooks(store, deps)
    if (kept.outcome === 'done') return
    const { code, detail } = kept
    log.warn({ store: store.id, code, detail }, 'the webhooks were not registered yet')
  } catch (error) {
    log.warn({ err: error, store: store.id }, 'what follows from a connection failed')
  }
}
