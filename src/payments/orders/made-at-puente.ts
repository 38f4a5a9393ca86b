import type { OrderRow, StoreRow } from '../../db/db.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { platformOf } from '../ports/platform.ts'
import type { Storefront } from '../ports/storefront.ts'

/** Reports whether Puente created the order, so the store's platform has none. */
export const isMadeAtPuente = ({ source }: Pick<OrderRow, 'source'>): boolean =>
  source !== 'storefront'

const NOT_NOTIFIED: Storefront = { notify: async () => ({ outcome: 'nobody-to-tell' }) }

/**
 * Returns the storefront for an order. For an order made at Puente, only signed notifications work:
 * the platform does not know the order, so Puente never calls it.
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
