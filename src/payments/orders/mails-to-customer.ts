import type { OrderRow, StoreRow } from '../../db/db.ts'
import { customerMailsSchema } from '../ports/policy.ts'
import { newMailTask, type OccasionOfMail } from '../ports/tasks/mail-tasks.ts'
import { addTaskToChanges } from './change-held.ts'
import type { HeldOrder } from './held-order.ts'
import { isMadeAtPuente } from './made-at-puente.ts'

/** Adds the tasks that e-mail the customer, if the store's policy wants that and there is an address. */
export const addMailsToCustomer = (held: HeldOrder, occasions: readonly OccasionOfMail[]): void => {
  const { store, order, now } = held
  if (occasions.length === 0 || !held.hasMailServer || !hasReceiver(order)) return
  if (!store || !wantsMailsOf(store, order)) return
  for (const occasion of occasions) addTaskToChanges(held, newMailTask(order, occasion, { now }))
}

/** Reports whether an order names an address to which e-mail may go. */
export const hasReceiver = ({
  customer,
  people_erased_at,
}: Pick<OrderRow, 'customer' | 'people_erased_at'>): boolean =>
  customer.email !== undefined && people_erased_at === null

/** Reports whether the store's policy has Puente e-mail the customers of such orders. */
export const wantsMailsOf = (
  { policy, removed_at }: Pick<StoreRow, 'policy' | 'removed_at'>,
  order: Pick<OrderRow, 'source'>,
): boolean => {
  if (removed_at) return false
  const { orders } = customerMailsSchema.parse(policy.customer_mails ?? {})
  return orders === 'all' || (orders === 'own' && isMadeAtPuente(order))
}
