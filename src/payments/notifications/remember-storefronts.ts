import { findStore } from '../../db/stores.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { Storefront } from '../ports/storefront.ts'

/** An address that was changed, or a secret that was replaced, is out of force so soon. */
const REMEMBERED_MS = 5_000

/**
 * Finds the storefront of a store; `undefined` where that is removed. Remembers it for some seconds, so
 * that its row is not read and its secrets are not opened for each notification. One that notifies in turn is
 * opened each time: what its platform allows may change from one notification to the next.
 */
export const rememberStorefronts = (
  ctx: PaymentsContext,
): ((storeId: StoreId) => Promise<Storefront | undefined>) => {
  const remembered = new Map<
    StoreId,
    { storefront: Promise<Storefront | undefined>; until: number }
  >()

  const open = async (storeId: StoreId): Promise<Storefront | undefined> => {
    const store = await findStore(ctx.db.query, storeId)
    const storefront = store && ctx.storefrontOf(store)
    if (!storefront || storefront.tellsInTurn) remembered.delete(storeId)
    return storefront
  }

  return (storeId) => {
    const known = remembered.get(storeId)
    if (known && known.until > performance.now()) return known.storefront
    const storefront = open(storeId)
    remembered.set(storeId, { storefront, until: performance.now() + REMEMBERED_MS })
    storefront.catch(() => remembered.delete(storeId))
    return storefront
  }
}
