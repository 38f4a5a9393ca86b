import type { Language } from '../language.ts'
import type { OrderStatus } from '../orders.ts'

interface OwnerTexts {
  title: string
  intro: string
  problems: string
  noProblems: string
  toOrder: string
  orders: string
  noOrders: string
  allOrders: string
  order: string
  status: string
  statuses: Record<OrderStatus, string>
  conflict: string
  extra: string
  giveExtraBack: string
  payments: string
  modes: Record<'hosted' | 'card_page' | 'saved_card', string>
  paymentStates: Record<string, string>
  refunds: string
  noRefunds: string
  kinds: Record<'void' | 'refund', string>
  origins: Record<'store' | 'portal' | 'operator' | 'policy', string>
  refundStates: Record<string, string>
  waitsHint: string
  waitsFor: Record<string, string>
  untilAtTheLatest: string
  refundInFull: string
  amount: string
  amountHint: string
  reason: string
  givePart: string
  giveAll: string
  giveAllHint: string
  receipt: string
  portal: string
  portalHint: string
  customerView: string
  timeline: string
  attempt: (number: number) => string
  atGateway: (id: string) => string
  confirm: {
    title: string
    what: (amount: string, charge: string, order: string) => string
    howLabel: string
    customerLabel: string
    void: { how: string; customer: string }
    refund: { how: string; customer: string }
    yes: (amount: string) => string
    no: string
  }
  nothingToGiveBack: string
  said: Record<'done' | 'accepted', string>
  /** What was given back, or is to be. */
  saidOf: Record<'done' | 'accepted', (amount: string, charge: string) => string>
  notGiven: string
  away: string
  emptyAmount: string
  noSuchOrder: { title: string; message: string }
  tryTwice: { title: string; message: string }
}

