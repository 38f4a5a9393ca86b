import { z } from 'zod'
import type { CustomerMailRow, OrderRow } from '../../../db/db.ts'
import type { NewCustomerMail } from '../../../db/mails/customer-mails.ts'
import { MAIL_KINDS } from '../../../db/tables/customer-mails.ts'
import type { NewTask } from '../../../db/tasks/outbox.ts'
import { OrderId, PaymentId, StoreId } from '../../../domain/ids.ts'
import { HOUR, MINUTE, SECOND } from '../../../runtime/clock.ts'
import { messageIdOf } from '../notification.ts'
import { coreKind, ofOrder } from './core-kind.ts'
import type { When } from './task-kind.ts'

const customerMail = z.object({
  mailId: z.string(),
  storeId: StoreId,
  orderId: OrderId,
  paymentId: PaymentId.nullable(),
  kind: z.enum(MAIL_KINDS),
  amountMinor: z.string().nullable(),
})

export type CustomerMail = z.output<typeof customerMail>

export const mailCustomerKind = coreKind({
  kind: 'mail-customer',
  needs: 'db',
  payload: customerMail,
  // Covers an outage of the mail server, and greylisting of some minutes.
  waitsMs: [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR],
  // The use case gives up after a day.
  timeoutMs: 3 * MINUTE,
  concurrencyPerStore: 2,
})

export interface OccasionOfMail extends Pick<CustomerMail, 'kind'> {
  paymentId?: PaymentId | undefined
  amountMinor?: bigint | undefined
  /** Dedupe key within the store's orders. */
  key: string
}

/** Builds the task of an occasion's mail. Idempotent. */
export const newMailTask = (
  order: Pick<OrderRow, 'id' | 'store_id'>,
  { kind, paymentId, amountMinor, key }: OccasionOfMail,
  when: When,
): NewTask =>
  taskOfMail(
    {
      id: messageIdOf(`mail-customer:${order.store_id}:${order.id}:${key}`),
      store_id: order.store_id,
      order_id: order.id,
      payment_id: paymentId ?? null,
      kind,
      amount_minor: amountMinor ?? null,
    },
    when,
  )

/** Builds the task that sends a mail. */
export const taskOfMail = (
  mail: Omit<NewCustomerMail, 'to_address'> | CustomerMailRow,
  when: When,
): NewTask => {
  const { id: mailId, store_id: storeId, order_id: orderId, payment_id: paymentId, kind } = mail
  const amountMinor = mail.amount_minor === null ? null : String(mail.amount_minor)
  return mailCustomerKind.task(
    { mailId, storeId, orderId, paymentId, kind, amountMinor },
    { ...ofOrder({ store_id: storeId, id: orderId }), uniqueKey: mailId, ...when },
  )
}
