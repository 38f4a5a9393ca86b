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
const MAX_REMEMBERED = 10_000

/**
 * Remembers secrets for some seconds, so that intake does not ask the database for each event, and
 * one that has ended is out of force soon. A new one is found at the first delivery that it has signed.
 * Requests that arrive together share one look-up.
 */
export const rememberSecrets = (
  lookUp: (storeId: string) => ReturnType<WebhookSecrets>,
): WebhookSecrets => {
  const remembered = new Map<
    string,
    { secrets: ReturnType<WebhookSecrets>; since: number; until: number }
  >()
  return (storeId, { doubted } = { doubted: false }) => {
    const now = Date.now()
    const known = remembered.get(storeId)
    const isCurrent = known && known.until > now
    if (isCurrent && !(doubted && known.since + DOUBTED_AFTER_MS <= now)) return known.secrets
    if (remembered.size >= MAX_REMEMBERED) {
      // The oldest: a flood of made-up names does not drive out all that is known at once.
      for (const oldest of remembered.keys()) {
        remembered.delete(oldest)
        break
      }
    }

    const entry = { secrets: lookUp(storeId), since: now, until: now + KNOWN_FOR_MS }
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
