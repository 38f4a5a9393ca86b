import type { OrderSource } from '../../../domain/order-source.ts'
import { usualNumber } from '../../../domain/requests/numbers-of-orders.ts'

interface LostOrder {
  source: OrderSource
  externalId: string
  /** Name of its payment at the gateway. */
  name: string | null
  /** Words before the number in such names, in each language. `[]`: the store has its own names. */
  labels: readonly string[]
}

/**
 * Returns the number of an order that Puente created and a restore lost, from the payment's name at the
 * gateway. Without it, a repeated request would look like another order, and a link would lose its
 * place. `null`: unknown, or the order of a shop, which sends the number again.
 */
export const numberOfLostOrder = ({
  source,
  externalId,
  name,
  labels,
}: LostOrder): string | null => {
  if (source === 'storefront') return null
  const label = labels.find((each) => name?.startsWith(`${each} `))
  const named = label === undefined ? '' : (name ?? '').slice(label.length + 1).trim()
  // The gateway shortens long names.
  const isKnown = named !== '' && named !== externalId && !named.endsWith('…')
  if (isKnown) return named
  return source === 'link' ? null : usualNumber(externalId)
}
