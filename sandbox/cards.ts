import type { Language } from './language.ts'

/** What the processor answers to a charge. Its texts are raw, in English and not localised. */
export type ProcessorAnswer =
  | { kind: 'approved'; isoResponseCode: '00' }
  | { kind: 'declined'; isoResponseCode: string; message: string }
  | { kind: 'challenge' }

interface TestCard {
  answer: ProcessorAnswer
  means: Readonly<Record<Language, string>>
}

const approved: ProcessorAnswer = { kind: 'approved', isoResponseCode: '00' }

const declined = (isoResponseCode: string, message: string): ProcessorAnswer => ({
  kind: 'declined',
  isoResponseCode,
  message,
})

/** The only cards there are. No real card belongs here: any other number is refused unread. */
const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '4111111111111111': {
    answer: approved,
    means: { es: 'Aprobada', en: 'Approved' },
  },
  '4000000000000002': {
    answer: declined('05', 'Do not honor'),
    means: { es: 'Rechazada (05)', en: 'Declined (05)' },
  },
  '4000000000009995': {
    answer: declined('51', 'Insufficient funds'),
    means: { es: 'Rechazada, sin fondos (51)', en: 'Declined, insufficient funds (51)' },
  },
  '4000000000000069': {
    answer: declined('54', 'Expired card'),
    means: { es: 'Rechazada, tarjeta vencida (54)', en: 'Declined, expired card (54)' },
  },
  '4000000000003220': {
    answer: { kind: 'challenge' },
    means: { es: '3-D Secure con autenticación', en: '3-D Secure with a challenge' },
  },
  '4000000000003238': {
    answer: approved,
    means: { es: '3-D Secure sin fricción, aprobada', en: '3-D Secure frictionless, approved' },
  },
  '4000000000000119': {
    answer: declined('96', 'System malfunction'),
    means: { es: 'Error del procesador (96)', en: 'Processor error (96)' },
  },
  '4000000000000341': {
    answer: approved,
    means: {
      es: 'Aprobada aquí, rechazada como tarjeta guardada',
      en: 'Approved here, declined as a saved card',
    },
  },
}

export const testCardList = (): { number: string; means: TestCard['means'] }[] =>
  Object.entries(TEST_CARDS).map(([number, { means }]) => ({ number, means }))

/** Spaces and hyphens, as people type them, do not count. */
export const digitsOf = (cardNumber: string): string => cardNumber.replace(/[ -]/g, '')

/** What the processor does with a card; `undefined` for a number that is no test card. */
export const processorAnswer = (cardNumber: string): ProcessorAnswer | undefined => {
  const digits = digitsOf(cardNumber)
  return Object.hasOwn(TEST_CARDS, digits) ? TEST_CARDS[digits]?.answer : undefined
}

export const brandOf = (cardNumber: string): string =>
  digitsOf(cardNumber).startsWith('4') ? 'visa' : 'unknown'

export const lastFourOf = (cardNumber: string): string => digitsOf(cardNumber).slice(-4)

/** A card is good until the end of its month. */
export const isExpiredCard = (
  { expMonth, expYear }: { expMonth: number; expYear: number },
  now: Date,
): boolean => now.getTime() >= Date.UTC(expYear, expMonth, 1)
