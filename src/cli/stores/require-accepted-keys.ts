import type { Language } from '../../locales/language.ts'
import { checkGatewayKeys, type KeyProblem } from '../../payments/stores/check-gateway-keys.ts'
import { UserError } from '../../runtime/failure.ts'
import { FLAG_OF, SHORT_AT_TERMINAL } from './options.ts'
import type { StoreCommandContext } from './workplace.ts'

const WRONG: Record<Exclude<KeyProblem['problem'], 'unknown'>, string> = {
  shape:
    'has a wrong prefix: expected sk_test_ or sk_live_ for a secret key, pk_ for a publishable key',
  'other-environment': 'belongs to another environment than the secret key',
  invisible: 'contains a blank or an invisible character; copy it again, whole and alone',
  missing: 'is missing',
  'is-a-key': "is a key; the gateway's portal shows the signing secret",
  short: SHORT_AT_TERMINAL,
}

/**
 * Checks keys before any write; returns a greeting. A refused key would fail at the first payment,
 * so it needs `force`. An unreachable gateway is a warning only.
 */
export const requireAcceptedKeys = async (
  { gatewayOf, gatewayBaseUrl }: StoreCommandContext,
  {
    force,
    ...keys
  }: {
    secretKey: string
    publishableKey: string | null
    webhookSecret: string | undefined
    allowShort?: boolean | undefined
    locale: Language
    force: boolean
  },
): Promise<string> => {
  const check = await checkGatewayKeys(gatewayOf, keys)
  if (check.outcome === 'accepted') {
    return `The gateway at ${gatewayBaseUrl} accepts the secret key.`
  }
  if (check.outcome === 'unreachable') {
    return `Warning: could not check the secret key at ${gatewayBaseUrl} (${check.detail}).`
  }
  for (const { field, problem } of check.problems) {
    if (problem !== 'unknown') throw new UserError(`${FLAG_OF[field]} ${WRONG[problem]}`)
  }
  if (force) return `Warning: the gateway at ${gatewayBaseUrl} does not accept the secret key.`
  throw new UserError(
    `--secret-key: the gateway at ${gatewayBaseUrl} does not accept it. Nothing was changed. Use --force to connect anyway.`,
  )
}
