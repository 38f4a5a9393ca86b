import { isGatewayKey } from '../../contract/keys.ts'
import { fieldMessage } from '../../runtime/text/field-messages.ts'
import { trimPasted } from '../../runtime/text/pasted.ts'

/**
 * Minimum length of a new webhook secret: anyone who guesses it can sign a `payment.approved`. The
 * contract states no length, so an owner or the command line may allow fewer.
 */
export const MIN_SECRET_LENGTH = 16

export type SecretProblem = 'missing' | 'is-a-key' | 'invisible' | 'short'

export const webhookSecretDefect = (
  secret: string,
  { allowShort = false }: { allowShort?: boolean | undefined } = {},
): SecretProblem | undefined => {
  if (secret === '') return 'missing'
  if (isGatewayKey(secret)) return 'is-a-key'
  // Storing the secret trims blanks around it.
  const text = trimPasted(secret)
  if (text.includes(' ')) return 'invisible'
  return text.length < MIN_SECRET_LENGTH && !allowShort ? 'short' : undefined
}

export const SHORT_SECRET = fieldMessage('key-short', { least: MIN_SECRET_LENGTH })
