import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { DELIVERY } from '../../../src/contract/events.ts'
import { addMs } from '../../../src/runtime/clock.ts'
import { maskSecrets } from '../../../src/runtime/text/masking.ts'
import type { Sandbox } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { DueWork } from '../time/scheduler.ts'
import { type AfterAttempt, type DeliveryAttempt, recordAttempt } from './delivery-attempts.ts'
import { buildRequest, type DueDelivery } from './delivery-request.ts'
import { createSender, isDelivered, notAnswered } from './post.ts'

/** Limit per endpoint, so a slow one delays only itself. */
const ATTEMPTS_AT_ONCE = 32

/** Backoff: an unrecorded attempt stays due and would loop. */
const AFTER_FAILURE_MS = 1_000

export interface Deliveries extends DueWork {
  /** Waits for attempts in flight; false if there were none, or after `patienceMs`. */
  settled(patienceMs: number): Promise<boolean>
  /** Aborts attempts in flight; they count as never sent. */
  close(): Promise<void>
}

/**
 * The queue is in the database, only attempts in flight in memory, so a killed sandbox resends them
 * (6.3 to 6.5).
 */
export const startDeliveries = ({
  sandbox,
  journal,
}: {
  sandbox: Sandbox
  journal: Journal
}): Deliveries => {
  const sender = createSender()
  const closing = new AbortController()
  const inFlight: OnTheirWay = new Map()
  const desk: DeliveryContext = { sandbox, journal, sender, closing: closing.signal }

  const start = (delivery: DueDelivery): void => {
    const done = deliver(desk, delivery)
      .catch(async (error) => {
        sandbox.log.error({ err: error }, 'delivery not recorded; it will be sent again')
        await sleep(AFTER_FAILURE_MS, undefined, { signal: closing.signal }).catch(() => {})
      })
      .finally(() => {
        inFlight.delete(delivery.id)
        // A slot is free, and the retry may be due next.
        sandbox.wake()
      })
    inFlight.set(delivery.id, { endpointId: delivery.endpoint_id, done })
  }
  const allDone = () => Promise.all([...inFlight.values()].map(({ done }) => done))

  return {
    runDue: async () => {
      for (const delivery of await findDue(sandbox, inFlight)) start(delivery)
    },
    nextDueAt: (checkedAt) => nextDueAt(sandbox, checkedAt),
    settled: async (patienceMs) => {
      if (inFlight.size === 0) return false
      return Promise.race([allDone().then(() => true), sleep(patienceMs, false, { ref: false })])
    },
    close: async () => {
      closing.abort()
      await allDone()
      sender.close()
    },
  }
}

type OnTheirWay = Map<number, { endpointId: string; done: Promise<void> }>

interface DeliveryContext {
  sandbox: Sandbox
  journal: Journal
  sender: ReturnType<typeof createSender>
  closing: AbortSignal
}

const findDue = async (
  { database, clock }: Sandbox,
  inFlight: OnTheirWay,
): Promise<DueDelivery[]> => {
  const ids = [...inFlight.keys()]
  const busy = Map.groupBy(inFlight.values(), ({ endpointId }) => endpointId)
  const { rows } = await sql<DueDelivery>`
    SELECT due.id, due.event_id, due.attempts, events.type, events.body,
           due.fault, due.fault_key, due.planned_fault, due.is_copy, due.first_attempt_at,
           endpoints.id AS endpoint_id, endpoints.url, endpoints.secret,
           EXISTS (
             SELECT FROM deliveries AS held
             WHERE held.endpoint_id = endpoints.id AND held.state = 'pending'
               AND held.fault = 'reorder' AND held.attempts = 0
               AND held.id < due.id AND held.event_id <> due.event_id
           ) AS overtakes
    FROM endpoints
    CROSS JOIN LATERAL (
      SELECT * FROM deliveries
      WHERE endpoint_id = endpoints.id AND state = 'pending' AND due_at <= ${clock.now()}
        AND id <> ALL (${ids}::int[])
      ORDER BY due_at, id LIMIT ${ATTEMPTS_AT_ONCE}
    ) AS due
    JOIN events ON events.id = due.event_id`.execute(database.query)
  const free = new Map<string, number>()
  return rows.filter(({ endpoint_id }) => {
    const left = free.get(endpoint_id) ?? ATTEMPTS_AT_ONCE - (busy.get(endpoint_id)?.length ?? 0)
    free.set(endpoint_id, left - 1)
    return left > 0
  })
}

