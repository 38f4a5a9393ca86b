import type { Locale, ProblemKind } from '../ledger/tables.ts'

/** A problem in the words of who has to look at it. */
export interface ProblemText {
  what: string
  why: string
  todo: string
}

const es: Record<ProblemKind, ProblemText> = {
  order_paid_twice: {
    what: 'El pedido se cobró más de una vez.',
    why: 'Dos pagos del mismo pedido fueron aprobados, por ejemplo en dos pestañas o con un enlace anterior.',
    todo: 'Devuelva uno de los cobros con un reembolso que indique su payment_id.',
  },
  order_paid_other_amount: {
    what: 'El pedido se pagó con otro monto u otra moneda.',
    why: 'El pedido cambió después de que el cliente abriera el pago, o el pago no es el que se pidió.',
    todo: 'Acepte la diferencia con el cliente, o devuelva el cobro.',
  },
  order_paid_after_cancellation: {
    what: 'Se cobró un pedido que la tienda había cancelado.',
    why: 'El cliente pagó con un enlace que todavía era válido en la pasarela.',
    todo: 'Devuelva el cobro, o reactive el pedido en la tienda.',
  },
  refund_not_accepted_yet: {
    what: 'La pasarela todavía no acepta un reembolso.',
    why: 'El cobro no está en su plazo de reembolso, o el procesador lo rechaza, o la clave no tiene permiso para ello; las palabras de la pasarela están en los detalles.',
    todo: 'Puente lo intenta de nuevo durante dos semanas. Si corre prisa, pregunte a la pasarela.',
  },
  refund_refused: {
    what: 'La pasarela rechazó un reembolso.',
    why: 'Las palabras de la pasarela están en los detalles.',
    todo: 'Devuelva el dinero por otra vía o pida ayuda a la pasarela; después cierre este problema.',
  },
  gateway_key_refused: {
    what: 'La pasarela no acepta la clave secreta de la tienda.',
    why: 'La clave fue cambiada o revocada, o es de otro entorno.',
    todo: 'Conecte la tienda de nuevo con la clave vigente.',
  },
  saved_cards_disabled: {
    what: 'La pasarela no cobra tarjetas guardadas de esta tienda.',
    why: 'El cobro con tarjetas guardadas (modalidad 3A) no está habilitado para la cuenta del comercio.',
    todo: 'Pida a la pasarela que lo habilite: ningún dato de la solicitud lo arregla.',
  },
  request_fields_dropped: {
    what: 'La pasarela ignoró campos de una solicitud.',
    why: 'La pasarela no conoce los campos que están en los detalles; el pago se creó sin ellos.',
    todo: 'Actualice Puente, o pida a la pasarela que explique el cambio; después cierre este problema.',
  },
  task_given_up: {
    what: 'Puente dejó de intentar una tarea.',
    why: 'Falló demasiadas veces, o nadie más que una persona puede arreglarlo; el último error está en los detalles.',
    todo: 'Corrija la causa y cierre este problema.',
  },
}

const en: Record<ProblemKind, ProblemText> = {
  order_paid_twice: {
    what: 'The order was charged more than once.',
    why: 'Two payments of one order were approved, for example in two tabs or by an older link.',
    todo: 'Give one of the charges back: a refund that names its payment_id.',
  },
  order_paid_other_amount: {
    what: 'The order was paid with another amount or currency.',
    why: 'The order changed after the customer had opened the payment, or it is not the payment that was asked for.',
    todo: 'Settle the difference with the customer, or give the charge back.',
  },
  order_paid_after_cancellation: {
    what: 'An order that the shop had cancelled was charged.',
    why: 'The customer paid by a link that was still good at the gateway.',
    todo: 'Give the charge back, or take the order up again in the shop.',
  },
  refund_not_accepted_yet: {
    what: 'The gateway does not accept a refund yet.',
    why: 'The charge is outside its refund window, the processor refuses, or the key may not do it; the words of the gateway are in the details.',
    todo: 'Puente tries again for two weeks. If it is urgent, ask the gateway.',
  },
  refund_refused: {
    what: 'The gateway refused a refund.',
    why: 'The words of the gateway are in the details.',
    todo: 'Give the money back in another way or ask the gateway for help; then close this problem.',
  },
  gateway_key_refused: {
    what: "The gateway does not accept the store's secret key.",
    why: 'The key was changed or revoked, or belongs to another environment.',
    todo: 'Connect the store again with the key that is valid now.',
  },
  saved_cards_disabled: {
    what: 'The gateway does not charge saved cards of this store.',
    why: "Charging saved cards (mode 3A) is not enabled for the merchant's account.",
    todo: 'Ask the gateway to enable it: no field of a request puts it right.',
  },
  request_fields_dropped: {
    what: 'The gateway ignored fields of a request.',
    why: 'It does not know the fields in the details; the payment was created without them.',
    todo: 'Update Puente, or ask the gateway about the change; then close this problem.',
  },
  task_given_up: {
    what: 'Puente has stopped trying a task.',
    why: 'It failed too often, or only a person can put it right; the last error is in the details.',
    todo: 'Correct the cause, and close this problem.',
  },
}

export const problemText = (kind: ProblemKind, locale: Locale): ProblemText =>
  (locale === 'es' ? es : en)[kind]
