import { type Environment, publishableKeyDefect } from '../../contract/keys.ts'
import { isReadableInTransit } from '../../runtime/net/plain-http.ts'
import { policyOf } from './policy.ts'

export interface CardPageInstallation {
  /** Requires https for store addresses beyond this machine; default: no. */
  requiresHttps?: boolean | undefined
  publicUrl: string
  /** `{embed_base_url}` of the gateway. */
  embedBaseUrl: string | undefined
  sdkUrl: string | undefined
  /** Origin of the card iframe, if it differs from both. */
  frameUrl: string | undefined
}

export interface CardPageObstacle {
  part: 'publishable-key' | 'installation'
  reason: string
}

/**
 * Returns what keeps a store off the card page (mode 2), or `undefined`. Requires https, except on
 * loopback.
 */
export const cardPageObstacle = (
  store: { publishable_key: string | null; environment: Environment },
  installation: CardPageInstallation | undefined,
): CardPageObstacle | undefined => {
  const reason = missingOfInstallation(installation)
  if (reason) return { part: 'installation', reason }
  const wrongKey = wrongWithKey(store)
  return wrongKey ? { part: 'publishable-key', reason: wrongKey } : undefined
}

/**
 * Reports whether the gateway can redirect customers back after a challenge: https only, even on
 * loopback (`gateway-api.md` 4.13, rule 1). Otherwise the page finds the outcome.
 */
export const canRedirectBack = ({ publicUrl }: Pick<CardPageInstallation, 'publicUrl'>): boolean =>
  publicUrl.startsWith('https://')

const missingOfInstallation = (
  installation: CardPageInstallation | undefined,
): string | undefined => {
  if (!installation || isReadableInTransit(installation.publicUrl)) {
    return 'The card page needs a PUBLIC_URL that begins with https://, or with http:// where it is this machine (localhost)'
  }
  if (!installation.embedBaseUrl) {
    return 'It is not known where the gateway confirms cards: set GATEWAY_EMBED_BASE_URL'
  }
  if (!installation.sdkUrl) {
    return "It is not known where the gateway's card fields are: set GATEWAY_SDK_URL"
  }
  return undefined
}

const wrongWithKey = ({
  publishable_key: key,
  environment,
}: {
  publishable_key: string | null
  environment: Environment
}): string | undefined => {
  if (!key) return 'The card page needs the publishable key of the store'
  switch (publishableKeyDefect(key, environment)) {
    case 'shape':
      return 'A publishable key begins with pk_'
    case 'other-environment':
      return `The publishable key is of another environment than the store, which is of ${environment}`
    case undefined:
      return undefined
  }
}

export const cardPageObstacleOfPolicy = (
  store: Parameters<typeof cardPageObstacle>[0] & { policy: Record<string, unknown> },
  installation: CardPageInstallation | undefined,
): CardPageObstacle | undefined =>
  policyOf(store).checkout_mode === 'card_page' ? cardPageObstacle(store, installation) : undefined
