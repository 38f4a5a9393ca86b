export const declineTexts = {
  es: {
    declinedTitle: 'El pago fue rechazado',
    tryAgain: 'No se le cobró nada. Puede intentarlo de nuevo con otra tarjeta.',
    declined05: 'El banco emisor no autorizó la compra.',
    declined51: 'La tarjeta no tiene fondos suficientes.',
    declined54: 'La tarjeta está vencida.',
    declined96: 'El procesador no pudo completar la operación.',
    declined1A: 'Su banco no pudo confirmar que la compra es suya.',
    declinedOther: 'La tarjeta no fue aceptada.',
  },
  en: {
    declinedTitle: 'The payment was declined',
    tryAgain: 'You were not charged. You can try again with another card.',
    declined05: 'The issuing bank did not authorise the purchase.',
    declined51: 'The card has insufficient funds.',
    declined54: 'The card has expired.',
    declined96: 'The processor could not complete the operation.',
    declined1A: 'Your bank could not confirm that the purchase is yours.',
    declinedOther: 'The card was not accepted.',
  },
} as const

const BY_CODE = {
  '05': 'declined05',
  '51': 'declined51',
  '54': 'declined54',
  '96': 'declined96',
  '1A': 'declined1A',
} as const

type DeclineTexts = Readonly<Record<keyof (typeof declineTexts)['es'], string>>

export const declineText = (isoResponseCode: string | null, texts: DeclineTexts): string =>
  texts[BY_CODE[isoResponseCode as keyof typeof BY_CODE] ?? 'declinedOther']
