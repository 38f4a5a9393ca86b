import { type Bulkhead, createBulkhead } from '../../runtime/queue/bulkhead.ts'

/**
 * Admits the forms that open orders of payment links, by link. Each waits for its link's lock with one
 * of the connections that all decisions of the process share, so most wait in memory.
 */
export const createLinkBulkhead = (): Bulkhead =>
  createBulkhead({
    atOnce: 4,
    atOncePerKey: 2,
    waiting: 1_000,
    waitingPerKey: 400,
    waitMs: 10_000,
  })
