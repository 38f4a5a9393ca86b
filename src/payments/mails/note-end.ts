import type { CustomerMailRow, DbQuery, OrderRow, StoreRow } from '../../db/db.ts'
import { addToTimeline, type TimelineKind } from '../../db/orders/timeline.ts'
import type { MailState } from '../../db/tables/customer-mails.ts'
import { aboutStore, closeAlert, openAlert, openOrRefreshAlert } from '../alerts/alerts.ts'

/** Failures of one mail that open an alert about the mail server, after about 15 minutes. */
const SHOWN_AFTER_FAILURES = 3

/** Writes a mail's outcome to the order's timeline and the alerts. */
export const noteEnd = async (
  trx: DbQuery,
  {
    mail,
    order,
    store,
    state,
    detail,
    now,
  }: {
    mail: CustomerMailRow
    order: OrderRow
    store: StoreRow | undefined
    state: MailState
    detail: string | null
    now: Date
  },
): Promise<void> => {
  const { id: orderId, store_id: storeId } = order
  const about = { kind: 'customer_mail_not_sent' as const, storeId, orderId, subject: orderId, now }
  const { kind: mailKind, id: mailId } = mail
  const line = (kind: TimelineKind) =>
    addToTimeline(trx, [
      {
        at: now,
        order_id: orderId,
        payment_id: mail.payment_id ?? undefined,
        kind,
        details: { mail: mailKind, mail_id: mailId },
      },
    ])
  switch (state) {
    case 'sent':
      await line('customer_mailed')
      await closeAlert(trx, about)
      return store && closeAlert(trx, aboutStore(store, 'mail_server_failing', now))
    case 'refused':
    case 'unknown':
      await line(state === 'refused' ? 'customer_mail_refused' : 'customer_mail_unknown')
      return openAlert(trx, { ...about, details: { mail: mailKind, state } })
    case 'waiting':
    case 'failed':
      if (!store || (mail.failures + 1 < SHOWN_AFTER_FAILURES && state === 'waiting')) return
      return openOrRefreshAlert(trx, {
        ...aboutStore(store, 'mail_server_failing', now),
        details: { last_error: detail },
      })
    case 'sending':
    case 'not_sent':
      return
  }
}
