import type {
  DifferenceAction,
  DifferenceKind,
  RunState,
  StoreSide,
} from '../../db/tables/reconciliation.ts'
import type { Locale } from '../../db/tables/stores.ts'

interface ReportTexts {
  title: string
  dry: string
  states: Record<RunState, string>
  incomplete: string
  storeSides: Record<StoreSide, string>
  numbers: {
    payments: string
    foreign: string
    orders: string
    repaired: string
    person: string
  }
  totals: string
  sums: Record<'payments' | 'charged' | 'voided' | 'refunded' | 'fees' | 'net', string>
  sides: Record<'db' | 'gateway' | 'store', string>
  sections: Record<'person' | 'repaired' | 'counted', string>
  nothing: string
  more: string
  notListed: string
  kinds: Record<DifferenceKind, string>
  actions: Record<DifferenceAction, string>
  fields: Record<string, string>
  /** States of payments and statuses of orders, here, at the gateway and at the store. */
  derivedOrders: Record<string, string>
  gatewayPayment: string
  order: string
  timeline: string
  settlement: string
  settlementNote: string
  day: string
  notWhole: string
  neverSeen: string
  csv: string
  back: string
  unknown: { title: string; message: string }
}

const es: ReportTexts = {
  title: 'Conciliación',
  dry: 'De prueba: dice lo que haría, y no cambia nada.',
  states: { running: 'En curso', stopped: 'Detenida', done: 'Terminada', failed: 'Falló' },
  incomplete: 'La pasarela cuenta más pagos de los que mostró.',
  storeSides: {
    compared: 'Los pedidos también se compararon con la tienda.',
    not_offered: 'La tienda no dice cómo están sus pedidos: ese lado no se comparó.',
    not_answered: 'La tienda no respondió: ese lado no se comparó por completo.',
    not_asked: 'Son días anteriores: no se preguntó a la tienda.',
  },
  numbers: {
    payments: 'Pagos en la pasarela',
    foreign: 'De otros',
    orders: 'Pedidos',
    repaired: 'Arregladas',
    person: 'Por decidir',
  },
  totals: 'Totales',
  sums: {
    payments: 'Cobros',
    charged: 'Cobrado',
    voided: 'Anulado',
    refunded: 'Reembolsado',
    fees: 'Comisiones',
    net: 'Neto',
  },
  sides: { db: 'Puente', gateway: 'Pasarela', store: 'Tienda' },
  sections: {
    person: 'Una persona debe decidir',
    repaired: 'Se arregló',
    counted: 'Sin nada que hacer',
  },
  nothing: 'No hay diferencias.',
  more: 'Hay más en la tabla (CSV).',
  notListed: 'En la lista de problemas no caben todas; estas solo están aquí:',
  kinds: {
    missed_event: 'Un aviso de la pasarela no llegó',
    payment_unknown: 'Un pago nuestro que Puente no conocía',
    payment_foreign: 'Un pago de otros en la misma cuenta',
    amount_drift: 'Los montos no coinciden',
    not_paid_at_gateway: 'Cobrado en Puente y no en la pasarela',
    refunded_on_one_side: 'Devuelto de un solo lado',
    missing_at_gateway: 'La pasarela no conoce el pago',
    gateway_disagrees: 'La pasarela se contradice: su lista y el pago',
    unreadable_payment: 'La pasarela mostró algo que no se entiende',
    paid_twice: 'El pedido se cobró más de una vez',
    paid_after_cancellation: 'Se cobró un pedido cancelado',
    store_not_told: 'La tienda no sabía del pago',
    store_says_paid: 'La tienda lo tiene por pagado, la pasarela no',
    missing_in_store: 'La tienda no conoce el pedido',
    unreadable_order: 'Lo que la tienda dice del pedido no tiene sentido',
  },
  actions: {
    found: 'por revisar',
    repaired: 'arreglado',
    for_a_person: 'por decidir',
    counted: 'contado',
    would_be_repaired: 'se arreglaría',
    would_be_for_a_person: 'quedaría por decidir',
  },
  fields: {
    state: 'Estado',
    status: 'Estado',
    amount: 'Monto',
    currency: 'Moneda',
    refunded: 'Devuelto',
    total: 'Total',
    service_fee: 'Comisión',
    sales_tax: 'Impuesto',
    tip: 'Propina',
    transaction_id: 'Transacción',
    paid_at: 'Fecha del cobro',
  },
  derivedOrders: {
    pending: 'pendiente',
    intended: 'en preparación',
    declined: 'rechazado',
    authenticating: 'con el banco',
    abandoned: 'abandonado',
    refused: 'no aceptado',
    paid: 'pagado',
    partially_refunded: 'devuelto en parte',
    refunded: 'devuelto',
    voided: 'anulado',
    expired: 'vencido',
    disabled: 'desactivado',
    awaiting_payment: 'sin pagar',
    payment_expired: 'vencido',
    on_hold: 'retenido',
    cancelled: 'cancelado',
    unpaid: 'sin pagar',
  },
  gatewayPayment: 'Pago de la pasarela',
  order: 'Pedido',
  timeline: 'Historia del pedido',
  settlement: 'Liquidación por día',
  settlementNote: 'Lo anulado y lo devuelto cuenta en el día de su cobro.',
  day: 'Día',
  notWhole:
    'Algunos cobros de ese día son de pagos creados otro día, que no se ha conciliado desde entonces.',
  neverSeen: 'sin conciliar',
  csv: 'Diferencias (CSV)',
  back: 'Volver al informe',
  unknown: {
    title: 'No encontramos este informe',
    message: 'Revise que la dirección esté completa.',
  },
}

