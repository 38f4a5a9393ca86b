import type { SandboxLanguage } from '../language.ts'

const es = {
  title: 'Datos de la tarjeta',
  testMode: 'Sandbox: solo tarjetas de prueba, como',
  number: 'Número de tarjeta',
  numberMissing: 'Escriba el número de la tarjeta.',
  numberInvalid: 'Revise el número de la tarjeta: no es válido.',
  numberRefused: 'Esta tarjeta no se acepta. Revise el número.',
  expiry: 'Vencimiento',
  expiryHint: 'MM/AA',
  expiryMissing: 'Escriba el vencimiento.',
  expiryInvalid: 'Escríbalo como MM/AA, por ejemplo 08/39.',
  expiryRefused: 'La tarjeta ya venció.',
  cvc: 'CVC',
  cvcHint: '3 o 4 dígitos',
  cvcMissing: 'Escriba el CVC.',
  cvcInvalid: 'El CVC tiene 3 o 4 dígitos.',
  holder: 'Nombre del titular',
  holderMissing: 'Escriba el nombre que está en la tarjeta.',
  unreachable: 'No pudimos enviar los datos. Revise su conexión e inténtelo de nuevo.',
  notAccepted: 'No pudimos procesar la tarjeta. Inténtelo de nuevo en un momento.',
  unknownKey: 'Este comercio no se reconoce: la clave publicable no es válida.',
  unknownOrigin: 'Este formulario se muestra dentro de la página de un comercio.',
} as const

export type FrameTexts = Readonly<Record<keyof typeof es, string>>

const en: FrameTexts = {
  title: 'Card details',
  testMode: 'Sandbox: test cards only, such as',
  number: 'Card number',
  numberMissing: 'Enter the card number.',
  numberInvalid: 'Check the card number: it is not valid.',
  numberRefused: 'This card is not accepted. Check the number.',
  expiry: 'Expiry date',
  expiryHint: 'MM/YY',
  expiryMissing: 'Enter the expiry date.',
  expiryInvalid: 'Enter it as MM/YY, for example 08/39.',
  expiryRefused: 'The card has expired.',
  cvc: 'CVC',
  cvcHint: '3 or 4 digits',
  cvcMissing: 'Enter the CVC.',
  cvcInvalid: 'The CVC has 3 or 4 digits.',
  holder: 'Name on card',
  holderMissing: 'Enter the name on the card.',
  unreachable: 'We could not send the details. Check your connection and try again.',
  notAccepted: 'We could not process the card. Try again in a moment.',
  unknownKey: 'This merchant is not known: the publishable key is not valid.',
  unknownOrigin: "This form is shown inside of a merchant's page.",
}

export const frameTextsIn = (language: SandboxLanguage): FrameTexts => (language === 'es' ? es : en)
