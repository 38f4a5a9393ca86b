import type { StoreRow } from '../../ledger/ledger.ts'
import { findOrderOfStore } from '../../ledger/orders.ts'
import type { PaymentsContext } from '../context.ts'
import type { NotRead, Storefront } from '../storefront.ts'
import { endOverdueOrder } from './end-overdue-order.ts'
import { takeUnpaidOrder } from './take-unpaid-order.ts'

/**
 * Looks whether an order of a store waits for a payment through us: one that is not known yet is
 * taken, one whose time is over ends. `undefined`: there is nothing more to be done about it.
 */
export const findStoreOrder = async (
  ctx: PaymentsContext,
  { store, storefront, orderId }: { store: StoreRow; storefront: Storefront; orderId: string },
): Promise<NotRead | undefined> => {
  if (!storefront.orderToPay) return undefined
  const read = await storefront.orderToPay(orderId)
  switch (read.outcome) {
    case 'not-read':
      return read
    case 'over':
      return undefined
    case 'payable':
      await takeUnpaidOrder(ctx, store, read)
      return undefined
    case 'overdue': {
      const known = await findOrderOfStore(ctx.ledger.query, store.id, orderId)
      if (known) await endOverdueOrder(ctx, known)
      return undefined
    }
  }
}
