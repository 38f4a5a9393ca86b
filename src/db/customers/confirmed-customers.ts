import { type RawBuilder, sql } from 'kysely'
import { hasMoney } from '../../domain/order-status.ts'
import type { OrderRow } from '../db.ts'

/**
 * Reports whether an order belongs to the customer that it names. Shops and the merchant's people
 * enter customers; anyone can enter a stranger's e-mail address in the form of a payment link, so its
 * orders belong to no customer until they are paid.
 */
export const hasConfirmedCustomer = ({
  source,
  status,
}: Pick<OrderRow, 'source' | 'status'>): boolean => source !== 'link' || hasMoney({ status })

/** `hasConfirmedCustomer` as a condition on `orders` or its alias. */
export const isCustomerConfirmed = (order: string): RawBuilder<boolean> => sql<boolean>`
  (${sql.ref(order)}.source <> 'link'
    OR ${sql.ref(order)}.status NOT IN ('awaiting_payment', 'payment_expired', 'cancelled'))`

/** Reports whether a shop or a person of the merchant named the customer, not the form of a link. */
export const isNamedByMerchant = ({ source }: Pick<OrderRow, 'source'>): boolean =>
  source !== 'link'