const nextDueAt = async ({ database }: Sandbox, checkedAt: Date): Promise<Date | undefined> => {
  const { earliest } = await database.query
    .selectFrom('deliveries')
    .select(({ fn }) => fn.min('due_at').as('earliest'))
    .where('state', '=', 'pending')
    // Earlier due times need no timer: their deliveries are in flight, or wait for a slot that
    // wakes the scheduler.
    .where('due_at', '>', checkedAt)
    .executeTakeFirstOrThrow()
  return earliest ?? undefined
}

const deliver = async (desk: DeliveryContext, delivery: DueDelivery): Promise<void> => {
  const { sandbox, journal, closing } = desk
  if (delivery.fault === 'drop') return drop(desk, delivery)
  const { fault, signedAt, ...request } = await buildRequest(delivery, sandbox)
  const startedAt = sandbox.clock.now()
  const startedMs = performance.now()
  const signal = AbortSignal.any([closing, AbortSignal.timeout(DELIVERY.timeoutMs)])
  const outcome =
    fault === 'fail_attempt'
      ? notAnswered('no answer, on purpose')
      : await desk.sender.post({ url: delivery.url, ...request, signal })
  if (closing.aborted) return
  const attempt: DeliveryAttempt = {
    deliveryId: delivery.id,
    url: maskSecrets(delivery.url),
    number: delivery.attempts + 1,
    startedAt,
    signedAt,
    durationMs: Math.round(performance.now() - startedMs),
    ...outcome,
  }
  journal.add({
    type: 'delivery',
    at: startedAt.toISOString(),
    event_id: delivery.event_id,
    event_type: delivery.type,
    url: attempt.url,
    attempt: attempt.number,
    status: outcome.status,
    error: outcome.error,
    duration_ms: attempt.durationMs,
    ...(fault === undefined ? {} : { fault }),
  })
  await recordAttempt(sandbox.database, { attempt, next: afterAttempt(delivery, attempt) })
  if (delivery.overtakes && fault !== 'fail_attempt') await releaseReordered(sandbox, delivery)
}

const afterAttempt = (
  { is_copy }: DueDelivery,
  { number, startedAt, status }: DeliveryAttempt,
): AfterAttempt => {
  if (isDelivered(status)) return { state: 'delivered' }
  // Copies are never retried.
  const waitMs = is_copy ? undefined : DELIVERY.waitsBetweenAttemptsMs[number - 1]
  return waitMs === undefined
    ? { state: 'given_up' }
    : { state: 'pending', dueAt: addMs(startedAt, waitMs) }
}

const releaseReordered = async ({ database, clock }: Sandbox, { id, endpoint_id }: DueDelivery) => {
  const now = clock.now()
  await database.query
    .updateTable('deliveries')
    .set({ due_at: now })
    .where('endpoint_id', '=', endpoint_id)
    .where('state', '=', 'pending')
    .where('fault', '=', 'reorder')
    .where('attempts', '=', 0)
    .where('id', '<', id)
    .where('due_at', '>', now)
    .execute()
}

const drop = async (
  { sandbox: { database, clock }, journal }: DeliveryContext,
  { id, event_id, type, url }: DueDelivery,
): Promise<void> => {
  journal.add({
    type: 'dropped',
    at: clock.now().toISOString(),
    event_id,
    event_type: type,
    url: maskSecrets(url),
    fault: 'drop',
  })
  const { query } = database
  await query.updateTable('deliveries').set({ state: 'dropped' }).where('id', '=', id).execute()
}