const en: ReportTexts = {
  title: 'Reconciliation',
  dry: 'A dry run: it says what it would do, and changes nothing.',
  states: { running: 'Under way', stopped: 'Stopped', done: 'Done', failed: 'Failed' },
  incomplete: 'The gateway counts more payments than it has shown.',
  storeSides: {
    compared: 'The orders were compared with the store, too.',
    not_offered: 'The store does not say how its orders stand: that side was not compared.',
    not_answered: 'The store did not answer: that side was not compared as a whole.',
    not_asked: 'These are older days: the store was not asked.',
  },
  numbers: {
    payments: 'Payments at the gateway',
    foreign: 'Of others',
    orders: 'Orders',
    repaired: 'Repaired',
    person: 'To decide',
  },
  totals: 'Totals',
  sums: {
    payments: 'Charges',
    charged: 'Charged',
    voided: 'Voided',
    refunded: 'Refunded',
    fees: 'Fees',
    net: 'Net',
  },
  sides: { db: 'Puente', gateway: 'Gateway', store: 'Store' },
  sections: {
    person: 'A person has to decide',
    repaired: 'Repaired',
    counted: 'Nothing to do',
  },
  nothing: 'There are no differences.',
  more: 'There are more in the table (CSV).',
  notListed: 'The list of alerts has no room for all of them; so many are here alone:',
  kinds: {
    missed_event: 'A message of the gateway did not come',
    payment_unknown: 'A payment of ours that Puente did not know',
    payment_foreign: 'A payment of others on the same account',
    amount_drift: 'Amounts differ',
    not_paid_at_gateway: 'Charged in Puente, and not at the gateway',
    refunded_on_one_side: 'Refunded on one side only',
    missing_at_gateway: 'The gateway does not know the payment',
    gateway_disagrees: 'The gateway contradicts itself: its list, and the payment',
    unreadable_payment: 'The gateway showed something that makes no sense',
    paid_twice: 'The order was charged more than once',
    paid_after_cancellation: 'A cancelled order was charged',
    store_not_told: 'The store did not know of the payment',
    store_says_paid: 'The store has it as paid, the gateway has not',
    missing_in_store: 'The store does not know the order',
    unreadable_order: 'What the store says of the order makes no sense',
  },
  actions: {
    found: 'to be looked at',
    repaired: 'repaired',
    for_a_person: 'to decide',
    counted: 'counted',
    would_be_repaired: 'would be repaired',
    would_be_for_a_person: 'would be to decide',
  },
  fields: {
    state: 'State',
    status: 'Status',
    amount: 'Amount',
    currency: 'Currency',
    refunded: 'Refunded',
    total: 'Total',
    service_fee: 'Fee',
    sales_tax: 'Tax',
    tip: 'Tip',
    transaction_id: 'Transaction',
    paid_at: 'Charged at',
  },
  derivedOrders: {
    pending: 'pending',
    intended: 'being prepared',
    declined: 'declined',
    authenticating: 'at the bank',
    abandoned: 'abandoned',
    refused: 'refused',
    paid: 'paid',
    partially_refunded: 'refunded in part',
    refunded: 'refunded',
    voided: 'voided',
    expired: 'expired',
    disabled: 'disabled',
    awaiting_payment: 'not paid',
    payment_expired: 'expired',
    on_hold: 'on hold',
    cancelled: 'cancelled',
    unpaid: 'not paid',
  },
  gatewayPayment: 'Payment of the gateway',
  order: 'Order',
  timeline: 'What happened to the order',
  settlement: 'Settlement by day',
  settlementNote: 'What was voided or refunded counts on the day of its charge.',
  day: 'Day',
  notWhole:
    'Some charges of that day are of payments created on another day, which was not reconciled since.',
  neverSeen: 'not reconciled',
  csv: 'Differences (CSV)',
  back: 'Back to the report',
  unknown: {
    title: 'We cannot find this report',
    message: 'Check that the address is complete.',
  },
}

export const reportTexts: Record<Locale, ReportTexts> = { es, en }
