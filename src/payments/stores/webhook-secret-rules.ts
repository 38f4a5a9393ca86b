import { isGatewayKey } from '../../contract/keys.ts'
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

export const BLANK_IN_SECRET = {
  en: 'Has a blank inside, as two words that were copied together; copy the secret alone',
  es: 'Tiene un espacio en medio, como dos palabras copiadas juntas; copie solo el secreto',
} as const

export const SHORT_SECRET = {
  en: `Has fewer than ${MIN_SECRET_LENGTH} characters: anyone who guesses it can report orders as paid. Use a longer one; if the gateway offers none, an owner can allow it`,
  es: `Tiene menos de ${MIN_SECRET_LENGTH} caracteres: quien lo adivine puede reportar pedidos como pagados. Use uno más largo; si la pasarela no da otro, un propietario puede permitirlo`,
} as const
