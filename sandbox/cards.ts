/** What the processor answers to a charge. Its texts are raw, in English and not localised. */
export type ProcessorAnswer =
  | { kind: 'approved'; isoResponseCode: '00' }
  | { kind: 'declined'; isoResponseCode: string; message: string }
  | { kind: 'challenge' }

const approved: ProcessorAnswer = { kind: 'approved', isoResponseCode: '00' }

const declined = (isoResponseCode: string, message: string): ProcessorAnswer => ({
  kind: 'declined',
  isoResponseCode,
  message,
})

/** The only cards there are. No real card belongs here: any other number is refused unread. */
const TEST_CARDS: Readonly<Record<string, { means: string; answer: ProcessorAnswer }>> = {
  '4111111111111111': { means: 'approved', answer: approved },
  '4000000000000002': { means: 'declined (05)', answer: declined('05', 'Do not honor') },
  '4000000000009995': {
    means: 'declined, no funds (51)',
    answer: declined('51', 'Insufficient funds'),
  },
  '4000000000000069': {
    means: 'declined, expired card (54)',
    answer: declined('54', 'Expired card'),
  },
  '4000000000003220': { means: '3-D Secure challenge', answer: { kind: 'challenge' } },
  '4000000000003238': { means: '3-D Secure without a challenge, approved', answer: approved },
  '4000000000000119': {
    means: 'processor error (96)',
    answer: declined('96', 'System malfunction'),
  },
  '4000000000000341': {
    means: 'approved here, declined when charged as a saved card',
    answer: approved,
  },
}

export const testCardList = (): { number: string; means: string }[] =>
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
