import type { SigningKey } from '../../gateway/webhook-signature.ts'
import { isDatabaseUnreachable } from '../../runtime/postgres/database.ts'

/**
 * Returns `undefined` for an unknown store. `doubted` refreshes the cache after a wrong signature.
 */
export type WebhookSecrets<Secrets = readonly SigningKey[]> = (
  storeId: string,
  options?: { doubted: boolean },
) => Promise<Secrets | undefined>

const KNOWN_FOR_MS = 5_000
/** Not every forged delivery may query the database. */
const DOUBTED_AFTER_MS = 1_000
const UNKNOWN_FOR_MS = 1_000
/** Maximum age of secrets during a database outage. */
const LAST_KNOWN_FOR_MS = 10 * 60_000
/** Interval of database retries during an outage. */
const RECALLED_FOR_MS = 1_000
const MAX_REMEMBERED = 10_000

interface CachedSecrets<Secrets> {
  secrets: Promise<Secrets | undefined>
  since: number
  until: number
}

/**
 * Caches secrets for seconds, so that intake rarely queries and expired secrets leave soon.
 * Concurrent requests share one query. During a database outage, serves the last known secrets, so
 * that deliveries can be stored as soon as it ends.
 */
export const cacheSecrets = <Secrets>(
  lookUp: (storeId: string) => Promise<Secrets | undefined>,
): WebhookSecrets<Secrets> => {
  const remembered = new Map<string, CachedSecrets<Secrets>>()
  const lastKnown = new Map<string, { secrets: Secrets; since: number }>()

  const lookUpOrRecall = async (storeId: string): Promise<Secrets | undefined> => {
    try {
      const secrets = await lookUp(storeId)
      if (secrets) {
        makeRoom(lastKnown)
        lastKnown.set(storeId, { secrets, since: Date.now() })
      } else lastKnown.delete(storeId)
      return secrets
    } catch (error) {
      const last = lastKnown.get(storeId)
      if (!last || !isDatabaseUnreachable(error) || last.since + LAST_KNOWN_FOR_MS <= Date.now())
        throw error
      const entry = remembered.get(storeId)
      if (entry) entry.until = Date.now() + RECALLED_FOR_MS
      return last.secrets
    }
  }

  return (storeId, { doubted } = { doubted: false }) => {
    const now = Date.now()
    const known = remembered.get(storeId)
    const isCurrent = known && known.until > now
    if (isCurrent && !(doubted && known.since + DOUBTED_AFTER_MS <= now)) return known.secrets
    makeRoom(remembered)

    const entry = { secrets: lookUpOrRecall(storeId), since: now, until: now + KNOWN_FOR_MS }
    remembered.set(storeId, entry)
    entry.secrets.then(
      (secrets) => {
        if (!secrets) entry.until = Date.now() + UNKNOWN_FOR_MS
      },
      () => remembered.delete(storeId),
    )
    return entry.secrets
  }
}

/** Evicts one entry: made-up names must not evict all stores. */
const makeRoom = (remembered: Map<string, unknown>): void => {
  if (remembered.size < MAX_REMEMBERED) return
  for (const oldest of remembered.keys().take(1)) remembered.delete(oldest)
}
