import type { CheckoutRequest, OrderMessage } from '../adapter.ts'

type Conflict = NonNullable<OrderMessage['order']['conflict']>

/** Order notes; amounts include their currency. */
interface Texts {
  /** `reason`: the bank's code and message; the hosted page has none. */
  declined(reason: string | undefined): string
  /** `reason`: the gateway's message. */
  refused(reason: string | undefined): string
  expired: string
  chargedMore(charged: string, ordered: string, more: string): string
  totalChanged(charged: string, total: string): string
  voided(amount: string): string
  refundedSums(amount: string): string
  refundedBeyond(amount: string, beyond: string): string
  refundedOfAnother(amount: string): string
  refundNotMade(amount: string): string
  /** Notes that Puente restored a deleted row. */
  refundBack(amount: string): string
  /** Notes that a row was deleted again and stays deleted. */
  refundLeftOut(amount: string): string
  conflict: Record<Conflict, (charged: string, ordered: string) => string>
  /** Names the effective payment. */
  paidBy(effective: string, others: string): string
  refundReason: Record<'void' | 'refund', string>
  paymentMethod: string
  andMore(items: number): string
}

const inBrackets = (words: string | undefined): string => (words ? ` (${words})` : '')

export const WOO_NOTE_TEXTS: Record<CheckoutRequest['locale'], Texts> = {
  es: {
    declined: (reason) =>
      `La tarjeta fue rechazada${inBrackets(reason)}. El pedido sigue sin pagar.`,
    refused: (reason) =>
      `La pasarela no acepta cobrar este pedido como está${inBrackets(reason)}. El pedido sigue sin pagar.`,
    expired: 'Terminó el tiempo para pagar este pedido.',
    chargedMore: (charged, ordered, more) =>
      `Se cobraron ${charged}: ${ordered} del pedido y ${more} de comisión, impuesto o propina.`,
    totalChanged: (charged, total) =>
      `Se cobraron ${charged}, pero el total del pedido ahora es ${total}. Revíselo antes de entregar.`,
    voided: (amount) => `El cobro de ${amount} fue anulado.`,
    refundedSums: (amount) => `Se reembolsaron ${amount} al cliente.`,
    refundedBeyond: (amount, beyond) =>
      `Se reembolsaron ${amount} al cliente; ${beyond} van más allá del pedido (comisión, impuesto o propina, o cobrado de más).`,
    refundedOfAnother: (amount) => `Se reembolsaron ${amount} de otro cobro de este pedido.`,
    refundNotMade: (amount) =>
      `El reembolso de ${amount} no se hizo y se quitó del pedido. Si el pedido quedó como reembolsado, cámbiele el estado.`,
    refundBack: (amount) =>
      `Se eliminó aquí el reembolso de ${amount}, pero el dinero ya volvió al cliente y eliminarlo no lo recupera. Por eso está otra vez en el pedido. Si lo elimina de nuevo, quedará eliminado.`,
    refundLeftOut: (amount) =>
      `Se eliminó otra vez el reembolso de ${amount} y queda eliminado. El dinero volvió al cliente: el pedido ya no coincide con la pasarela.`,
    conflict: {
      paid_twice: (charged) =>
        `El pedido se pagó más de una vez (este cobro: ${charged}). Si el cobro de más sigue en la lista de alertas de los ajustes de Puente, reembólselo en el portal de la pasarela.`,
      paid_other_amount: (charged, ordered) =>
        `Se cobraron ${charged} por un pedido de ${ordered}. Está en la lista de alertas de los ajustes de Puente: revíselo antes de entregar.`,
      not_paid_at_gateway: (charged) =>
        `Puente recibió el aviso de un cobro de ${charged}, pero la pasarela responde que no lo hizo. Está en la lista de alertas de los ajustes de Puente: revíselo antes de entregar.`,
      paid_after_cancellation: (charged) =>
        `Se cobraron ${charged} después de cancelado el pedido. Si siguen en la lista de alertas de los ajustes de Puente, reembólselos en el portal de la pasarela.`,
    },
    paidBy: (effective, others) =>
      `El pedido lo paga el cobro de ${effective}, que fue el primero. De más es ${others}: reembólselo en el portal de la pasarela si sigue en la lista de alertas de los ajustes de Puente.`,
    refundReason: { void: 'Cobro anulado', refund: 'Reembolso en la pasarela' },
    paymentMethod: 'Tarjeta',
    andMore: (items) => `y ${items.toLocaleString('es-HN')} más`,
  },
  en: {
    declined: (reason) =>
      `The card was declined${inBrackets(reason)}. The order is still to be paid.`,
    refused: (reason) =>
      `The gateway does not accept this order as it is${inBrackets(reason)}. It is still to be paid.`,
    expired: 'The time to pay for this order is over.',
    chargedMore: (charged, ordered, more) =>
      `${charged} were charged: ${ordered} for the order and ${more} of fee, tax or tip.`,
    totalChanged: (charged, total) =>
      `${charged} were charged, but the order's total is ${total} now. Look into it before you deliver.`,
    voided: (amount) => `The charge of ${amount} was voided.`,
    refundedSums: (amount) => `${amount} were refunded to the customer.`,
    refundedBeyond: (amount, beyond) =>
      `${amount} were refunded to the customer; ${beyond} of it are beyond the order (fee, tax or tip, or charged too much).`,
    refundedOfAnother: (amount) => `${amount} of another charge of this order were refunded.`,
    refundNotMade: (amount) =>
      `The refund of ${amount} was not made and was removed from the order. If the order stands as refunded, change its status.`,
    refundBack: (amount) =>
      `The refund of ${amount} was deleted here, but the money has gone back to the customer, and deleting it does not take it back. So it is in the order again. Delete it once more, and it stays deleted.`,
    refundLeftOut: (amount) =>
      `The refund of ${amount} was deleted once more and stays deleted. The money has gone back to the customer: the order differs from the gateway now.`,
    conflict: {
      paid_twice: (charged) =>
        `The order was paid more than once (this charge: ${charged}). If the extra charge is still on the list of alerts in Puente's settings, refund it in the gateway's portal.`,
      paid_other_amount: (charged, ordered) =>
        `${charged} were charged for an order of ${ordered}. It is on the list of alerts in Puente's settings: look into it before you deliver.`,
      not_paid_at_gateway: (charged) =>
        `Puente was told of a charge of ${charged}, but the gateway answers that it did not make it. It is on the list of alerts in Puente's settings: look into it before you deliver.`,
      paid_after_cancellation: (charged) =>
        `${charged} were charged after the order had been cancelled. If they are still on the list of alerts in Puente's settings, refund them in the gateway's portal.`,
    },
    paidBy: (effective, others) =>
      `The order is paid by the charge of ${effective}, which came first. The extra one is ${others}: refund it in the gateway's portal if it is still on the list of alerts in Puente's settings.`,
    refundReason: { void: 'Charge voided', refund: 'Refund at the gateway' },
    paymentMethod: 'Card',
    andMore: (items) => `and ${items.toLocaleString('en')} more`,
  },
}