export const ownerTexts: Record<Language, OwnerTexts> = {
  es: {
    title: 'Panel de la tienda',
    intro:
      'Lo que ve quien vende. Todo sale de la API de Puente; aquí está abierto para todos porque es una demostración.',
    problems: 'Por revisar',
    noProblems: 'Nada: la tienda y la pasarela cuentan lo mismo.',
    toOrder: 'Ver el pedido',
    orders: 'Últimos pedidos',
    noOrders: 'Todavía no hay pedidos.',
    allOrders: 'Todos los pedidos',
    order: 'Pedido',
    status: 'Estado',
    statuses: {
      awaiting_payment: 'Sin pagar',
      payment_expired: 'Plazo vencido',
      paid: 'Pagado',
      partially_refunded: 'Devuelto en parte',
      refunded: 'Reembolsado',
      voided: 'Anulado',
      on_hold: 'En espera',
      cancelled: 'Cancelado',
    },
    conflict: 'Hay que revisarlo',
    extra: 'Cobro de más',
    giveExtraBack: 'Devolver el cobro de más',
    payments: 'Pagos',
    modes: {
      hosted: 'En la pasarela',
      card_page: 'Con tarjeta en la tienda',
      saved_card: 'Con tarjeta guardada',
    },
    paymentStates: {
      pending: 'abierto',
      paid: 'cobrado',
      settled: 'liquidado',
      partially_refunded: 'devuelto en parte',
      refunded: 'reembolsado',
      voided: 'anulado',
      declined: 'rechazado',
      expired: 'vencido',
      disabled: 'cerrado',
      authenticating: 'en el banco',
      processing: 'en proceso',
    },
    refunds: 'Devoluciones',
    noRefunds: 'Ninguna hasta ahora.',
    kinds: { void: 'Anulación', refund: 'Reembolso' },
    origins: {
      store: 'desde la tienda',
      portal: 'desde el portal de la pasarela',
      operator: 'por un operador',
      policy: 'por la política de la tienda',
    },
    refundStates: {
      pending: 'aceptada',
      requested: 'en curso',
      unknown: 'por confirmar',
      accepted: 'aceptada por la pasarela',
      waiting: 'en espera',
      succeeded: 'hecha',
      failed: 'no se hizo',
      cancelled: 'retirada',
    },
    waitsHint:
      'La pasarela no lo hace todavía: el día del cobro solo anula el total. Puente lo intenta solo hasta lograrlo, después de la liquidación del día.',
    waitsFor: {
      gateway: 'Espera a que la pasarela responda.',
      settlement: 'Espera la liquidación del cobro.',
      confirmation: 'Espera a que la pasarela la confirme.',
      person: 'Alguien tiene que revisarla.',
      retry: 'Se intenta de nuevo.',
    },
    untilAtTheLatest: 'Puente lo intenta de nuevo a más tardar:',
    refundInFull: 'Devolver dinero',
    amount: 'Monto',
    amountHint: 'Hasta',
    reason: 'Motivo (opcional)',
    givePart: 'Devolver este monto',
    giveAll: 'Devolver todo',
    giveAllHint: 'Antes se le pregunta. El mismo día se anula el cobro; después se reembolsa.',
    receipt: 'Recibo de la pasarela',
    portal: 'Portal de la pasarela',
    portalHint: 'Lo que devuelva allí también aparece aquí.',
    customerView: 'Como lo ve el cliente',
    timeline: 'Qué ha pasado',
    attempt: (number) => `Intento ${number}`,
    atGateway: (id) => `pago ${id} de la pasarela`,
    confirm: {
      title: '¿Devolver todo?',
      what: (amount, charge, order) =>
        `Se devuelven ${amount} del pedido ${order}, cobrados en: ${charge}.`,
      howLabel: 'Cómo',
      customerLabel: 'Qué ve el cliente',
      void: {
        how: 'Se anula hoy el cobro entero, porque todavía no está liquidado; si se liquida antes, se reembolsa.',
        customer: 'El cobro desaparece de su estado de cuenta.',
      },
      refund: {
        how: 'Se reembolsa, porque el cobro ya está liquidado o una parte ya se devolvió.',
        customer: 'El cobro queda, y en unos días ve el reembolso en su tarjeta.',
      },
      yes: (amount) => `Sí, devolver ${amount}`,
      no: 'No, volver al pedido',
    },
    nothingToGiveBack:
      'El pedido no está pagado, ya no queda nada por devolver, o una devolución está en curso.',
    saidOf: {
      done: (amount, charge) => `Fueron ${amount}. ${charge}.`,
      accepted: (amount, charge) => `Son ${amount}. ${charge}.`,
    },
    said: {
      done: 'El dinero fue devuelto.',
      accepted: 'Aceptado: se devuelve en cuanto la pasarela lo permita.',
    },
    notGiven: 'No se devolvió nada.',
    away: 'Puente no responde ahora. Inténtelo de nuevo en un momento: el mismo formulario devuelve una sola vez.',
    emptyAmount: 'Escriba un monto, por ejemplo 25.50.',
    noSuchOrder: {
      title: 'No encontramos este pedido',
      message: 'Esta tienda no tiene un pedido así.',
    },
    tryTwice: {
      title: '¿Qué pasa si se paga dos veces?',
      message:
        'Pruébelo: abra la página de la pasarela en una pestaña, pague el mismo pedido con tarjeta aquí en otra, y después pague también en la primera.',
    },
  },
  en: {
    title: 'Shop desk',
    intro:
      'What the seller sees. All of it comes from Puente’s API; it is open to everybody here because this is a demo.',
    problems: 'To look at',
    noProblems: 'Nothing: shop and gateway tell the same story.',
    toOrder: 'See the order',
    orders: 'Latest orders',
    noOrders: 'There are no orders yet.',
    allOrders: 'All orders',
    order: 'Order',
    status: 'Status',
    statuses: {
      awaiting_payment: 'Not paid',
      payment_expired: 'Time is over',
      paid: 'Paid',
      partially_refunded: 'Partly given back',
      refunded: 'Refunded',
      voided: 'Voided',
      on_hold: 'On hold',
      cancelled: 'Cancelled',
    },
    conflict: 'Needs a look',
    extra: 'Extra charge',
    giveExtraBack: 'Give the extra charge back',
    payments: 'Payments',
    modes: {
      hosted: 'At the gateway',
      card_page: 'By card in the shop',
      saved_card: 'By saved card',
    },
    paymentStates: {
      pending: 'open',
      paid: 'charged',
      settled: 'settled',
      partially_refunded: 'partly given back',
      refunded: 'refunded',
      voided: 'voided',
      declined: 'declined',
      expired: 'expired',
      disabled: 'closed',
      authenticating: 'at the bank',
      processing: 'under way',
    },
    refunds: 'Given back',
    noRefunds: 'Nothing so far.',
    kinds: { void: 'Void', refund: 'Refund' },
    origins: {
      store: 'from the shop',
      portal: 'from the gateway’s portal',
      operator: 'by an operator',
      policy: 'by the shop’s policy',
    },
    refundStates: {
      pending: 'accepted',
      requested: 'under way',
      unknown: 'to be confirmed',
      accepted: 'accepted by the gateway',
      waiting: 'waiting',
      succeeded: 'done',
      failed: 'not done',
      cancelled: 'cancelled',
    },
    waitsHint:
      'The gateway does not do it yet: on the day of the charge it only voids the whole. Puente keeps trying by itself, after the day’s settlement.',
    waitsFor: {
      gateway: 'It waits for the gateway to answer.',
      settlement: 'It waits for the charge to be settled.',
      confirmation: 'It waits for the gateway to confirm it.',
      person: 'Somebody has to look at it.',
      retry: 'It is tried again.',
    },
    untilAtTheLatest: 'Puente tries again at the latest:',
    refundInFull: 'Give money back',
    amount: 'Amount',
    amountHint: 'Up to',
    reason: 'Reason (optional)',
    givePart: 'Give this amount back',
    giveAll: 'Give all of it back',
    giveAllHint:
      'You are asked first. On the same day the charge is voided, afterwards it is refunded.',
    receipt: 'The gateway’s receipt',
    portal: 'The gateway’s portal',
    portalHint: 'What you give back there shows here as well.',
    customerView: 'As the customer sees it',
    timeline: 'What happened',
    attempt: (number) => `Attempt ${number}`,
    atGateway: (id) => `payment ${id} at the gateway`,
    confirm: {
      title: 'Give all of it back?',
      what: (amount, charge, order) =>
        `${amount} of order ${order} goes back, charged by: ${charge}.`,
      howLabel: 'How',
      customerLabel: 'What the customer sees',
      void: {
        how: 'The whole charge is voided today, because it is not settled yet; if it is settled before, it is refunded.',
        customer: 'The charge disappears from the statement.',
      },
      refund: {
        how: 'It is refunded, because the charge is settled or a part was given back already.',
        customer: 'The charge stays, and in a few days the refund shows on the card.',
      },
      yes: (amount) => `Yes, give ${amount} back`,
      no: 'No, back to the order',
    },
    nothingToGiveBack:
      'The order is not paid, nothing is left to give back, or a refund is under way.',
    saidOf: {
      done: (amount, charge) => `It was ${amount}. ${charge}.`,
      accepted: (amount, charge) => `It is ${amount}. ${charge}.`,
    },
    said: {
      done: 'The money was given back.',
      accepted: 'Accepted: it goes back as soon as the gateway allows it.',
    },
    notGiven: 'Nothing was given back.',
    away: 'Puente does not answer right now. Try again in a moment: the same form gives back once only.',
    emptyAmount: 'Type an amount, such as 25.50.',
    noSuchOrder: {
      title: 'We cannot find this order',
      message: 'This shop has no such order.',
    },
    tryTwice: {
      title: 'What if an order is paid twice?',
      message:
        'Try it: open the gateway’s page in one tab, pay the same order by card here in another, and then pay in the first one as well.',
    },
  },
}
