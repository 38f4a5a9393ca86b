import type { CompiledQuery, Insertable, Selectable } from 'kysely'
import { NO_DECLINE_CODE } from '../../domain/decline-text.ts'
import type { OrderId, PaymentId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery, PaymentRow } from '../db.ts'
import { givenRows, inserting, writing } from '../rows.ts'
import type { DbTables } from '../tables.ts'

/** Deduped by payment and occasion. */
export type NewDecline = Insertable<DbTables['declines']>

export const declinesOfPayments = async (
  query: DbQuery,
  paymentIds: readonly PaymentId[],
): Promise<NewDecline[]> => {
  if (paymentIds.length === 0) return []
  const declines = query.selectFrom('declines').selectAll()
  return declines.where('payment_id', '=', anyOf(paymentIds)).execute()
}

export type LatestDecline = Pick<
  Selectable<DbTables['declines']>,
  'order_id' | 'code' | 'message' | 'declined_at'
>

/** Returns the latest decline of each order, with its own reason. `payments`: those of the orders. */
export const latestDeclines = async (
  query: DbQuery,
  payments: readonly Pick<PaymentRow, 'order_id' | 'decline_count'>[],
): Promise<Map<OrderId, LatestDecline>> => {
  const declined = payments.filter(({ decline_count }) => decline_count > 0)
  if (declined.length === 0) return new Map()
  const rows = await query
    .selectFrom('declines')
    .distinctOn('order_id')
    .select(['order_id', 'code', 'message', 'declined_at'])
    .where('order_id', '=', anyOf([...new Set(declined.map(({ order_id }) => order_id))]))
    .orderBy('order_id')
    .orderBy('declined_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.order_id, row]))
}

const DECLINE = [
  ...(['payment_id', 'occasion', 'store_id', 'order_id', 'amount_minor', 'currency'] as const),
  ...(['code', 'message', 'declined_at'] as const),
]

/** A repeated decline adds its reason; the earliest time wins in any order of arrival. */
const INSERT_DECLINES = `${inserting('declines', DECLINE)}
  ON CONFLICT (payment_id, occasion) DO UPDATE SET
    code = COALESCE(declines.code, EXCLUDED.code),
    message = COALESCE(declines.message, EXCLUDED.message),
    declined_at = LEAST(declines.declined_at, EXCLUDED.declined_at)`

/**
 * Occasion of a decline whose event did not arrive, the only one known of its payment. The first
 * event that still arrives replaces it.
 */
export const LOST_EVENT = 'lost'

const DELETE_REPLACED = `
  DELETE FROM declines USING ${givenRows(['payment_id', 'occasion'])}
  WHERE declines.payment_id = given.payment_id AND declines.occasion = '${LOST_EVENT}'
    AND given.occasion <> '${LOST_EVENT}'`

/** Keeps the `decline` of a direct charge, which comes from its response. */
const COUNT_DECLINES = `
  UPDATE payments SET decline_count = counted.count, declined_at = counted.latest,
    decline = CASE WHEN mode = 'hosted' THEN counted.reason ELSE COALESCE(decline, counted.reason) END
  FROM (
    SELECT payment_id, count(*) AS count, max(declined_at) AS latest,
      (array_agg(jsonb_build_object('code', COALESCE(code, '${NO_DECLINE_CODE}'), 'message', message)
        ORDER BY declined_at DESC, id DESC)
        FILTER (WHERE code IS NOT NULL OR message IS NOT NULL))[1] AS reason
    FROM declines JOIN (SELECT DISTINCT given.payment_id AS sought FROM ${givenRows(['payment_id'])}) named ON payment_id = sought
    GROUP BY payment_id
  ) counted
  WHERE payments.id = counted.payment_id`

/** Writes the declines, and their number to the payments. */
export const writingDeclines = (declines: readonly NewDecline[]): CompiledQuery[] => [
  ...writing(INSERT_DECLINES, [DECLINE, declines]),
  ...writing(DELETE_REPLACED, [['payment_id', 'occasion'], declines]),
  ...writing(COUNT_DECLINES, [['payment_id'], declines]),
]
