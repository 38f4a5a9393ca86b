import type { OrderRow, StoreRow } from '../../db/db.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { platformOf } from '../ports/platform.ts'
import type { Storefront } from '../ports/storefront.ts'

/** Reports whether the store's platform has no such order: a person or a page of Puente made it. */
export const isMadeAtPuente = ({ source }: Pick<OrderRow, 'source'>): boolean =>
  source !== 'storefront'

const NOT_NOTIFIED: Storefront = { notify: async () => ({ outcome: 'nobody-to-tell' }) }

/**
 * Returns what an order may use of its storefront. The platform does not know an order made at
 * Puente, so Puente never calls it about one; a shop with signed notifications gets those only.
 */
export const storefrontOfOrder = (
  { platforms, storefrontOf }: Pick<PaymentsContext, 'platforms' | 'storefrontOf'>,
  { order, store }: { order: Pick<OrderRow, 'source'>; store: StoreRow },
  opened: Storefront = storefrontOf(store),
): Storefront => {
  if (!isMadeAtPuente(order)) return opened
  const { traits } = platformOf(platforms, store).adapter
  return traits.receivesSignedNotifications ? { notify: opened.notify } : NOT_NOTIFIED
}
