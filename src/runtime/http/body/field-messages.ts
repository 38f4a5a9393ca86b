export const FIELD_MESSAGES_IN_SPANISH: Readonly<Record<string, string>> = {
  'Must be an http or https address': 'Debe ser una dirección http o https',
  'Must be an https address': 'Debe ser una dirección https',
  'Must be a day such as "2026-05-04"': 'Debe ser un día como «2026-05-04»',
  'Must be whole minor units: "12550" for 125.50': 'Deben ser centavos enteros: «12550» por 125.50',
  'Must be an alphabetic ISO 4217 code such as "HNL"':
    'Debe ser el código de una moneda, como «HNL»',
  'Holds an invalid character': 'Tiene un carácter no válido',
  'Name at least one field to change': 'Indique al menos un campo que cambiar',
  'The key has no scope "refund"': 'La clave no puede reembolsar',
}
