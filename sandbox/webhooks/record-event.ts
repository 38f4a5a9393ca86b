import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { EventType } from '../../src/contract/events.ts'
import { formatHondurasTime } from '../../src/contract/honduras-time.ts'
import type { Environment } from '../../src/contract/keys.ts'
import type { Sandbox } from '../context.ts'
import type { PaymentRow, Tables } from '../database/tables.ts'
import { paymentObject } from '../payments/payment-object.ts'

type Recorder = Pick<Sandbox, 'clock' | 'publicUrl'>

/**
 * Writes an event, `gateway-api.md` 6.3, and its delivery to every endpoint of the environment,
 * in the transaction of the change it tells of. The body is fixed here, once for all attempts.
 */
export const recordEvent = async (
  trx: Transaction<Tables>,
  {
    sandbox: { clock },
    type,
    environment,
    data,
  }: {
    sandbox: Recorder
    type: EventType | 'payment.disabled'
    environment: Environment
    data: object
  },
): Promise<void> => {
  const id = randomUUID()
  const now = clock.now()
  const body = JSON.stringify({ id, type, created_at: formatHondurasTime(now), data })
  await sql`
    WITH event AS (
      INSERT INTO events (id, environment, type, body, created_at)
      VALUES (${id}, ${environment}, ${type}, ${body}, ${now})
      RETURNING id
    )
    INSERT INTO deliveries (event_id, endpoint_id, due_at)
    SELECT event.id, endpoints.id, ${now}
    FROM event, endpoints WHERE endpoints.environment = ${environment}
  `.execute(trx)
}

/** An event about a payment: `data` is what GET shows at this moment, and what `more` adds. */
export const recordPaymentEvent = (
  trx: Transaction<Tables>,
  {
    sandbox,
    type,
    payment,
    more = {},
  }: {
    sandbox: Recorder
    type: EventType | 'payment.disabled'
    payment: PaymentRow
    /** The refund's fields, 2.1. */
    more?: object
  },
): Promise<void> =>
  recordEvent(trx, {
    sandbox,
    type,
    environment: payment.environment,
    data: { ...paymentObject(payment, sandbox), ...more },
  })
