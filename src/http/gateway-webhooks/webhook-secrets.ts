/** Finds the webhook secrets of a store; `undefined` when there is no such store. */
export type WebhookSecrets = (storeId: string) => Promise<readonly string[] | undefined>

const KNOWN_FOR_MS = 5_000
const UNKNOWN_FOR_MS = 1_000
const MAX_REMEMBERED = 10_000

/**
 * Remembers secrets for some seconds, so that intake does not ask the database for each event, and
 * a rotated secret is in force soon. Requests that arrive together share one look-up.
 */
export const rememberSecrets = (lookUp: WebhookSecrets): WebhookSecrets => {
  const remembered = new Map<string, { secrets: ReturnType<WebhookSecrets>; until: number }>()
  return (storeId) => {
    const known = remembered.get(storeId)
    if (known && known.until > Date.now()) return known.secrets
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()

    const entry = { secrets: lookUp(storeId), until: Date.now() + KNOWN_FOR_MS }
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
