import type { SandboxLanguage } from '../language.ts'

/** `fill` replaces the `:x` placeholders. */
const es = {
  receipt: 'Recibo',
  receiptOf: 'Recibo de :merchant',
  amount: 'Monto',
  tip: 'Propina',
  subtotal: 'Subtotal',
  salesTax: 'Impuesto',
  serviceFee: 'Cargo por servicio',
  total: 'Total',
  currency: 'Moneda',
  concept: 'Concepto',
  description: 'Descripción',
  reference: 'Referencia',
  card: 'Tarjeta',
  date: 'Fecha',
  hondurasTime: ':time (hora de Honduras)',
  transaction: 'Transacción',
  state: 'Estado',
  paid: 'Pagado',
  voided: 'Anulado: el cobro se canceló y no se debe nada.',
  refunded: 'Reembolsado por completo: :amount',
  partially_refunded: 'Reembolsado en parte: :amount de :total',
  refundTakesDays: 'Un reembolso tarda de 3 a 5 días hábiles en llegar a la tarjeta.',
  noMoney: 'Entorno de pruebas: no se movió dinero.',
  online: 'Este recibo en línea: :url',
  replaced: 'En línea se ven también los signos que este documento no puede mostrar.',
  download: 'Descargar PDF',
  notFoundTitle: 'No encontramos este recibo',
  notFoundText: 'Revise la dirección. Solo los cobros aprobados tienen recibo.',
} as const

export type ReceiptTexts = Readonly<Record<keyof typeof es, string>>

const en: ReceiptTexts = {
  receipt: 'Receipt',
  receiptOf: 'Receipt from :merchant',
  amount: 'Amount',
  tip: 'Tip',
  subtotal: 'Subtotal',
  salesTax: 'Sales tax',
  serviceFee: 'Service fee',
  total: 'Total',
  currency: 'Currency',
  concept: 'Item',
  description: 'Description',
  reference: 'Reference',
  card: 'Card',
  date: 'Date',
  hondurasTime: ':time (Honduras time)',
  transaction: 'Transaction',
  state: 'Status',
  paid: 'Paid',
  voided: 'Voided: the charge was cancelled and nothing is owed.',
  refunded: 'Refunded in full: :amount',
  partially_refunded: 'Partially refunded: :amount of :total',
  refundTakesDays: 'A refund takes 3 to 5 business days to reach the card.',
  noMoney: 'Sandbox: no money was moved.',
  online: 'This receipt online: :url',
  replaced: 'Online it also shows the characters that this document cannot.',
  download: 'Download PDF',
  notFoundTitle: 'We could not find this receipt',
  notFoundText: 'Check the address. Only approved charges have a receipt.',
}

export const receiptTexts = (language: SandboxLanguage): ReceiptTexts =>
  language === 'es' ? es : en
