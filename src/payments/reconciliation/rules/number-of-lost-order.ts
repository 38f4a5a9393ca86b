import type { OrderSource } from '../../../domain/order-source.ts'
import { usualNumber } from '../../../domain/requests/numbers-of-orders.ts'

interface LostOrder {
  source: OrderSource
  externalId: string
  /** Of its payment at the gateway. */
  name: string | null
  /** Words before the number in such names, in each language. `[]`: the store names payments otherwise. */
  labels: readonly string[]
}

/**
 * Returns the number of an order that Puente made and lost: the gateway has it in the payment's name.
 * Without it, a repeated request would ask for another order, and a link would lose its place. `null`:
 * unknown, or of a shop, which says it again.
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
  // The gateway has a shortened number.
  const isKnown = named !== '' && named !== externalId && !named.endsWith('…')
  if (isKnown) return named
  return source === 'link' ? null : usualNumber(externalId)
}
