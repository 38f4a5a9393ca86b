import type { Language } from './language.ts'

/**
 * The API's messages in both languages. `:field` and `:limit` are filled in. Clients branch on
 * codes: the wording here is ours, `gateway-api.md` shows none but the routing 404.
 */
const MESSAGES = {
  unauthenticated: {
    es: 'No autenticado: falta la clave secreta o no es válida.',
    en: 'Unauthenticated: the secret key is missing or invalid.',
  },
  payment_not_found: { es: 'No se encontró el pago.', en: 'The payment was not found.' },
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
} as const satisfies Record<string, Record<Language, string>>

export type MessageKey = keyof typeof MESSAGES

const isMessageKey = (text: string): text is MessageKey => Object.hasOwn(MESSAGES, text)

/** A rule that a field broke: a message key, and the limit it names (`max_length:191`). */
export type Violation = MessageKey | `${MessageKey}:${string}`

export const message = (
  violation: Violation,
  { language, field = '' }: { language: Language; field?: string },
): string => {
  const [key = '', ...limit] = violation.split(':')
  if (!isMessageKey(key)) return violation
  return MESSAGES[key][language]
    .replace(':field', () => field)
    .replace(':limit', () => limit.join(':'))
}
