import type { OrderRow, StoreRow } from '../../db/db.ts'
import { ordersToExport } from '../../db/privacy/store-data.ts'
import type { OrderId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { viewsOfOrders } from './export-person.ts'

const AT_ONCE = 100

/** Yields one JSON document in pieces, since a store may have millions of orders. */
export async function* exportStore(ctx: PaymentsContext, store: StoreRow): AsyncGenerator<string> {
  const facts = {
    exported_at: ctx.clock.now().toISOString(),
    store: viewOfStore(store),
  }
  // The orders follow as the last field.
  yield `${JSON.stringify(facts).slice(0, -1)},"orders":[`
  let isFirst = true
  for (let after: OrderId | undefined; ; ) {
    const page: OrderRow[] = await ordersToExport(ctx.db.long.query, {
      storeId: store.id,
      after,
      limit: AT_ONCE,
    })
    for (const order of await viewsOfOrders(ctx, page)) {
      yield `${isFirst ? '\n' : ',\n'}${JSON.stringify(order)}`
      isFirst = false
    }
    after = page.at(-1)?.id
    if (page.length < AT_ONCE) break
  }
  yield '\n]}\n'
}

/** Without secrets. */
const viewOfStore = (store: StoreRow) => ({
  id: store.id,
  name: store.name,
  platform: store.platform,
  environment: store.environment,
  locale: store.locale,
  policy: store.policy,
  connection: store.connection,
  notify_url: store.notify_url,
  orders_url: store.orders_url,
  created_at: store.created_at.toISOString(),
  disabled_at: store.disabled_at?.toISOString() ?? null,
  removed_at: store.removed_at?.toISOString() ?? null,
})
