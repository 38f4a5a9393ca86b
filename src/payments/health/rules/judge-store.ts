import { addMs, MINUTE } from '../../../runtime/clock.ts'
import type { CircuitState } from '../../circuits/rules/circuit.ts'
import type { DeliveryVerdict } from '../../inbound/rules/webhook-health.ts'

/** Concerns about a store, most pressing first. */
export const STORE_CONCERNS = [
  'gateway_unreachable',
  'storefront_unreachable',
  'webhooks_failing',
  'queue_late',
  'tasks_given_up',
  'reconciliation_failed',
  'open_alerts',
] as const
export type StoreConcern = (typeof STORE_CONCERNS)[number]

interface AvailabilityFacts {
  state: CircuitState
  failedForMs: number
}

export interface StoreFacts {
  isDisabled: boolean
  gateway: AvailabilityFacts
  storefront: CircuitState
  deliveries: DeliveryVerdict['verdict']
  eventWaitsSince: Date | null
  taskDueSince: Date | null
  deadTasks: number
  openAlerts: number
  hasRunFailed: boolean
}

/** Longest wait while a worker runs. */
const LATE_MS = MINUTE
/** Minimum duration of a failure that counts: one failed call is only a hiccup. */
const LASTING_MS = MINUTE

const isAway = ({ state, failedForMs }: AvailabilityFacts): boolean =>
  state === 'failing' ? failedForMs >= LASTING_MS : state !== 'closed'

/**
 * Returns what keeps a store from working, for all screens, commands and probes. Ignores `refused`
 * deliveries, because strangers can send those.
 */
export const judgeStore = (facts: StoreFacts, now: Date): StoreConcern[] => {
  const isLate = (since: Date | null): boolean => since !== null && since < addMs(now, -LATE_MS)
  const isConcern: Record<StoreConcern, boolean> = {
    gateway_unreachable: isAway(facts.gateway),
    storefront_unreachable: facts.storefront !== 'closed',
    webhooks_failing: facts.deliveries === 'failing',
    queue_late: isLate(facts.eventWaitsSince) || isLate(facts.taskDueSince),
    tasks_given_up: facts.deadTasks > 0,
    reconciliation_failed: facts.hasRunFailed,
    open_alerts: facts.openAlerts > 0,
  }
  // A disabled store takes no payments, but its money can have alerts.
  const checked = facts.isDisabled ? (['open_alerts'] as const) : STORE_CONCERNS
  return checked.filter((concern) => isConcern[concern])
}
