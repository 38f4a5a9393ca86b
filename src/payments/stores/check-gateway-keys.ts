import {
  type Environment,
  environmentOfSecretKey,
  publishableKeyDefect,
} from '../../contract/keys.ts'
import type { Language } from '../../locales/language.ts'
import { readPasted } from '../../runtime/text/pasted.ts'
import type { GatewayOfKey } from '../ports/store-connecting.ts'
import { type SecretProblem, webhookSecretDefect } from './webhook-secret-rules.ts'

export interface GatewayKeys {
  secretKey: string
  publishableKey: string | null
  /** `undefined` skips the check: the portal shows it after registration. */
  webhookSecret: string | undefined
  /**
   * Accepts a short webhook secret, if stored already or allowed by an owner or the command line.
   */
  allowShort?: boolean | undefined
}

export type KeyProblem =
  | { field: 'secretKey'; problem: 'shape' | 'unknown' }
  | { field: 'publishableKey'; problem: 'shape' | 'other-environment' }
  | { field: 'webhookSecret'; problem: SecretProblem }
  /** A blank, line break or invisible character inside. */
  | { field: 'secretKey' | 'publishableKey' | 'webhookSecret'; problem: 'invisible' }

export type KeyCheck =
  | { outcome: 'accepted'; environment: Environment }
  | { outcome: 'refused'; problems: KeyProblem[] }
  /** The gateway did not respond; the keys may be valid. */
  | { outcome: 'unreachable'; detail: string }

/**
 * Validates gateway keys before a store connects: their shape (`gateway-api.md` 5), and the secret
 * key by a request (4.1). Only the first event verifies the webhook secret.
 */
export const checkGatewayKeys = async (
  gatewayOf: GatewayOfKey,
  keys: GatewayKeys & { locale: Language },
): Promise<KeyCheck> => {
  const { secretKey, publishableKey, webhookSecret, allowShort, locale } = keys
  const environment = environmentOfSecretKey(secretKey)
  const problems: KeyProblem[] = []
  if (!environment) problems.push({ field: 'secretKey', problem: 'shape' })
  const publishable = publishableKey && publishableKeyDefect(publishableKey, environment)
  if (publishable) problems.push({ field: 'publishableKey', problem: publishable })
  const secret =
    webhookSecret === undefined ? undefined : webhookSecretDefect(webhookSecret, { allowShort })
  if (secret) problems.push({ field: 'webhookSecret', problem: secret })
  const pasted = [
    ['secretKey', secretKey, 'key'],
    ['publishableKey', publishableKey ?? '', 'key'],
    ['webhookSecret', webhookSecret ?? '', 'secret'],
  ] as const
  for (const [field, text, kind] of pasted) {
    if (readPasted(text, kind).outcome === 'refused') problems.push({ field, problem: 'invisible' })
  }
  if (problems.length > 0 || !environment) return { outcome: 'refused', problems }

  const me = await gatewayOf(secretKey, locale).me()
  switch (me.outcome) {
    case 'authorized':
      return { outcome: 'accepted', environment }
    case 'unauthorized':
      return { outcome: 'refused', problems: [{ field: 'secretKey', problem: 'unknown' }] }
    default:
      return { outcome: 'unreachable', detail: me.outcome }
  }
}
