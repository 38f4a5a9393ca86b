import type { Language } from '../../locales/language.ts'
import type { PaymentErrorKind } from './payment-error-kind.ts'

export type PageKind =
  | 'confirming'
  | 'paid'
  | 'on-hold'
  | 'refunded'
  | 'ended'
  | 'not-paid'
  | 'not-ready'
  | 'unknown-link'
  | 'unavailable'
  | 'store-silent'
  | 'store-disabled'
  | 'gateway-silent'
  | 'paid-at-gateway'
  | PaymentErrorKind
  | 'too-many-declines'
  | 'cards-paused'

interface PageTexts {
  title: string
  message: string
  /** `{order}` is the order's number, `{amount}` its amount. */
  ofOrder?: string
}

export const payPageTexts: Record<Language, Record<PageKind, PageTexts>> = {
  es: {
    confirming: {
      title: 'Estamos confirmando su pago',
      message: 'Esto suele tardar unos segundos. La página se actualiza sola; no pague otra vez.',
    },
    paid: {
      title: 'Pago recibido',
      message: 'Gracias. Le avisamos a la tienda que su pedido está pagado.',
      ofOrder:
        'Gracias. Recibimos el pago del pedido {order} de {amount}, y le avisamos a la tienda: no tiene que hacer nada más.',
    },
    'on-hold': {
      title: 'Recibimos un pago que hay que revisar',
      message: 'La tienda ha sido avisada y se comunicará con usted. No pague otra vez.',
      ofOrder:
        'La tienda ya sabe que hay que revisar el pago del pedido {order} de {amount}, y se comunicará con usted: no pague otra vez.',
    },
    refunded: {
      title: 'El pago fue reembolsado',
      message: 'La tienda reembolsó el pago de este pedido.',
      ofOrder:
        'La tienda reembolsó el pago del pedido {order} de {amount}; según su banco, lo verá en su tarjeta en unos días.',
    },
    ended: {
      title: 'Este enlace de pago ya no es válido',
      message: 'Vuelva a la tienda y haga el pedido de nuevo para recibir otro enlace.',
    },
    'not-paid': {
      title: 'El pago no se completó',
      message: 'Si no terminó de pagar, puede intentarlo otra vez.',
      ofOrder: 'Si no terminó de pagar el pedido {order} de {amount}, puede intentarlo otra vez.',
    },
    'not-ready': {
      title: 'El pago aún no está listo',
      message: 'Espere un momento; la página se actualiza sola.',
    },
    'unknown-link': {
      title: 'No encontramos este enlace de pago',
      message: 'Revise que la dirección esté completa, o pida otro enlace a la tienda.',
    },
    unavailable: {
      title: 'Ahora no se puede pagar con tarjeta',
      message: 'No se le cobró nada. Intente más tarde, o avise a la tienda.',
    },
    'store-silent': {
      title: 'La tienda no responde',
      message: 'No pudimos leer su pedido. No se le cobró nada; la página lo intenta otra vez.',
    },
    'store-disabled': {
      title: 'La tienda no recibe pagos por ahora',
      message:
        'No se le cobró nada. Guarde este enlace, o pregunte a la tienda cuándo puede pagar.',
    },
    'gateway-silent': {
      title: 'El pago aún no está listo',
      message:
        'La pasarela de pago no responde. No se le cobró nada; la página lo intenta otra vez.',
    },
    'paid-at-gateway': {
      title: 'Ya recibimos un pago de este pedido',
      message: 'Comuníquese con la tienda para que lo revise. No se le cobrará otra vez.',
    },
    'currency-refused': {
      title: 'Este pedido no se puede pagar con tarjeta',
      message:
        'La tienda no puede cobrar con tarjeta en la moneda de este pedido. No se le cobró nada; avise a la tienda.',
    },
    'amount-refused': {
      title: 'Este pedido no se puede pagar con tarjeta',
      message:
        'La tienda no puede cobrar con tarjeta el monto de este pedido. No se le cobró nada; avise a la tienda.',
    },
    'order-refused': {
      title: 'Este pedido no se puede pagar con tarjeta',
      message:
        'La pasarela de pago no acepta este pedido tal como está. No se le cobró nada; avise a la tienda.',
    },
    'too-many-declines': {
      title: 'Se rechazaron demasiadas tarjetas',
      message: 'No se le cobró nada. Por seguridad, espere un poco antes de intentar otra vez.',
    },
    'cards-paused': {
      title: 'Por unos minutos no se puede pagar con tarjeta',
      message:
        'No se le cobró nada. Por seguridad, esta tienda no cobra tarjetas ahora; intente otra vez en diez minutos.',
    },
  },
  en: {
    confirming: {
      title: 'We are confirming your payment',
      message: 'This usually takes a few seconds. The page updates by itself; do not pay again.',
    },
    paid: {
      title: 'Payment received',
      message: 'Thank you. We are telling the shop that your order is paid.',
      ofOrder:
        'Thank you. We received the payment of order {order} of {amount}, and are telling the shop: there is nothing else for you to do.',
    },
    'on-hold': {
      title: 'We received a payment that has to be checked',
      message: 'The shop has been told and will contact you. Do not pay again.',
      ofOrder:
        'The shop knows that the payment of order {order} of {amount} has to be checked, and will contact you: do not pay again.',
    },
    refunded: {
      title: 'The payment was refunded',
      message: 'The shop refunded the payment of this order.',
      ofOrder:
        'The shop refunded the payment of order {order} of {amount}; depending on your bank, you see it on your card in a few days.',
    },
    ended: {
      title: 'This payment link is no longer valid',
      message: 'Go back to the shop and place the order again to get a new link.',
    },
    'not-paid': {
      title: 'The payment was not completed',
      message: 'If you did not finish paying, you can try again.',
      ofOrder: 'If you did not finish paying order {order} of {amount}, you can try again.',
    },
    'not-ready': {
      title: 'The payment is not ready yet',
      message: 'Wait a moment; the page updates by itself.',
    },
    'unknown-link': {
      title: 'We cannot find this payment link',
      message: 'Check that the address is complete, or ask the shop for another link.',
    },
    unavailable: {
      title: 'Cards cannot be taken right now',
      message: 'You were not charged. Try again later, or tell the shop.',
    },
    'store-silent': {
      title: 'The shop does not answer',
      message: 'We could not read your order. You were not charged; the page tries again.',
    },
    'store-disabled': {
      title: 'The shop takes no payments for now',
      message: 'You were not charged. Keep this link, or ask the shop when you can pay.',
    },
    'gateway-silent': {
      title: 'The payment is not ready yet',
      message: 'The payment gateway does not answer. You were not charged; the page tries again.',
    },
    'paid-at-gateway': {
      title: 'We already received a payment for this order',
      message: 'Contact the shop, which will check it. You will not be charged again.',
    },
    'currency-refused': {
      title: 'This order cannot be paid by card',
      message:
        'The shop cannot take cards in the currency of this order. You were not charged; tell the shop.',
    },
    'amount-refused': {
      title: 'This order cannot be paid by card',
      message:
        'The shop cannot take the amount of this order by card. You were not charged; tell the shop.',
    },
    'order-refused': {
      title: 'This order cannot be paid by card',
      message:
        'The payment gateway does not accept this order as it is. You were not charged; tell the shop.',
    },
    'too-many-declines': {
      title: 'Too many cards were declined',
      message: 'You were not charged. For security, wait a while before you try again.',
    },
    'cards-paused': {
      title: 'No cards can be used for a few minutes',
      message:
        'You were not charged. For security, this shop charges no cards right now; try again in ten minutes.',
    },
  },
}

interface Labels {
  order: string
  toShop: string
  tryAgain: string
  forward: string
  /** Precedes the link `unfinished` after a long wait. */
  late: string
  unfinished: string
  test: string
  other: string
}

export const labels: Record<Language, Labels> = {
  es: {
    order: 'Pedido',
    toShop: 'Volver a la tienda',
    tryAgain: 'Intentar otra vez',
    forward: 'En unos segundos volverá a la tienda.',
    late: 'Está tardando más de lo normal. Si ya pagó, puede cerrar esta página: la tienda recibirá su pago. No pague otra vez.',
    unfinished: '¿Aún no ha pagado? Volver al pago',
    test: 'Modo de prueba: no se mueve dinero.',
    other: 'English',
  },
  en: {
    order: 'Order',
    toShop: 'Back to the shop',
    tryAgain: 'Try again',
    forward: 'You will be back at the shop in a few seconds.',
    late: 'This is taking longer than usual. If you have paid, you can close this page: the shop will get your payment. Do not pay again.',
    unfinished: 'Not paid yet? Back to the payment',
    test: 'Test mode: no money moves.',
    other: 'Español',
  },
}
