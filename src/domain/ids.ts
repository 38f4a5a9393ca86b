import { z } from 'zod'

/*
 * An id of ours is a type of its own, so that one is not given where another one belongs. Schemas make
 * them at the border, of whatever text is asked for: what names nothing is not found.
 */
export const StoreId = z.string().brand<'StoreId'>()
export const OrderId = z.string().brand<'OrderId'>()
export const PaymentId = z.string().brand<'PaymentId'>()
export const RefundId = z.string().brand<'RefundId'>()

export type StoreId = z.output<typeof StoreId>
export type OrderId = z.output<typeof OrderId>
export type PaymentId = z.output<typeof PaymentId>
export type RefundId = z.output<typeof RefundId>

/** What the prefixes of new ids tell. */
export interface IdOfPrefix {
  ord: OrderId
  pay: PaymentId
  ref: RefundId
}
