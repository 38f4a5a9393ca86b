import { sql } from 'kysely'
import { GATEWAY_LIMITS } from '../../../src/contract/create-payment.ts'
import type { Environment } from '../../../src/contract/keys.ts'
import type { SandboxDatabase } from '../database/sandbox-database.ts'
import type { DeliveryAttemptRow } from '../database/tables.ts'
import type { PostOutcome } from './post.ts'

/** Attempts between two cleanups. */
const CLEANUP_EVERY = 200n

export interface DeliveryAttempt extends PostOutcome {
  deliveryId: number
  url: string
  /** 1 to 5. */
  number: number
  startedAt: Date
  /** Wall clock. */
  signedAt: Date
  durationMs: number
}

export type AfterAttempt = { state: 'delivered' | 'given_up' } | { state: 'pending'; dueAt: Date }

/**
 * Updates the delivery and the portal's history (6.1) in one statement; no-op if the delivery no
 * longer exists.
 */
export const recordAttempt = async (
  database: SandboxDatabase,
  { attempt, next }: { attempt: DeliveryAttempt; next: AfterAttempt },
): Promise<void> => {
  const dueAt = next.state === 'pending' ? next.dueAt : null
  const { rows } = await sql<{ id: bigint }>`
    WITH delivery AS (
      UPDATE deliveries SET
        attempts = ${attempt.number},
        state = ${next.state},
        first_attempt_at = coalesce(first_attempt_at, ${attempt.signedAt}::timestamptz),
        due_at = coalesce(${dueAt}, due_at)
      WHERE id = ${attempt.deliveryId}
      RETURNING event_id, endpoint_id, is_resent
    )
    INSERT INTO delivery_attempts (
      environment, endpoint_id, url, event_id, event_type, attempt, at,
      status, error, answer, duration_ms, is_resent, next_at
    )
    SELECT events.environment, delivery.endpoint_id, ${attempt.url}, events.id, events.type,
      ${attempt.number}::int, ${attempt.startedAt}::timestamptz,
      ${attempt.status}::int, ${attempt.error}, ${attempt.answer},
      ${attempt.durationMs}::int, delivery.is_resent,
      ${dueAt}::timestamptz
    FROM delivery JOIN events ON events.id = delivery.event_id
    RETURNING id`.execute(database.query)
  if (rows.some(({ id }) => id % CLEANUP_EVERY === 0n)) await deleteOld(database)
}

const deleteOld = async ({ query }: SandboxDatabase): Promise<void> => {
  await sql`
    DELETE FROM delivery_attempts WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY environment ORDER BY id DESC) AS age
        FROM delivery_attempts
      ) AS aged
      WHERE age > ${GATEWAY_LIMITS.portalDeliveryHistory}
    )`.execute(query)
}

export type ListedAttempt = DeliveryAttemptRow & { event_body: string | null }

/** Lists the latest attempts, newest first (6.1, 8). */
export const lastAttempts = ({ query }: SandboxDatabase, environment: Environment) =>
  query
    .selectFrom('delivery_attempts')
    .leftJoin('events', 'events.id', 'delivery_attempts.event_id')
    .selectAll('delivery_attempts')
    .select('events.body as event_body')
    .where('delivery_attempts.environment', '=', environment)
    .orderBy('delivery_attempts.id', 'desc')
    .limit(GATEWAY_LIMITS.portalDeliveryHistory)
    .execute()

/**
 * Queues the event as a new delivery with all its retries. `gone`: unlisted attempt or deleted
 * endpoint.
 */
export const resend = async (
  { query }: SandboxDatabase,
  request: { attemptId: string; environment: Environment; now: Date },
): Promise<'queued' | 'gone'> => {
  if (!/^\d{1,15}$/.test(request.attemptId)) return 'gone'
  const { numAffectedRows } = await sql`
    INSERT INTO deliveries (event_id, endpoint_id, due_at, is_resent)
    SELECT attempts.event_id, endpoints.id, ${request.now}, true
    FROM delivery_attempts AS attempts
    JOIN endpoints ON endpoints.id = attempts.endpoint_id
    WHERE attempts.id = ${request.attemptId}::bigint
      AND attempts.environment = ${request.environment}`.execute(query)
  return numAffectedRows === 1n ? 'queued' : 'gone'
}
