import type { StoreRow } from '../../db/db.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { NotRead, Storefront } from '../ports/storefront.ts'
import { mayImportOrder } from './find-store-of-order.ts'
import { importUnpaidOrder } from './import-unpaid-order.ts'
import { openUnreadableAlert } from './unreadable-store-order.ts'

/**
 * Imports an unknown order that awaits payment through us. Returns a failed read, else `undefined`.
 * Skips orders of another store of the shop unread.
 */
export const importIfUnpaid = async (
  ctx: PaymentsContext,
  { store, storefront, orderId }: { store: StoreRow; storefront: Storefront; orderId: string },
): Promise<NotRead | undefined> => {
  if (!storefront.orderToPay) return undefined
  const mayImport = await mayImportOrder(ctx, ctx.db.query, { store, externalId: orderId })
  if (!mayImport) return undefined
  const read = await storefront.orderToPay(orderId)
  if (read.outcome === 'not-read') return read
  if (read.outcome === 'payable') await importUnpaidOrder(ctx, store, read)
  if (read.outcome === 'unreadable') {
    const said = { id: orderId, detail: read.detail }
    await openUnreadableAlert(ctx.db.query, store, said, ctx.clock.now())
  }
  return undefined
}
