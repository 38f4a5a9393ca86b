import type { ShopGraphql } from '../graphql/client.ts'
import { readPlan } from '../graphql/operations/shop-plan.ts'

/** Says whether a shop is on Plus; one that does not answer is not taken for it. */
export type IsPlus = (store: string, graphql: ShopGraphql) => Promise<boolean>

/** A shop rarely changes its plan, and what is not allowed any more is done in another way. */
const KNOWN_FOR_MS = 60 * 60_000
const MOST_STORES = 10_000

/** Asks a shop for its plan when it is needed, and once an hour at most. `now` is in milliseconds. */
export const createPlans = (now: () => number = () => performance.now()): IsPlus => {
  const known = new Map<string, { isPlus: boolean; until: number }>()
  return async (store, graphql) => {
    const before = known.get(store)
    if (before && before.until > now()) return before.isPlus
    const read = await graphql(readPlan, {})
    if (read.outcome !== 'done') return false
    known.delete(store)
    known.set(store, { isPlus: read.value, until: now() + KNOWN_FOR_MS })
    const [first] = known.keys()
    if (known.size > MOST_STORES && first !== undefined) known.delete(first)
    return read.value
  }
}
