import type { DbQuery } from '../../adapter.ts'
import { changeShopifyBudget } from '../tables/budgets.ts'
import type { ShopApi } from './operations/operation.ts'
import { budgetAfter, type CostReport, claimPoints, type Patience } from './throttle.ts'

/** Each API of each shop has separate points. */
interface BudgetKey {
  shop: string
  api: ShopApi
  name: string
}

/** `cost`: points to settle after the response. `full`: nothing claimed; retry after `waitMs`. */
type ClaimedPoints =
  | { outcome: 'go'; waitMs: number; cost: number }
  | { outcome: 'full'; waitMs: number }

export type ShopBudgets = ReturnType<typeof createBudgets>

/** Cost until an operation's first response; most cost less. */
const FIRST_GUESS = 50

/** Opens the points of shops, shared by all processes. */
export const createBudgets = (query: DbQuery) => {
  /** Last reported cost by operation. */
  const costs = new Map<string, number>()
  return {
    claim: (key: BudgetKey, patience?: Patience): Promise<ClaimedPoints> => {
      const cost = costs.get(key.name) ?? FIRST_GUESS
      return changeShopifyBudget<ClaimedPoints>(query, key, (known, now) => {
        const claimed = known && claimPoints(known, { cost, now, ...patience })
        if (!claimed) return { answer: { outcome: 'go', waitMs: 0, cost: 0 } }
        if (claimed.outcome === 'full') return { answer: claimed }
        return { budget: claimed.left, answer: { outcome: 'go', waitMs: claimed.waitMs, cost } }
      })
    },
    reconcile: async (key: BudgetKey, claimed: number, report: CostReport): Promise<void> => {
      costs.set(key.name, report.requestedQueryCost)
      await changeShopifyBudget(query, key, (known, now) => ({
        budget: budgetAfter(known, { taken: claimed, report, now }),
        answer: undefined,
      }))
    },
  }
}
