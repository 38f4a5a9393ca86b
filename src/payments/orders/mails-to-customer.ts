import type { OrderRow, StoreRow } from '../../db/db.ts'
import { addMs, MINUTE } from '../../runtime/clock.ts'
import type { CheckoutRequest } from '../ports/checkout-request.ts'
import { customerMailsSchema } from '../ports/policy.ts'
import { newMailTask, type OccasionOfMail } from '../ports/tasks/mail-tasks.ts'
import { addTaskToChanges } from './change-held.ts'
import type { HeldOrder } from './held-order.ts'
import { isMadeAtPuente } from './made-at-puente.ts'
import { hasReceiver } from './rules/customer-mails.ts'
import { reminderAt } from './rules/reminder.ts'

/** Adds the tasks that e-mail the customer, if the policy and the address allow it. */
export const addMailsToCustomer = (held: HeldOrder, occasions: readonly OccasionOfMail[]): void => {
  const { store, order, now } = held
  if (occasions.length === 0 || !held.hasMailServer || !hasReceiver(order)) return
  if (!store || !wantsMailsOf(store, order)) return
  for (const occasion of occasions) addTaskToChanges(held, newMailTask(order, occasion, { now }))
}

/** Adds the tasks that e-mail a payment request and its reminder, regardless of the policy. */
export const addRequestMails = (
  held: HeldOrder,
  { expiresInMinutes }: Pick<CheckoutRequest, 'expiresInMinutes'>,
): void => {
  const { order, now } = held
  if (!held.hasMailServer || !hasReceiver(order)) return
  addTaskToChanges(held, newMailTask(order, { kind: 'request', key: 'request' }, { now }))
  if (expiresInMinutes === null) return
  const runAt = reminderAt({ now, expiresAt: addMs(now, expiresInMinutes * MINUTE) })
  if (!runAt) return
  addTaskToChanges(held, newMailTask(order, { kind: 'reminder', key: 'reminder' }, { now, runAt }))
}

/** Reports whether the store's policy includes orders of this source. */
export const wantsMailsOf = (
  { policy, removed_at }: Pick<StoreRow, 'policy' | 'removed_at'>,
  order: Pick<OrderRow, 'source'>,
): boolean => {
  if (removed_at) return false
  const { orders } = customerMailsSchema.parse(policy.customer_mails ?? {})
  return orders === 'all' || (orders === 'own' && isMadeAtPuente(order))
}
