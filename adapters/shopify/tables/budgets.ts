import { sql } from 'kysely'
import type { DbQuery } from '../../adapter.ts'
import { type Budget, shopifyTables } from './rows.ts'

/**
 * Holds a row lock and uses the database's clock: points restore in real time, and all processes
 * must agree.
 */
export const changeShopifyBudget = <T>(
  query: DbQuery,
  { shop, api }: { shop: string; api: string },
  change: (known: Budget | undefined, now: Date) => { budget?: Budget; answer: T },
): Promise<T> =>
  query.transaction().execute(async (trx) => {
    const known = await shopifyTables(trx)
      .selectFrom('shopify_budgets')
      .select(['available', 'maximum', 'restore_rate', 'at'])
      .where('shop', '=', shop)
      .where('api', '=', api)
      .forUpdate()
      .executeTakeFirst()
    const {
      rows: [clock],
    } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(trx)
    const { budget, answer } = change(known, clock?.now ?? new Date())
    if (!budget) return answer
    await shopifyTables(trx)
      .insertInto('shopify_budgets')
      .values({ shop, api, ...budget })
      .onConflict((conflict) => conflict.columns(['shop', 'api']).doUpdateSet(budget))
      .execute()
    return answer
  })
