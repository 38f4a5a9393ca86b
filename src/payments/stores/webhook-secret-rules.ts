import { isGatewayKey } from '../../contract/keys.ts'
import { trimPasted } from '../../runtime/pasted.ts'

/**
 * The fewest characters of a new webhook secret. Whoever guesses it can sign a `payment.approved`. The
 * length of the gateway's own is not shown, so an owner, or the command line, can allow fewer.
 */
export const FEWEST_CHARACTERS = 16

export type SecretProblem = 'missing' | 'is-a-key' | 'short'

export const wrongWithWebhookSecret = (
  secret: string,
  { allowShort = false }: { allowShort?: boolean | undefined } = {},
): SecretProblem | undefined => {
  if (secret === '') return 'missing'
  if (isGatewayKey(secret)) return 'is-a-key'
  // Blanks around it are cut off before it is kept.
  return trimPasted(secret).length < FEWEST_CHARACTERS && !allowShort ? 'short' : undefined
}

export const SHORT_SECRET = {
  en: `Has fewer than ${FEWEST_CHARACTERS} characters: whoever guesses it can report orders as paid. Use a longer one; if the gateway gives no longer one, an owner can allow it`,
  es: `Tiene menos de ${FEWEST_CHARACTERS} caracteres: quien lo adivine puede reportar pedidos como pagados. Use uno más largo; si la pasarela no da otro, un propietario puede permitirlo`,
} as const
