import { type Environment, wrongWithPublishableKey } from '../../contract/keys.ts'
import { canBeReadOnTheWay } from '../../runtime/plain-http.ts'
import { policyOf } from './policy.ts'

/** What the card page needs of this installation, beside the store's publishable key. */
export interface CardPageInstallation {
  /** Shops are called by https only, but for those on this machine; unless told, by http as well. */
  requiresHttps?: boolean | undefined
  /** Where customers reach us. */
  publicUrl: string
  /** `{embed_base_url}`: where the gateway confirms cards. */
  embedBaseUrl: string | undefined
  /** `{sdk_url}`: the script of the gateway's card fields. */
  sdkUrl: string | undefined
  /** Where their iframe comes from, if from neither of the two. */
  frameUrl: string | undefined
}

/** Why a store cannot take cards on our own page, for the person who can change that. */
export interface CardPageObstacle {
  part: 'publishable-key' | 'installation'
  reason: string
}

/**
 * What keeps a store from taking cards on our own page (mode 2); `undefined`: nothing. Customers come by
 * https, or are on this machine.
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
 * Whether the gateway can send customers back to us after a challenge: to https addresses only, and
 * there is no exception for this machine (`gateway-api.md` 4.13, rule 1). Where it cannot, the addresses
 * are left out, and the page finds out by itself.
 */
export const customersComeBack = ({
  publicUrl,
}: Pick<CardPageInstallation, 'publicUrl'>): boolean => publicUrl.startsWith('https://')

const missingOfInstallation = (
  installation: CardPageInstallation | undefined,
): string | undefined => {
  if (!installation || canBeReadOnTheWay(installation.publicUrl)) {
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
  switch (wrongWithPublishableKey(key, environment)) {
    case 'shape':
      return 'A publishable key begins with pk_'
    case 'other-environment':
      return `The publishable key is of another environment than the store, which is of ${environment}`
    case undefined:
      return undefined
  }
}

/** The obstacle to a policy that leads customers to the card page. */
export const obstacleToPolicy = (
  store: Parameters<typeof cardPageObstacle>[0] & { policy: Record<string, unknown> },
  installation: CardPageInstallation | undefined,
): CardPageObstacle | undefined =>
  policyOf(store).checkout_mode === 'card_page' ? cardPageObstacle(store, installation) : undefined
