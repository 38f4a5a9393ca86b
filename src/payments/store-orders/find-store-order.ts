import type { StoreRow } from '../../ledger/ledger.ts'
import type { PaymentsContext } from '../context.ts'
import type { NotRead, Storefront } from '../storefront.ts'
import { mayTakeOrder } from './find-store-of-order.ts'
import { takeUnpaidOrder } from './take-unpaid-order.ts'
import { noteUnreadable } from './unreadable-store-order.ts'

/**
 * Looks whether an order of a store that is not known yet waits for a payment through us, and takes
 * it then. `undefined`: there is nothing more to be done about it. One that is for another store of the
 * same shop is not even read.
 */
export const findStoreOrder = async (
  ctx: PaymentsContext,
  { store, storefront, orderId }: { store: StoreRow; storefront: Storefront; orderId: string },
): Promise<NotRead | undefined> => {
  if (!storefront.orderToPay) return undefined
  const mayTake = await mayTakeOrder(ctx, ctx.ledger.query, { store, externalId: orderId })
  if (!mayTake) return undefined
  const read = await storefront.orderToPay(orderId)
  if (read.outcome === 'not-read') return read
  if (read.outcome === 'payable') await takeUnpaidOrder(ctx, store, read)
  if (read.outcome === 'unreadable') {
    const said = { id: orderId, detail: read.detail }
    await noteUnreadable(ctx.ledger.query, store, said, ctx.clock.now())
  }
  return undefined
}
