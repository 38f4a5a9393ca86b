import type { ShopGraphql } from '../graphql/client.ts'
import { readPlanQuery } from '../graphql/operations/shop-plan.ts'

/** `false` if the shop does not answer. */
export type IsPlus = (store: string, graphql: ShopGraphql) => Promise<boolean>

/** Plans rarely change, and a refused call has a fallback. */
const KNOWN_FOR_MS = 60 * 60_000
const MOST_STORES = 10_000

/** Caches plans for an hour. `now` in milliseconds. */
export const createPlans = (now: () => number = () => performance.now()): IsPlus => {
  const known = new Map<string, { isPlus: boolean; until: number }>()
  return async (store, graphql) => {
    const before = known.get(store)
    if (before && before.until > now()) return before.isPlus
    const read = await graphql(readPlanQuery, {})
    if (read.outcome !== 'done') return false
    known.delete(store)
    known.set(store, { isPlus: read.value, until: now() + KNOWN_FOR_MS })
    const [first] = known.keys()
    if (known.size > MOST_STORES && first !== undefined) known.delete(first)
    return read.value
  }
}
