import type { SandboxLanguage } from './language.ts'

/**
 * `:field` and `:limit` are placeholders. The wording is ours: clients branch on codes, and the
 * contract shows only the routing 404.
 */
const MESSAGES = {
  unauthenticated: {
    es: 'No autenticado: falta la clave secreta o no es válida.',
    en: 'Unauthenticated: the secret key is missing or invalid.',
  },
  payment_not_found: { es: 'No se encontró el pago.', en: 'The payment was not found.' },
  transaction_id_expected: {
    es: 'Esta ruta espera el transaction_id (UUID), no el id numérico del pago.',
    en: 'This route expects the transaction_id (UUID), not the numeric payment id.',
  },
  payment_method_not_found: {
    es: 'No se encontró el método de pago.',
    en: 'The payment method was not found.',
  },
  payment_method_revoked: {
    es: 'El método de pago fue revocado y ya no se puede cobrar.',
    en: 'The payment method was revoked and cannot be charged any more.',
  },
  tokenized_charge_disabled: {
    es: 'El cobro con tarjetas guardadas no está habilitado para esta cuenta.',
    en: 'Charging saved cards is not enabled for this account.',
  },
  sandbox_terminal_unavailable: {
    es: 'El entorno de pruebas no está aprovisionado para este comercio.',
    en: 'The sandbox is not provisioned for this merchant.',
  },
  receipt_unavailable: {
    es: 'No hay recibo: el cobro se intentó pero el pago no se realizó.',
    en: 'There is no receipt: the charge was attempted but the payment was not made.',
  },
  void_invalid: {
    es: 'No se puede anular: el cobro se intentó pero el pago no se realizó.',
    en: 'It cannot be voided: the charge was attempted but the payment was not made.',
  },
  authentication_required: {
    es: 'Se requiere autenticación 3-D Secure. Consulte GET /payments/{id} o espere el webhook.',
    en: '3-D Secure authentication is required. Call GET /payments/{id} or wait for the webhook.',
  },
  // Both texts wrongly claim that http is allowed, as the contract documents (4.13).
  success_redirect_url_invalid: {
    es: 'success_redirect_url debe ser una URL https; http solo se permite en desarrollo local.',
    en: 'success_redirect_url must be an https URL; http is allowed in local development only.',
  },
  failed_redirect_url_invalid: {
    es: 'failed_redirect_url debe ser una URL https; http solo se permite en desarrollo local.',
    en: 'failed_redirect_url must be an https URL; http is allowed in local development only.',
  },
  too_many_requests: {
    es: 'Demasiadas solicitudes. Espere antes de volver a intentarlo.',
    en: 'Too many requests. Wait before trying again.',
  },
  forbidden: {
    es: 'Esta clave no tiene permiso para la operación.',
    en: 'This key has no permission for the operation.',
  },
  body_too_large: {
    es: 'El cuerpo de la solicitud es demasiado grande.',
    en: 'The request body is too large.',
  },
  malformed_body: {
    es: 'El cuerpo de la solicitud debe ser un objeto JSON válido.',
    en: 'The request body must be a valid JSON object.',
  },
  required: { es: 'El campo :field es obligatorio.', en: 'The :field field is required.' },
  string: {
    es: 'El campo :field debe ser una cadena de texto.',
    en: 'The :field field must be a string.',
  },
  boolean: {
    es: 'El campo :field debe ser verdadero o falso.',
    en: 'The :field field must be true or false.',
  },
  object: { es: 'El campo :field debe ser un objeto.', en: 'The :field field must be an object.' },
  array: { es: 'El campo :field debe ser una lista.', en: 'The :field field must be an array.' },
  numeric: { es: 'El campo :field debe ser un número.', en: 'The :field field must be a number.' },
  decimals: {
    es: 'El campo :field tiene más decimales que la moneda (:limit).',
    en: 'The :field field has more decimals than the currency (:limit).',
  },
  too_large: {
    es: 'El campo :field es demasiado grande para representarse con exactitud.',
    en: 'The :field field is too large to be represented exactly.',
  },
  integer: {
    es: 'El campo :field debe ser un número entero positivo.',
    en: 'The :field field must be a positive integer.',
  },
  min: {
    es: 'El campo :field debe ser al menos :limit.',
    en: 'The :field field must be at least :limit.',
  },
  max: {
    es: 'El campo :field no debe ser mayor que :limit.',
    en: 'The :field field must not be greater than :limit.',
  },
  max_length: {
    es: 'El campo :field no debe tener más de :limit caracteres.',
    en: 'The :field field must not be greater than :limit characters.',
  },
  digits: {
    es: 'El campo :field solo debe contener dígitos.',
    en: 'The :field field must contain only digits.',
  },
  email: {
    es: 'El campo :field debe ser un correo electrónico válido.',
    en: 'The :field field must be a valid email address.',
  },
  word: {
    es: 'El campo :field debe llevar solo letras, números y guiones bajos.',
    en: 'The :field field must only have letters, numbers and underscores.',
  },
  choice: {
    es: 'El valor del campo :field no es válido. Valores permitidos: :limit.',
    en: 'The selected :field is invalid. Allowed values: :limit.',
  },
  url: {
    es: 'El campo :field debe ser una URL http o https.',
    en: 'The :field field must be an http or https URL.',
  },
  date: {
    es: 'El campo :field debe ser una fecha con formato AAAA-MM-DD.',
    en: 'The :field field must be a date in the format YYYY-MM-DD.',
  },
  timestamp: {
    es: 'El campo :field debe tener el formato AAAA-MM-DD HH:MM:SS (hora de Honduras) o ISO 8601.',
    en: 'The :field field must be YYYY-MM-DD HH:MM:SS (Honduras time) or ISO 8601.',
  },
  future: {
    es: 'El campo :field debe ser una fecha futura.',
    en: 'The :field field must be a date in the future.',
  },
  numeric_currency: {
    es: 'El campo :field debe ser un código numérico ISO 4217 de tres dígitos, como 340.',
    en: 'The :field field must be a numeric ISO 4217 code of three digits, such as 340.',
  },
  alphabetic_currency: {
    es: 'El campo :field debe ser un código alfabético ISO 4217, como HNL.',
    en: 'The :field field must be an alphabetic ISO 4217 code, such as HNL.',
  },
  alphabetic_or_numeric_currency: {
    es: 'El campo :field debe ser un código ISO 4217 alfabético (HNL) o numérico (340).',
    en: 'The :field field must be an alphabetic (HNL) or numeric (340) ISO 4217 code.',
  },
  currency_not_enabled: {
    es: 'La moneda :limit no está habilitada en la terminal.',
    en: 'The currency :limit is not enabled on the terminal.',
  },
  tip_mode_missing: {
    es: 'Con tip_enabled debe definirse una propina fija (tip_type y tip_value) o tip_customer_selectable.',
    en: 'With tip_enabled, either a fixed tip (tip_type and tip_value) or tip_customer_selectable must be defined.',
  },
  tip_mode_ambiguous: {
    es: 'Debe definirse una sola modalidad de propina: fija o seleccionable por el cliente.',
    en: 'Exactly one tip mode must be defined: fixed or selectable by the customer.',
  },
  tip_above_amount: {
    es: 'El campo :field no debe superar el monto (amount).',
    en: 'The :field field must not exceed the amount.',
  },
  max_keys: {
    es: 'El campo :field no debe tener más de :limit claves.',
    en: 'The :field field must not have more than :limit keys.',
  },
  max_items: {
    es: 'El campo :field no debe tener más de :limit elementos.',
    en: 'The :field field must not have more than :limit items.',
  },
  max_bytes: {
    es: 'El campo :field no debe ocupar más de :limit bytes.',
    en: 'The :field field must not be larger than :limit bytes.',
  },
  key_required: {
    es: 'El encabezado Idempotency-Key es obligatorio.',
    en: 'The Idempotency-Key header is required.',
  },
  idempotency_key_reused: {
    es: 'Esta Idempotency-Key ya se usó.',
    en: 'This Idempotency-Key has been used before.',
  },
  customer_required: {
    es: 'Indique customer[identity_number] o customer[email].',
    en: 'Give customer[identity_number] or customer[email].',
  },
  method_unknown: {
    es: 'La tarjeta guardada no existe o no pertenece a este comercio.',
    en: 'The saved card does not exist or does not belong to this merchant.',
  },
  publishable_key_unknown: {
    es: 'La clave publicable no es válida para este entorno.',
    en: 'The publishable key is not valid for this environment.',
  },
  token_unknown: { es: 'El token no es válido.', en: 'The token is not valid.' },
  token_used: {
    es: 'El token ya se usó: es de un solo uso.',
    en: 'The token has been used: it is single-use.',
  },
  payment_not_payable: {
    es: 'El pago para el que se montó el componente ya no se puede pagar.',
    en: 'The payment that the component was mounted for is not payable any more.',
  },
  amount_of_payment: {
    es: 'El monto no es el total del pago para el que se montó el componente.',
    en: 'The amount is not the total of the payment that the component was mounted for.',
  },
  already_voided: {
    es: 'La transacción ya fue anulada.',
    en: 'The transaction is already voided.',
  },
  already_refunded: {
    es: 'La transacción ya fue reembolsada: use el reembolso.',
    en: 'The transaction is already refunded: use refund.',
  },
  already_settled: {
    es: 'La transacción ya fue liquidada: use el reembolso.',
    en: 'The transaction is already settled: use refund.',
  },
  not_voidable: {
    es: 'La transacción no está en un estado que se pueda anular.',
    en: 'The transaction is not in a voidable state.',
  },
  refund_of_voided: {
    es: 'Una transacción anulada no se puede reembolsar.',
    en: 'A voided transaction cannot be refunded.',
  },
  already_refunded_in_full: {
    es: 'La transacción ya fue reembolsada por completo.',
    en: 'The transaction is already refunded in full.',
  },
  not_refundable: {
    es: 'La transacción no se puede reembolsar.',
    en: 'The transaction is not refundable.',
  },
  refund_too_early: {
    es: 'Todavía no se puede reembolsar: la transacción aún no está en su plazo de reembolso.',
    en: 'It cannot be refunded yet: the time window for refunds has not begun.',
  },
  refund_too_late: {
    es: 'Ya no se puede reembolsar: venció el plazo de reembolso.',
    en: 'It cannot be refunded any more: the time window for refunds has ended.',
  },
  above_refundable: {
    es: 'El campo :field supera lo que queda por reembolsar (:limit).',
    en: 'The :field field is above the remaining refundable amount (:limit).',
  },
  refunded_meanwhile: {
    es: 'No se hizo este reembolso: se reembolsó otra parte mientras la página estaba abierta.',
    en: 'This refund was not made: another part was refunded while the page was open.',
  },
  not_disableable: {
    es: 'El pago no está en un estado en que se pueda deshabilitar.',
    en: 'The payment is not in a state in which it can be disabled.',
  },
  /** Raw processor text. */
  processor: { es: ':limit', en: ':limit' },
} as const satisfies Record<string, Record<SandboxLanguage, string>>

export type MessageKey = keyof typeof MESSAGES

const isMessageKey = (text: string): text is MessageKey => Object.hasOwn(MESSAGES, text)

/** Key and optional limit: `max_length:191`. */
export type Violation = MessageKey | `${MessageKey}:${string}`

/** By field or rule, like `errors` (7). */
export type Violations = Record<string, Violation[]>

export const message = (
  violation: Violation,
  { language, field = '' }: { language: SandboxLanguage; field?: string },
): string => {
  const [key = '', ...limit] = violation.split(':')
  if (!isMessageKey(key)) return violation
  return MESSAGES[key][language]
    .replace(':field', () => field)
    .replace(':limit', () => limit.join(':'))
}
