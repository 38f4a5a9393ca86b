import {
  type Environment,
  environmentOfSecretKey,
  wrongWithPublishableKey,
} from '../../contract/keys.ts'
import type { Locale } from '../../db/tables/stores.ts'
import { readPasted } from '../../runtime/pasted.ts'
import type { GatewayOfKey } from '../ports/store-connecting.ts'
import { type SecretProblem, wrongWithWebhookSecret } from './webhook-secret-rules.ts'

export interface GatewayKeys {
  secretKey: string
  publishableKey: string | null
  /** `undefined`: not asked about; the portal shows it once the address is registered. */
  webhookSecret: string | undefined
  /** Accepts a short webhook secret: a stored one, or one that an owner or the command line allows. */
  allowShort?: boolean | undefined
}

/** What a person who types keys in has to change. */
export type KeyProblem =
  | { field: 'secretKey'; problem: 'shape' | 'unknown' }
  | { field: 'publishableKey'; problem: 'shape' | 'other-environment' }
  | { field: 'webhookSecret'; problem: SecretProblem }
  /** A blank, a line break or an invisible character inside. */
  | { field: 'secretKey' | 'publishableKey' | 'webhookSecret'; problem: 'invisible' }

export type KeyCheck =
  | { outcome: 'accepted'; environment: Environment }
  | { outcome: 'refused'; problems: KeyProblem[] }
  /** The gateway could not be asked; the same keys may be fine later. */
  | { outcome: 'unreachable'; detail: string }

/**
 * Checks the keys of a gateway account before a store is connected with them: their shapes
 * (`gateway-api.md` 5), and by asking whether the gateway knows the secret key (4.1). Nobody can
 * ask for the signing secret of webhooks: it proves itself with the first event.
 */
export const checkGatewayKeys = async (
  gatewayOf: GatewayOfKey,
  {
    secretKey,
    publishableKey,
    webhookSecret,
    allowShort,
    locale,
  }: GatewayKeys & { locale: Locale },
): Promise<KeyCheck> => {
  const environment = environmentOfSecretKey(secretKey)
  const problems: KeyProblem[] = []
  if (!environment) problems.push({ field: 'secretKey', problem: 'shape' })
  const publishable = publishableKey && wrongWithPublishableKey(publishableKey, environment)
  if (publishable) problems.push({ field: 'publishableKey', problem: publishable })
  const secret =
    webhookSecret === undefined ? undefined : wrongWithWebhookSecret(webhookSecret, { allowShort })
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
