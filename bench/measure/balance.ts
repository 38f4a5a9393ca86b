import type { Contender, Numbers } from '../contenders/contender.ts'
import type { WrittenRequest } from '../load/send-load.ts'

/** Counts of one load, as the service's database has them. */
export interface Books {
  /** Acknowledged events in the inbox. */
  kept: number
  applied: number
  waiting: number
  /** Notifications of the orders. */
  planned: number
}

/**
 * Throws if a load does not balance, which makes its figures void: acknowledged = applied + waiting,
 * and notified = planned. A contender without books is not checked.
 */
export const requireBalance = async (
  { name, books }: Contender,
  load: { numbers: Numbers; requests: readonly WrittenRequest[]; notified?: number | undefined },
): Promise<void> => {
  if (!books) return
  const ids = load.requests.map(({ tag }) => tag)
  const { kept, applied, waiting, planned } = await books(load.numbers, ids)
  const { notified = planned } = load
  if (kept !== ids.length || applied + waiting !== ids.length || notified !== planned) {
    const events = `${ids.length} acknowledged, ${kept} kept, ${applied} applied, ${waiting} waiting`
    throw new Error(`${name} does not balance: ${events}; ${notified} of ${planned} notified`)
  }
}
