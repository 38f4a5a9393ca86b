import { counterItemsOfStore } from '../../db/counter/counter-items.ts'
import type { CustomerNoteRow } from '../../db/customers/customer-notes.ts'
import type { OrderRow, PaymentLinkRow, StoreRow } from '../../db/db.ts'
import { endpointsOfStore } from '../../db/endpoints/endpoints.ts'
import { linksToExport, notesToExport, ordersToExport } from '../../db/privacy/store-data.ts'
import { reportsOfStore } from '../../db/stores/store-reports.ts'
import { formatMinor } from '../../domain/money.ts'
import { addressWithoutSecrets } from '../../runtime/net/address-without-secrets.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { viewsOfOrders } from './export-person.ts'

const AT_ONCE = 100

/** Yields one JSON document in pieces, since a store may have millions of orders. */
export async function* exportStore(ctx: PaymentsContext, store: StoreRow): AsyncGenerator<string> {
  const { query } = ctx.db.long
  const storeId = store.id
  const facts = {
    exported_at: ctx.clock.now().toISOString(),
    store: viewOfStore(store),
    counter_items: (await counterItemsOfStore(query, storeId)).map(
      ({ name, price_minor, currency }) => ({
        name,
        price: formatMinor(price_minor, currency),
        currency,
      }),
    ),
    endpoints: (await endpointsOfStore(query, storeId)).map(
      ({ url, description, events, disabled_at }) => ({
        url: addressWithoutSecrets(url),
        description,
        events,
        disabled_at: disabled_at?.toISOString() ?? null,
      }),
    ),
    reports: (await reportsOfStore(query, storeId))
      .filter(({ every }) => every !== null)
      .map(({ name, email, every }) => ({ name, email, every })),
  }
  // The lists follow as the last fields.
  yield JSON.stringify(facts).slice(0, -1)
  yield* listed('payment_links', {
    page: (after: PaymentLinkRow | undefined) =>
      linksToExport(query, { storeId, after: after?.id, limit: AT_ONCE }),
    views: (links) => links.map(viewOfLink),
  })
  yield* listed('customer_notes', {
    page: (after: CustomerNoteRow | undefined) =>
      notesToExport(query, { storeId, after: after?.customer_key, limit: AT_ONCE }),
    views: (notes) =>
      notes.map(({ customer_key: customer, note, noted_by, noted_at }) => ({
        customer,
        note,
        noted_by,
        noted_at: noted_at.toISOString(),
      })),
  })
  yield* listed('orders', {
    page: (after: OrderRow | undefined) =>
      ordersToExport(query, { storeId, after: after?.id, limit: AT_ONCE }),
    views: (orders) => viewsOfOrders(ctx, orders),
  })
  yield '}\n'
}

/** Yields a field with a list, page by page. */
async function* listed<Row>(
  name: string,
  {
    page,
    views,
  }: {
    page(after: Row | undefined): Promise<Row[]>
    views(rows: readonly Row[]): object[] | Promise<object[]>
  },
): AsyncGenerator<string> {
  yield `,"${name}":[`
  let isFirst = true
  for (let after: Row | undefined; ; ) {
    const rows = await page(after)
    for (const view of await views(rows)) {
      yield `${isFirst ? '\n' : ',\n'}${JSON.stringify(view)}`
      isFirst = false
    }
    after = rows.at(-1)
    if (rows.length < AT_ONCE) break
  }
  yield '\n]'
}

const viewOfLink = ({ currency, ...link }: PaymentLinkRow) => {
  const amountOf = (minor: bigint | null) => (minor === null ? null : formatMinor(minor, currency))
  return {
    id: link.id,
    token: link.token,
    name: link.name,
    description: link.description,
    amount: amountOf(link.amount_minor),
    min_amount: amountOf(link.min_minor),
    max_amount: amountOf(link.max_minor),
    currency,
    stock: link.stock,
    starts_at: link.starts_at?.toISOString() ?? null,
    ends_at: link.ends_at?.toISOString() ?? null,
    fields: link.fields,
    created_at: link.created_at.toISOString(),
    closed_at: link.closed_at?.toISOString() ?? null,
  }
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
  notify_url: store.notify_url && addressWithoutSecrets(store.notify_url),
  orders_url: store.orders_url && addressWithoutSecrets(store.orders_url),
  brand: store.brand,
  created_at: store.created_at.toISOString(),
  disabled_at: store.disabled_at?.toISOString() ?? null,
  removed_at: store.removed_at?.toISOString() ?? null,
  frozen_at: store.frozen_at?.toISOString() ?? null,
  frozen_why: store.frozen_why,
})
