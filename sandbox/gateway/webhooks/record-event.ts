import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { EventType } from '../../../src/contract/events.ts'
import { formatHondurasTime } from '../../../src/contract/honduras-time.ts'
import type { Environment } from '../../../src/contract/keys.ts'
import { addMs } from '../../../src/runtime/clock.ts'
import type { Sandbox } from '../context.ts'
import type { SandboxPaymentRow, Tables } from '../database/tables.ts'
import { paymentObjectOf } from '../payments/payment-object.ts'

interface RecordedEvent {
  sandbox: Pick<Sandbox, 'clock' | 'publicUrl' | 'faults' | 'profile'>
  type: EventType | 'payment.disabled'
  /** Earliest first attempt. */
  notBefore?: Date | undefined
}

/** Maximum hold of a reordered event. */
const HELD_AT_MOST_MS = 60_000

/**
 * Runs in the transaction of the change. Fixes the body and the event's faults for all attempts
 * (6.3).
 */
export const recordEvent = async (
  trx: Transaction<Tables>,
  event: RecordedEvent & { environment: Environment; data: object },
): Promise<void> => {
  const { type, environment, data, notBefore } = event
  const { clock, faults } = event.sandbox
  const id = randomUUID()
  const now = clock.now()
  const body = JSON.stringify({ id, type, created_at: formatHondurasTime(now), data })
  const fate = await faults.ofEvent(trx, type)
  const fault = fate.faults.find((each) => each !== 'duplicate') ?? null
  const first = notBefore ?? now
  const dueAt = fault === 'delay' ? addMs(first, fate.delaySeconds * 1000) : first
  const copies = fate.faults.includes('duplicate') ? [false, true] : [false]
  await sql`
    WITH event AS (
      INSERT INTO events (id, environment, type, body, created_at)
      VALUES (${id}, ${environment}, ${type}, ${body}, ${now})
      RETURNING id
    )
    INSERT INTO deliveries (event_id, endpoint_id, due_at, fault, fault_key, planned_fault, is_copy)
    SELECT event.id, endpoints.id,
      CASE WHEN chosen.fault = 'reorder' THEN ${addMs(first, HELD_AT_MOST_MS)} ELSE ${dueAt} END
        ::timestamptz,
      chosen.fault, ${fate.key}, ${fate.plannedForAttempt}, copies.is_copy
    FROM event, endpoints, unnest(${copies}::boolean[]) AS copies (is_copy),
      -- An event that is held back waits for another: a second one goes, and overtakes it.
      LATERAL (SELECT CASE WHEN ${fault}::text <> 'reorder' OR NOT EXISTS (
        SELECT FROM deliveries
        WHERE endpoint_id = endpoints.id AND state = 'pending' AND fault = 'reorder'
          AND attempts = 0
      ) THEN ${fault}::text END AS fault) AS chosen
    WHERE endpoints.environment = ${environment}
  `.execute(trx)
}

/** `data`: the payment object plus `more`, a refund's fields (2.1). */
export const recordPaymentEvent = (
  trx: Transaction<Tables>,
  { payment, more, ...event }: RecordedEvent & { payment: SandboxPaymentRow; more?: object },
): Promise<void> => {
  const data = { ...paymentObjectOf(payment, event.sandbox), ...more }
  return recordEvent(trx, { ...event, environment: payment.environment, data })
}
