import type { DbQuery } from '../../adapter.ts'
import { changeShopifyBudget } from '../tables/budgets.ts'
import type { ShopApi } from './operations/operation.ts'
import { type Budget, type CostReport, type Patience, settled, takeFrom } from './throttle.ts'

/** Each API of each shop has separate points. */
interface Asked {
  shop: string
  api: ShopApi
  name: string
}

export type TakenPoints =
  | { outcome: 'go'; waitMs: number; cost: number }
  | { outcome: 'full'; waitMs: number }

/** Rate limit points of shops, shared by all processes. */
export interface ShopBudgets {
  /** `cost`: points to settle after the response. `full`: nothing claimed; retry after `waitMs`. */
  take(asked: Asked, patience?: Patience): Promise<TakenPoints>
  settle(asked: Asked, cost: number, report: CostReport): Promise<void>
}

/** Cost until an operation's first response; most cost less. */
const FIRST_GUESS = 50

export const createBudgets = (query: DbQuery): ShopBudgets => {
  /** Last reported cost by operation. */
  const costs = new Map<string, number>()
  return {
    take: (asked, patience) => {
      const cost = costs.get(asked.name) ?? FIRST_GUESS
      return changeShopifyBudget(
        query,
        asked,
        (known: Budget | undefined, now): { budget?: Budget; answer: TakenPoints } => {
          const taken = known && takeFrom(known, { cost, now, ...patience })
          if (!taken) return { answer: { outcome: 'go', waitMs: 0, cost: 0 } }
          if (taken.outcome === 'full') return { answer: taken }
          return { budget: taken.left, answer: { outcome: 'go', waitMs: taken.waitMs, cost } }
        },
      )
    },
    settle: async (asked, taken, report) => {
      costs.set(asked.name, report.requestedQueryCost)
      await changeShopifyBudget(query, asked, (known: Budget | undefined, now) => ({
        budget: settled(known, { taken, report, now }),
        answer: undefined,
      }))
    },
  }
}
