import { isDatabaseAway } from '../../runtime/database.ts'

/**
 * Finds the webhook secrets of a store; `undefined` when there is no such store. `doubted`: those that
 * were given last may be out of date.
 */
export type WebhookSecrets = (
  storeId: string,
  options?: { doubted: boolean },
) => Promise<readonly string[] | undefined>

const KNOWN_FOR_MS = 5_000
/** A flood of forged deliveries is no reason to ask the database for each. */
const DOUBTED_AFTER_MS = 1_000
const UNKNOWN_FOR_MS = 1_000
/** As long as the database is away, those that it gave within this time are taken. */
const LAST_KNOWN_FOR_MS = 10 * 60_000
/** Then the database is asked whether it is back. */
const RECALLED_FOR_MS = 1_000
const MAX_REMEMBERED = 10_000

interface Remembered {
  secrets: ReturnType<WebhookSecrets>
  since: number
  until: number
}

/**
 * Remembers secrets for some seconds, so that intake does not ask the database for each event, and
 * one that has ended is out of force soon. A new one is found at the first delivery that it has signed.
 * Requests that arrive together share one look-up. While the database is away, the secrets that it gave
 * last are taken: what is signed so can be kept the moment it is back, and not before.
 */
export const rememberSecrets = (
  lookUp: (storeId: string) => ReturnType<WebhookSecrets>,
): WebhookSecrets => {
  const remembered = new Map<string, Remembered>()
  const lastKnown = new Map<string, { secrets: readonly string[]; since: number }>()

  const lookUpOrRecall = async (storeId: string): ReturnType<WebhookSecrets> => {
    try {
      const secrets = await lookUp(storeId)
      if (secrets) {
        makeRoom(lastKnown)
        lastKnown.set(storeId, { secrets, since: Date.now() })
      } else lastKnown.delete(storeId)
      return secrets
    } catch (error) {
      const last = lastKnown.get(storeId)
      if (!last || !isDatabaseAway(error) || last.since + LAST_KNOWN_FOR_MS <= Date.now())
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

/** Drops the oldest: a flood of made-up names does not drive out all that is known at once. */
const makeRoom = (remembered: Map<string, unknown>): void => {
  if (remembered.size < MAX_REMEMBERED) return
  for (const oldest of remembered.keys().take(1)) remembered.delete(oldest)
}
