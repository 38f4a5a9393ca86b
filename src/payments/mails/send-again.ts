import type { CustomerMailRow, OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { keepMail, mailsOfOrder } from '../../db/mails/customer-mails.ts'
import { paymentsOfOrder } from '../../db/payments/payments.ts'
import type { MailKind } from '../../db/tables/customer-mails.ts'
import { addTask } from '../../db/tasks/outbox.ts'
import { addMs, DAY } from '../../runtime/clock.ts'
import { readMailAddress } from '../../runtime/mail/mail-address.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import { messageIdOf } from '../ports/notification.ts'
import { taskOfMail } from '../ports/tasks/mail-tasks.ts'
import { type MailablePayment, mailableKinds, paymentToMail } from './rules/mailable-kinds.ts'

/** Bound on what one order's page can send to any address. */
const MOST_PER_DAY = 20

export type SendAgainOutcome =
  | { outcome: 'planned'; mail: CustomerMailRow }
  | { outcome: 'no-mail-server' | 'no-reason' | 'no-address' | 'erased' | 'too-many' }

/**
 * Plans an e-mail to a customer that a person asks for, whatever the store's policy. `to`: instead of
 * the order's address. Returns the mail that still waits, if there is one.
 */
export const sendMailAgain = async (
  ctx: PaymentsContext,
  { store, order }: { store: StoreRow; order: OrderRow },
  { kind, to }: { kind: MailKind; to: string | undefined },
): Promise<SendAgainOutcome> => {
  if (!ctx.mail.mailServer) return { outcome: 'no-mail-server' }
  if (order.people_erased_at) return { outcome: 'erased' }
  const payments = await paymentsOfOrder(ctx.db.query, order.id)
  if (!mailableKinds(order, payments).includes(kind)) return { outcome: 'no-reason' }
  const address = readMailAddress(to ?? order.customer.email ?? '')
  if (!address) return { outcome: 'no-address' }
  const now = ctx.clock.now()
  const known = await mailsOfOrder(ctx.db.query, order.id)
  const waiting = known.find((each) => each.kind === kind && each.state === 'waiting')
  if (waiting && to === undefined) return { outcome: 'planned', mail: waiting }
  const lately = known.filter(({ created_at }) => addMs(created_at, DAY) > now)
  if (lately.length >= MOST_PER_DAY) return { outcome: 'too-many' }
  const mail = await plan(
    ctx,
    { store, order },
    { kind, to: to === undefined ? null : address, payments },
  )
  ctx.signals.send(WORK_SIGNAL)
  return { outcome: 'planned', mail }
}

const plan = async (
  { db, clock, ids }: PaymentsContext,
  { store, order }: { store: StoreRow; order: OrderRow },
  { kind, to, payments }: { kind: MailKind; to: string | null; payments: readonly PaymentRow[] },
): Promise<CustomerMailRow> => {
  const now = clock.now()
  const payment: MailablePayment | undefined = paymentToMail(kind, order, payments)
  return db.query.transaction().execute(async (trx) => {
    const mail = await keepMail(
      trx,
      {
        id: messageIdOf(ids.next('mail')),
        store_id: store.id,
        order_id: order.id,
        payment_id: payment?.id ?? null,
        kind,
        amount_minor: kind === 'refund' ? (payment?.refunded_minor ?? null) : null,
        to_address: to,
      },
      now,
    )
    await addTask(trx, taskOfMail(mail, { now }))
    return mail
  })
}
