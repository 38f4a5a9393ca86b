import { MedusaError } from '@medusajs/framework/utils'
import { verifyNotification } from '@puente/node'
import { clientOf } from './client.js'

/** Options of the provider in `medusa-config`: one store at Puente. */
export interface PuenteOptions {
  /** Scheme, host and port of Puente. */
  url: string
  /** API key of the store, with the scopes checkout, read and refund. */
  apiKey: string
  /** Secret of the notifications (`whsec_…`); during a rotation the new and the previous one. */
  notifySecret: string | readonly string[]
  /** Page that customers return to. `{payment_session}` becomes the id of the payment session. */
  successUrl: string
  /** Page that customers return to without paying. Defaults to `successUrl`. */
  cancelUrl?: string | undefined
  /** Page of the gateway (`hosted`) or of Puente with card fields. Defaults to the store's policy. */
  mode?: 'hosted' | 'card_page' | undefined
  /**
   * Offers signed-in customers the cards that they saved. Needs the mode `hosted`: the gateway files
   * the cards under the customer's id, and Puente's own page asks the customer to type it.
   */
  savedCards?: boolean | undefined
}

const MODES: readonly unknown[] = [undefined, 'hosted', 'card_page']

/** Reads the options. Throws one error that names every wrong one, so that Medusa does not start half configured. */
export const validOptions = (given: Partial<PuenteOptions> | undefined): PuenteOptions => {
  const problems = [...missingIn(given ?? {}), ...malformedIn(given ?? {})]
  if (problems.length === 0) return given as PuenteOptions
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `Options of the payment provider @puente/medusa: ${problems.join(' ')}`,
  )
}

const missingIn = (given: Partial<PuenteOptions>): string[] =>
  (['url', 'apiKey', 'notifySecret', 'successUrl'] as const)
    .filter((name) => !given[name])
    .map((name) => `"${name}" is missing.`)

const malformedIn = ({
  url,
  apiKey,
  notifySecret,
  successUrl,
  cancelUrl,
  mode,
  savedCards,
}: Partial<PuenteOptions>) =>
  [
    url && apiKey ? messageOf(() => clientOf({ url, apiKey })) : undefined,
    notifySecret
      ? messageOf(() => verifyNotification(new Uint8Array(), {}, notifySecret))
      : undefined,
    successUrl && !URL.canParse(successUrl) ? '"successUrl" is no address.' : undefined,
    cancelUrl && !URL.canParse(cancelUrl) ? '"cancelUrl" is no address.' : undefined,
    MODES.includes(mode) ? undefined : '"mode" is neither "hosted" nor "card_page".',
    savedCards && mode !== 'hosted' ? '"savedCards" needs the "mode" "hosted".' : undefined,
  ].filter((problem) => problem !== undefined)

const messageOf = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
