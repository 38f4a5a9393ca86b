import { sql } from 'kysely'
import type { DbQuery } from '../../adapter.ts'
import { shopifyTables } from './rows.ts'

/** See `adapters/shopify/graphql/throttle.ts`. */
interface BudgetRow {
  available: number
  maximum: number
  restoreRate: number
  at: Date
}

/**
 * Changes a budget under a row lock, on the database's clock: points restore in real time, and all
 * processes must agree.
 */
export const changeShopifyBudget = <T>(
  query: DbQuery,
  { shop, api }: { shop: string; api: string },
  change: (known: BudgetRow | undefined, now: Date) => { budget?: BudgetRow; answer: T },
): Promise<T> =>
  query.transaction().execute(async (trx) => {
    const row = await shopifyTables(trx)
      .selectFrom('shopify_budgets')
      .selectAll()
      .where('shop', '=', shop)
      .where('api', '=', api)
      .forUpdate()
      .executeTakeFirst()
    const {
      rows: [clock],
    } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(trx)
    const known = row && {
      available: row.available,
      maximum: row.maximum,
      restoreRate: row.restore_rate,
      at: row.at,
    }
    const { budget, answer } = change(known, clock?.now ?? new Date())
    if (!budget) return answer
    const { restoreRate: restore_rate, ...rest } = budget
    const changed = { ...rest, restore_rate }
    await shopifyTables(trx)
      .insertInto('shopify_budgets')
      .values({ shop, api, ...changed })
      .onConflict((conflict) => conflict.columns(['shop', 'api']).doUpdateSet(changed))
      .execute()
    return answer
  })
