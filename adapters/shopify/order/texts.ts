import type { CheckoutRequest, OrderMessage } from '../../adapter.ts'

type Conflict = NonNullable<OrderMessage['order']['conflict']>

/** For staff, in notes and refunds; amounts include the currency. */
interface Texts {
  payLink(url: string): string
  chargedMore(charged: string, ordered: string, more: string): string
  totalChanged(charged: string, total: string): string
  markedWithAnother(charged: string, marked: string): string
  refundedSums(amount: string): string
  refundedBeyond(amount: string, beyond: string): string
  refundedOfAnother(amount: string): string
  refundedNotEntered(amount: string): string
  refundMade: Record<'void' | 'refund', (amount: string) => string>
  refundNotMade(amount: string): string
  refundEnteredTwice(excess: string): string
  conflict: Record<Conflict, (charged: string, ordered: string) => string>
  paidBy(effective: string, others: string): string
  refundReason: Record<'void' | 'refund', string>
  notPaidInTime: string
  andMore(items: number): string
}

export const SHOPIFY_NOTE_TEXTS: Record<CheckoutRequest['locale'], Texts> = {
  es: {
    payLink: (url) => `Enlace de pago: ${url}`,
    chargedMore: (charged, ordered, more) =>
      `Se cobraron ${charged}: ${ordered} del pedido y ${more} de comisión, impuesto o propina.`,
    totalChanged: (charged, total) =>
      `Se cobraron ${charged}, pero lo pendiente del pedido ahora es ${total}. Revíselo antes de entregar.`,
    markedWithAnother: (charged, marked) =>
      `Se cobraron ${charged}, pero el pedido cambió en ese momento y Shopify lo da por pagado con ${marked}. Revíselo antes de entregar.`,
    refundedSums: (amount) => `Se reembolsaron ${amount} al cliente.`,
    refundedBeyond: (amount, beyond) =>
      `Se reembolsaron ${amount} al cliente; ${beyond} van más allá del pedido (comisión, impuesto o propina, o cobrado de más).`,
    refundedOfAnother: (amount) => `Se reembolsaron ${amount} de otro cobro de este pedido.`,
    refundedNotEntered: (amount) =>
      `Se reembolsaron ${amount} al cliente, pero Shopify no dejó anotarlos como reembolso. Revíselo.`,
    refundMade: {
      void: (amount) => `La pasarela anuló el cobro de ${amount}: el cliente no lo paga.`,
      refund: (amount) => `La pasarela reembolsó ${amount} al cliente.`,
    },
    refundNotMade: (amount) =>
      `El reembolso de ${amount} que se anotó en Shopify no se hizo: la pasarela no reembolsó ese dinero.`,
    refundEnteredTwice: (excess) =>
      `Shopify muestra ${excess} de más como reembolso: dos entradas corresponden al mismo reembolso, y Shopify no permite borrar ninguna.`,
    conflict: {
      paid_twice: (charged) =>
        `El pedido se pagó más de una vez (este cobro: ${charged}). El cobro de más está en la lista de alertas de Puente, donde se puede reembolsar.`,
      paid_other_amount: (charged, ordered) =>
        `Se cobraron ${charged} por un pedido de ${ordered}. Está en la lista de alertas de Puente: revíselo antes de entregar.`,
      not_paid_at_gateway: (charged) =>
        `Puente recibió el aviso de un cobro de ${charged}, pero la pasarela responde que no lo hizo. Está en la lista de alertas de Puente: revíselo antes de entregar.`,
      paid_after_cancellation: (charged) =>
        `Se cobraron ${charged} después de cancelado el pedido. Está en la lista de alertas de Puente, donde se pueden reembolsar.`,
    },
    paidBy: (effective, others) =>
      `El pedido lo paga el cobro de ${effective}, que fue el primero. De más es ${others}: está en la lista de alertas de Puente, donde se puede reembolsar.`,
    refundReason: { void: 'Cobro anulado', refund: 'Reembolso en la pasarela' },
    notPaidInTime: 'Puente: terminó el tiempo para pagar este pedido.',
    andMore: (items) =>
      Number.isFinite(items) ? `y ${items.toLocaleString('es-HN')} más` : 'y más',
  },
  en: {
    payLink: (url) => `Pay link: ${url}`,
    chargedMore: (charged, ordered, more) =>
      `${charged} were charged: ${ordered} for the order and ${more} of fee, tax or tip.`,
    totalChanged: (charged, total) =>
      `${charged} were charged, but ${total} of the order are outstanding now. Look into it before you deliver.`,
    markedWithAnother: (charged, marked) =>
      `${charged} were charged, but the order changed at that moment and Shopify has it as paid with ${marked}. Look into it before you deliver.`,
    refundedSums: (amount) => `${amount} were refunded to the customer.`,
    refundedBeyond: (amount, beyond) =>
      `${amount} were refunded to the customer; ${beyond} of it are beyond the order (fee, tax or tip, or charged too much).`,
    refundedOfAnother: (amount) => `${amount} of another charge of this order were refunded.`,
    refundedNotEntered: (amount) =>
      `${amount} were refunded to the customer, but Shopify did not take them as a refund. Look into it.`,
    refundMade: {
      void: (amount) =>
        `The gateway has voided the charge of ${amount}: the customer does not pay it.`,
      refund: (amount) => `The gateway has given ${amount} back to the customer.`,
    },
    refundNotMade: (amount) =>
      `The refund of ${amount} that was entered in Shopify was not made: the gateway has not refunded that money.`,
    refundEnteredTwice: (excess) =>
      `Shopify shows ${excess} too much as refunded: two entries are for the same refund, and Shopify cannot delete either.`,
    conflict: {
      paid_twice: (charged) =>
        `The order was paid more than once (this charge: ${charged}). The extra charge is on Puente's list of alerts, where it can be refunded.`,
      paid_other_amount: (charged, ordered) =>
        `${charged} were charged for an order of ${ordered}. It is on Puente's list of alerts: look into it before you deliver.`,
      not_paid_at_gateway: (charged) =>
        `Puente was told of a charge of ${charged}, but the gateway answers that it did not make it. It is on Puente's list of alerts: look into it before you deliver.`,
      paid_after_cancellation: (charged) =>
        `${charged} were charged after the order had been cancelled. They are on Puente's list of alerts, where they can be refunded.`,
    },
    paidBy: (effective, others) =>
      `The order is paid by the charge of ${effective}, which came first. The extra one is ${others}: it is on Puente's list of alerts, where it can be refunded.`,
    refundReason: { void: 'Charge voided', refund: 'Refund at the gateway' },
    notPaidInTime: 'Puente: the time to pay for this order is over.',
    andMore: (items) =>
      Number.isFinite(items) ? `and ${items.toLocaleString('en')} more` : 'and more',
  },
}
