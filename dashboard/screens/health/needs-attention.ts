import type { Schemas } from '../../app/api.ts'

type Health = Schemas['StoreHealth']

/** Nobody waits so long for a worker, unless there is none. */
const LATE_MS = 60_000

export const isLate = (at: string | null): boolean =>
  at !== null && Date.now() - new Date(at).getTime() > LATE_MS

const A_DAY_MS = 24 * 60 * 60_000

/** The last thing that came from the gateway was refused. */
export const isRefusing = ({ webhooks_in: { accepted_at, refused_at } }: Health): boolean =>
  refused_at !== null && (accepted_at === null || refused_at > accepted_at)

/** Anybody can post what is refused: by itself it says something only where nothing else is accepted. */
const hasNoWebhooks = (health: Health): boolean => {
  const { accepted_at: accepted } = health.webhooks_in
  const isLately = accepted !== null && Date.now() - new Date(accepted).getTime() < A_DAY_MS
  return isRefusing(health) && !isLately
}

const isQueueStuck = ({ queue }: Health): boolean =>
  queue.dead_tasks > 0 || isLate(queue.event_waits_since) || isLate(queue.task_due_since)

export const needsAttention = (health: Health): boolean =>
  health.gateway_account.state !== 'closed' ||
  health.storefront.state !== 'closed' ||
  hasNoWebhooks(health) ||
  isQueueStuck(health) ||
  health.last_reconciliation?.state === 'failed'

export type QueueState = 'moving' | 'late' | 'given_up'

export const stateOfQueue = (health: Health): QueueState => {
  if (health.queue.dead_tasks > 0) return 'given_up'
  return isQueueStuck(health) ? 'late' : 'moving'
}
