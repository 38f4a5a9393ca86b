import type { ComparedStore } from './compare-stores.ts'
import type { OpenRefund, OpenTasks } from './describe-open-work.ts'

export interface Check {
  restoredFrom: Date
  basis: 'option' | 'noticed' | 'newest_row'
  now: Date
  applied: boolean
  stores: ComparedStore[]
  failed: ComparedStore[]
  refunds: OpenRefund[]
  tasks: OpenTasks[]
  /** Differences and refunds that wait for a person. */
  toDecide: number
}

/** Changes since the backup that only a person knows. */
export const BY_HAND = [
  'API keys that were revoked since are valid again: revoke them (stores keys --id STORE).',
  'People who were removed since have their access again, and so do earlier roles and limits (users).',
  'Second factors and sessions are those of the backup: recovery codes used since work again.',
  'Stores that were frozen since work again, and earlier limits for a second person apply: set them before you start Puente (stores freeze, stores approval).',
  'Gateway keys and secrets that were replaced since are the old ones: doctor names those that fail.',
  'Stores that were connected since are gone: connect them again, then run this check again.',
  'Orders without a payment at the gateway, and pay links since, are gone: the store asks for them again.',
  'Customers get no receipts of recovered payments, because they may have them. Send a receipt from its order.',
  'Customers can pay payment requests closed since as paid another way. Close them again.',
  'Payment links, favourites and notes on customers are those of the backup. Reports due since may arrive again.',
  'Personal data that was erased since is back: repeat the erasures (privacy repeat FILE).',
] as const
