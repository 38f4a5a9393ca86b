import { z } from 'zod'

/*
 * Branded ids: the compiler rejects an order id in place of a payment id. Schemas brand any text;
 * an unknown id finds no row.
 */
export const StoreId = z.string().brand<'StoreId'>()
export const OrderId = z.string().brand<'OrderId'>()
export const PaymentId = z.string().brand<'PaymentId'>()
export const RefundId = z.string().brand<'RefundId'>()
export const EndpointId = z.string().brand<'EndpointId'>()
export const PaymentLinkId = z.string().brand<'PaymentLinkId'>()

export type StoreId = z.output<typeof StoreId>
export type OrderId = z.output<typeof OrderId>
export type PaymentId = z.output<typeof PaymentId>
export type RefundId = z.output<typeof RefundId>
export type EndpointId = z.output<typeof EndpointId>
export type PaymentLinkId = z.output<typeof PaymentLinkId>

export interface IdOfPrefix {
  ord: OrderId
  pay: PaymentId
  ref: RefundId
  ep: EndpointId
  plk: PaymentLinkId
}
