import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { DELIVERY } from '../../../src/contract/events.ts'
import { addMs } from '../../../src/runtime/clock.ts'
import { maskSecrets } from '../../../src/runtime/masking.ts'
import type { Sandbox } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { DueWork } from '../time/scheduler.ts'
import { recordAttempt } from './delivery-attempts.ts'
import { type DueDelivery, pack } from './parcel.ts'
import { createSender, isTaken, type PostOutcome } from './post.ts'

/** Attempts at one endpoint at the same time: a slow one holds up nobody but itself. */
const ATTEMPTS_AT_ONCE = 32

/** An attempt that could not be recorded stays due: without a pause it would be made in a loop. */
const AFTER_FAILURE_MS = 1_000

export interface Deliveries extends DueWork {
  /** Whether attempts were on their way and are done; `false` as well after `patienceMs`. */
  settled(patienceMs: number): Promise<boolean>
  /** Cuts what is on its way; it counts as never tried. */
  close(): Promise<void>
}

/**
 * Delivers events as `gateway-api.md` 6.3 to 6.5 say. What is still to be sent is in the
 * database; in memory is only what is on its way, so that a killed sandbox sends it again.
 */
export const startDeliveries = ({
  sandbox,
  journal,
}: {
  sandbox: Sandbox
  journal: Journal
}): Deliveries => {
  const { database, clock, log } = sandbox
  const sender = createSender()
  const closing = new AbortController()
  const onTheirWay = new Map<number, { endpointId: string; done: Promise<void> }>()

  const findDue = async (): Promise<DueDelivery[]> => {
    const ids = [...onTheirWay.keys()]
    const busy = Map.groupBy(onTheirWay.values(), ({ endpointId }) => endpointId)
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

  const attempt = async (delivery: DueDelivery): Promise<void> => {
    if (delivery.fault === 'drop') return drop(delivery)
    const attempts = delivery.attempts + 1
    const { fault, signedAt, ...parcel } = await pack(delivery, sandbox)
    const startedAt = clock.now()
    const startedMs = performance.now()
    const outcome: PostOutcome =
      fault === 'fail_attempt'
        ? { kind: 'failed', error: 'no answer, on purpose' }
        : await sender.post({
            url: delivery.url,
            ...parcel,
            signal: AbortSignal.any([closing.signal, AbortSignal.timeout(DELIVERY.timeoutMs)]),
          })
    if (closing.signal.aborted) return
    const durationMs = Math.round(performance.now() - startedMs)
    journal.add({
      type: 'delivery',
      at: startedAt.toISOString(),
      event_id: delivery.event_id,
      event_type: delivery.type,
      url: maskSecrets(delivery.url),
      attempt: attempts,
      status: outcome.kind === 'answered' ? outcome.status : null,
      error: outcome.kind === 'failed' ? outcome.error : null,
      duration_ms: durationMs,
      ...(fault === undefined ? {} : { fault }),
    })
    // A copy is sent once: the retries are those of the event itself.
    const waitMs = delivery.is_copy ? undefined : DELIVERY.waitsBetweenAttemptsMs[attempts - 1]
    await recordAttempt(database, {
      attempt: {
        deliveryId: delivery.id,
        url: maskSecrets(delivery.url),
        number: attempts,
        startedAt,
        signedAt,
        durationMs,
        outcome,
      },
      next: isDelivered(outcome)
        ? { state: 'delivered' }
        : waitMs === undefined
          ? { state: 'given_up' }
          : { state: 'pending', dueAt: addMs(startedAt, waitMs) },
    })
    if (delivery.overtakes && fault !== 'fail_attempt') await letGo(delivery)
  }

  /** The events that were held back until this one had gone. */
  const letGo = async ({ id, endpoint_id }: DueDelivery): Promise<void> => {
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

  const drop = async ({ id, event_id, type, url }: DueDelivery): Promise<void> => {
    const at = clock.now().toISOString()
    journal.add({
      type: 'dropped',
      at,
      event_id,
      event_type: type,
      url: maskSecrets(url),
      fault: 'drop',
    })
    await database.query
      .updateTable('deliveries')
      .set({ state: 'dropped' })
      .where('id', '=', id)
      .execute()
  }

  const start = (delivery: DueDelivery): void => {
    const done = attempt(delivery)
      .catch(async (error) => {
        log.error({ err: error }, 'delivery not recorded; it will be sent again')
        await sleep(AFTER_FAILURE_MS, undefined, { signal: closing.signal }).catch(() => {})
      })
      .finally(() => {
        onTheirWay.delete(delivery.id)
        // Its place is free, and its next attempt may be the next thing to fall due.
        sandbox.wake()
      })
    onTheirWay.set(delivery.id, { endpointId: delivery.endpoint_id, done })
  }

  return {
    runDue: async () => {
      for (const delivery of await findDue()) start(delivery)
    },
    nextDueAt: async (lookedAt) => {
      const { earliest } = await database.query
        .selectFrom('deliveries')
        .select(({ fn }) => fn.min('due_at').as('earliest'))
        .where('state', '=', 'pending')
        // What was due is on its way, or waits for a place that wakes the scheduler.
        .where('due_at', '>', lookedAt)
        .executeTakeFirstOrThrow()
      return earliest ?? undefined
    },
    settled: async (patienceMs) => {
      if (onTheirWay.size === 0) return false
      const done = Promise.all([...onTheirWay.values()].map((attempt) => attempt.done))
      return Promise.race([done.then(() => true), sleep(patienceMs, false, { ref: false })])
    },
    close: async () => {
      closing.abort()
      await Promise.all([...onTheirWay.values()].map((attempt) => attempt.done))
      sender.close()
    },
  }
}

const isDelivered = (outcome: PostOutcome): boolean =>
  outcome.kind === 'answered' && isTaken(outcome.status)
