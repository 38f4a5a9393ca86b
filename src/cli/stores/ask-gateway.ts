import type { Locale } from '../../db/tables/stores.ts'
import { checkGatewayKeys, type KeyProblem } from '../../payments/stores/check-gateway-keys.ts'
import { UserError } from '../../runtime/failure.ts'
import { FLAG_OF, SHORT_AT_TERMINAL } from './arguments.ts'
import type { Workplace } from './workplace.ts'

const WRONG: Record<Exclude<KeyProblem['problem'], 'unknown'>, string> = {
  shape:
    'is of another shape: a secret key begins with sk_test_ or sk_live_, a publishable key with pk_',
  'other-environment': 'is of another environment than the secret key',
  invisible: 'has a blank or an invisible character inside; copy it again, whole and alone',
  missing: 'is missing',
  'is-a-key': "is a key; the signing secret is shown by the gateway's portal",
  short: SHORT_AT_TERMINAL,
}

/**
 * Checks keys at the gateway before any write; returns a greeting. A refused key would fail at the
 * first payment, so it needs `force`. An unreachable gateway is a warning only.
 */
export const askGateway = async (
  { gatewayOf, gatewayBaseUrl }: Workplace,
  {
    force,
    ...keys
  }: {
    secretKey: string
    publishableKey: string | null
    webhookSecret: string | undefined
    allowShort?: boolean | undefined
    locale: Locale
    force: boolean
  },
): Promise<string> => {
  const check = await checkGatewayKeys(gatewayOf, keys)
  if (check.outcome === 'accepted') {
    return `The gateway at ${gatewayBaseUrl} accepts the secret key.`
  }
  if (check.outcome === 'unreachable') {
    return `Warning: the gateway at ${gatewayBaseUrl} could not be asked (${check.detail}).`
  }
  for (const { field, problem } of check.problems) {
    if (problem !== 'unknown') throw new UserError(`${FLAG_OF[field]} ${WRONG[problem]}`)
  }
  if (force) return `Warning: the gateway at ${gatewayBaseUrl} does not accept the secret key.`
  throw new UserError(
    `--secret-key: the gateway at ${gatewayBaseUrl} does not accept it. Nothing was changed; --force insists.`,
  )
}
