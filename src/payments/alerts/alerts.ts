import { closeOpenAlert, insertAlert, updateAlertDetails } from '../../db/alerts.ts'
import type { DbQuery } from '../../db/db.ts'
import type { AlertKind } from '../../db/tables/alerts.ts'
import { addToTimeline } from '../../db/timeline.ts'
import type { OrderId, StoreId } from '../../domain/ids.ts'

/** A thing that a person should look at. */
export interface AlertAbout {
  kind: AlertKind
  storeId: StoreId
  orderId?: OrderId | undefined
  /** What it is about: an order, a refund, a task, the store itself. */
  subject: string
  now: Date
}

/** Puts a problem on the store's list, once for one thing as long as it is open. */
export const openAlert = async (
  trx: DbQuery,
  { kind, storeId, orderId, subject, now, details = {} }: AlertAbout & { details?: object },
): Promise<void> => {
  const opened = await insertAlert(trx, {
    store_id: storeId,
    order_id: orderId ?? null,
    kind,
    subject,
    details: JSON.stringify(details),
    opened_at: now,
  })
  if (opened && orderId) {
    await addToTimeline(trx, {
      at: now,
      order_id: orderId,
      kind: 'problem_opened',
      details: { problem: kind },
    })
  }
}

/** The same, and one that is open already tells what is known by now. */
export const openOrRefreshAlert = async (
  trx: DbQuery,
  problem: AlertAbout & { details: object },
): Promise<void> => {
  await openAlert(trx, problem)
  await updateAlertDetails(trx, { ...problem, details: JSON.stringify(problem.details) })
}

/** Takes a problem off the list, if it is on it: what it told of is over. */
export const closeAlert = async (
  trx: DbQuery,
  { kind, storeId, orderId, subject, now }: AlertAbout,
): Promise<void> => {
  const closed = await closeOpenAlert(trx, { storeId, kind, subject, now })
  if (closed && orderId) {
    await addToTimeline(trx, {
      at: now,
      order_id: orderId,
      kind: 'problem_closed',
      details: { problem: kind },
    })
  }
}
