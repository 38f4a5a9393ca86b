import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { EventType } from '../../src/contract/events.ts'
import { formatHondurasTime } from '../../src/contract/honduras-time.ts'
import type { Sandbox } from '../context.ts'
import type { PaymentRow, Tables } from '../database/tables.ts'
import { paymentObject } from '../payments/payment-object.ts'

/**
 * Writes an event, `gateway-api.md` 6.3, and its delivery to every endpoint of the environment,
 * in the transaction of the change it tells of. The body is fixed here, once for all attempts.
 */
export const recordPaymentEvent = async (
  trx: Transaction<Tables>,
  {
    sandbox: { clock, publicUrl },
    type,
    payment,
  }: {
    sandbox: Pick<Sandbox, 'clock' | 'publicUrl'>
    type: EventType
    payment: PaymentRow
  },
): Promise<void> => {
  const id = randomUUID()
  const now = clock.now()
  const body = JSON.stringify({
    id,
    type,
    created_at: formatHondurasTime(now),
    data: paymentObject(payment, { publicUrl }),
  })
  await sql`
    WITH event AS (
      INSERT INTO events (id, environment, type, body, created_at)
      VALUES (${id}, ${payment.environment}, ${type}, ${body}, ${now})
      RETURNING id
    )
    INSERT INTO deliveries (event_id, endpoint_id, due_at)
    SELECT event.id, endpoints.id, ${now}
    FROM event, endpoints WHERE endpoints.environment = ${payment.environment}
  `.execute(trx)
}
