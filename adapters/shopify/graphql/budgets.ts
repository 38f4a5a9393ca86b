import type { DbQuery } from '../../adapter.ts'
import { changeShopifyBudget } from '../tables/budgets.ts'
import type { ShopApi } from './operations/operation.ts'
import {
  type Budget,
  budgetAfter,
  type CostReport,
  claimPoints,
  type Patience,
} from './throttle.ts'

/** Each API of each shop has separate points. */
interface BudgetKey {
  shop: string
  api: ShopApi
  name: string
}

export type ClaimedPoints =
  | { outcome: 'go'; waitMs: number; cost: number }
  | { outcome: 'full'; waitMs: number }

/** Rate limit points of shops, shared by all processes. */
export interface ShopBudgets {
  /** `cost`: points to settle after the response. `full`: nothing claimed; retry after `waitMs`. */
  claim(key: BudgetKey, patience?: Patience): Promise<ClaimedPoints>
  reconcile(key: BudgetKey, cost: number, report: CostReport): Promise<void>
}

/** Cost until an operation's first response; most cost less. */
const FIRST_GUESS = 50

export const createBudgets = (query: DbQuery): ShopBudgets => {
  /** Last reported cost by operation. */
  const costs = new Map<string, number>()
  return {
    claim: (key, patience) => {
      const cost = costs.get(key.name) ?? FIRST_GUESS
      return changeShopifyBudget(
        query,
        key,
        (known: Budget | undefined, now): { budget?: Budget; answer: ClaimedPoints } => {
          const claimed = known && claimPoints(known, { cost, now, ...patience })
          if (!claimed) return { answer: { outcome: 'go', waitMs: 0, cost: 0 } }
          if (claimed.outcome === 'full') return { answer: claimed }
          return { budget: claimed.left, answer: { outcome: 'go', waitMs: claimed.waitMs, cost } }
        },
      )
    },
    reconcile: async (key, claimed, report) => {
      costs.set(key.name, report.requestedQueryCost)
      await changeShopifyBudget(query, key, (known: Budget | undefined, now) => ({
        budget: budgetAfter(known, { taken: claimed, report, now }),
        answer: undefined,
      }))
    },
  }
}
