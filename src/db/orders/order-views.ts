import { sql } from 'kysely'
import type { DbQuery } from '../db.ts'

export interface OrderView {
  name: string
  search: Record<string, string>
}

export const orderViewsOf = (query: DbQuery, personId: string): Promise<OrderView[]> =>
  query
    .selectFrom('order_views')
    .select(['name', 'search'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('name')
    .execute()

/** Upserts by name; no-op for a deleted person. */
export const keepOrderView = async (
  query: DbQuery,
  { personId, view, now }: { personId: string; view: OrderView; now: Date },
): Promise<void> => {
  await query
    .insertInto('order_views')
    .columns(['person_id', 'name', 'search', 'created_at'])
    .expression((row) =>
      row
        .selectFrom('people')
        .select([
          'people.id',
          sql<string>`${view.name}::text`.as('name'),
          sql<string>`${JSON.stringify(view.search)}::jsonb`.as('search'),
          sql<Date>`${now}::timestamptz`.as('created_at'),
        ])
        .where('people.id', '=', personId),
    )
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'name']).doUpdateSet(({ ref }) => ({
        search: ref('excluded.search'),
      })),
    )
    .execute()
}

export const deleteOrderView = async (
  query: DbQuery,
  { personId, name }: { personId: string; name: string },
): Promise<void> => {
  await query
    .deleteFrom('order_views')
    .where('person_id', '=', personId)
    .where('name', '=', name)
    .execute()
}
