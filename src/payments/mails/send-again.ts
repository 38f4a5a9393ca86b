import type { CustomerMailRow, DbQuery, OrderRow, PaymentRow } from '../../db/db.ts'
import { keepMail, mailsOfOrder } from '../../db/mails/customer-mails.ts'
import { lockOrder } from '../../db/orders/orders.ts'
import { paymentsOfOrder } from '../../db/payments/payments.ts'
import type { MailKind } from '../../db/tables/customer-mails.ts'
import { addTask } from '../../db/tasks/outbox.ts'
import { addMs, DAY } from '../../runtime/clock.ts'
import { readMailAddress } from '../../runtime/mail/mail-address.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import { messageIdOf } from '../ports/notification.ts'
import { taskOfMail } from '../ports/tasks/mail-tasks.ts'
import { type MailablePayment, mailableKinds, paymentToMail } from './rules/mailable-kinds.ts'

/** Upper bound on mails per order and day, to any address. */
const MOST_PER_DAY = 20

export type SendAgainOutcome =
  | { outcome: 'planned'; mail: CustomerMailRow }
  | { outcome: 'no-mail-server' | 'no-reason' | 'no-address' | 'erased' | 'too-many' }

/**
 * Plans a customer mail on a person's request, regardless of the store's policy. `to` replaces the
 * order's address. Returns an identical mail in progress, if there is one.
 */
export const sendMailAgain = async (
  ctx: PaymentsContext,
  order: OrderRow,
  { kind, to }: { kind: MailKind; to: string | undefined },
): Promise<SendAgainOutcome> => {
  if (!ctx.mail.mailServer) return { outcome: 'no-mail-server' }
  if (order.people_erased_at) return { outcome: 'erased' }
  const address = readMailAddress(to ?? order.customer.email ?? '')
  const planned = await ctx.db.query.transaction().execute(async (trx) => {
    // Dedupes two clicks at once.
    const locked = await lockOrder(trx, order.id)
    const payments = await paymentsOfOrder(trx, order.id)
    if (!mailableKinds(locked, payments).includes(kind)) return { outcome: 'no-reason' as const }
    if (!address) return { outcome: 'no-address' as const }
    const own = readMailAddress(locked.customer.email ?? '')
    const known = await mailsOfOrder(trx, order.id)
    const underWay = known.find(
      (mail) =>
        mail.kind === kind &&
        (mail.state === 'waiting' || mail.state === 'sending') &&
        (mail.to_address ?? own) === address,
    )
    if (underWay) return { outcome: 'planned' as const, mail: underWay }
    const now = ctx.clock.now()
    const lately = known.filter(({ created_at }) => addMs(created_at, DAY) > now)
    if (lately.length >= MOST_PER_DAY) return { outcome: 'too-many' as const }
    const mail = await plan(trx, ctx, {
      order: locked,
      kind,
      to: to === undefined ? null : address,
      payments,
    })
    return { outcome: 'planned' as const, mail }
  })
  if (planned.outcome === 'planned') ctx.signals.send(WORK_SIGNAL)
  return planned
}

const plan = async (
  trx: DbQuery,
  { clock, ids }: Pick<PaymentsContext, 'clock' | 'ids'>,
  {
    order,
    kind,
    to,
    payments,
  }: { order: OrderRow; kind: MailKind; to: string | null; payments: readonly PaymentRow[] },
): Promise<CustomerMailRow> => {
  const now = clock.now()
  const payment: MailablePayment | undefined = paymentToMail(kind, order, payments)
  const mail = await keepMail(
    trx,
    {
      id: messageIdOf(ids.next('mail')),
      store_id: order.store_id,
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
}
