export type ProcessorAnswer =
  | { kind: 'approved'; isoResponseCode: '00' }
  | { kind: 'declined'; isoResponseCode: DeclineCode }
  | { kind: 'challenge' }

/** Raw processor texts, never localised. `1A`: 3-D Secure failed. */
const DECLINES = {
  '05': 'Do not honor',
  '51': 'Insufficient funds',
  '54': 'Expired card',
  '96': 'System malfunction',
  '1A': 'Authentication failed',
} as const

export type DeclineCode = keyof typeof DECLINES

/** Builds the decline fields, capitalised like the processor's (2.6). */
export const declineWithCode = (isoResponseCode: string): ProcessorDecline => ({
  IsoResponseCode: isoResponseCode,
  Errors: [
    { Code: isoResponseCode, Message: DECLINES[isoResponseCode as DeclineCode] ?? 'Declined' },
  ],
})

export interface ProcessorDecline {
  IsoResponseCode: string
  Errors: { Code: string; Message: string }[]
}

const approved: ProcessorAnswer = { kind: 'approved', isoResponseCode: '00' }

const declined = (isoResponseCode: DeclineCode): ProcessorAnswer => ({
  kind: 'declined',
  isoResponseCode,
})

interface TestCard {
  number: string
  answer: ProcessorAnswer
  /** Default: `answer`. */
  answerWhenSaved?: ProcessorAnswer
}

/** The only accepted cards. Other numbers are rejected unread, so no real card ends up here. */
const TEST_CARDS = {
  approved: { number: '4111111111111111', answer: approved },
  declined: { number: '4000000000000002', answer: declined('05') },
  no_funds: { number: '4000000000009995', answer: declined('51') },
  expired: { number: '4000000000000069', answer: declined('54') },
  // A saved card has no cardholder to challenge.
  challenge: {
    number: '4000000000003220',
    answer: { kind: 'challenge' },
    answerWhenSaved: approved,
  },
  frictionless: { number: '4000000000003238', answer: approved },
  processor_error: { number: '4000000000000119', answer: declined('96') },
  declined_when_saved: {
    number: '4000000000000341',
    answer: approved,
    answerWhenSaved: declined('05'),
  },
} as const satisfies Record<string, TestCard>

export type TestCardName = keyof typeof TEST_CARDS

export interface Card {
  test_card: TestCardName
  card_brand: string
  card_last_four: string
  /** 1 to 12. */
  card_exp_month: number
  /** Four digits. */
  card_exp_year: number
}

export const cardColumns = (row: Card): Card => ({
  test_card: row.test_card,
  card_brand: row.card_brand,
  card_last_four: row.card_last_four,
  card_exp_month: row.card_exp_month,
  card_exp_year: row.card_exp_year,
})

interface CardExpiry {
  exp_month: number
  exp_year: number
}

export type CardReading = { ok: true; card: Card } | { ok: false; reason: 'unknown' | 'expired' }

export const readCard = (typed: CardExpiry & { number: string }, now: Date): CardReading => {
  const digits = digitsOf(typed.number)
  const testCard = cardNames().find((name) => TEST_CARDS[name].number === digits)
  if (!testCard) return { ok: false, reason: 'unknown' }
  if (isExpiredCard(typed, now)) return { ok: false, reason: 'expired' }
  return {
    ok: true,
    card: {
      test_card: testCard,
      card_brand: 'visa',
      card_last_four: digits.slice(-4),
      card_exp_month: typed.exp_month,
      card_exp_year: typed.exp_year,
    },
  }
}

export const processorAnswer = (
  name: TestCardName,
  { customerPresent }: { customerPresent: boolean },
): ProcessorAnswer => {
  const card: TestCard = TEST_CARDS[name]
  return customerPresent ? card.answer : (card.answerWhenSaved ?? card.answer)
}

export const isTestCard = (cardNumber: string): boolean =>
  cardNames().some((name) => TEST_CARDS[name].number === digitsOf(cardNumber))

export const testCardList = (): { name: TestCardName; number: string }[] =>
  cardNames().map((name) => ({ name, number: TEST_CARDS[name].number }))

export const inGroupsOfFour = (cardNumber: string): string =>
  cardNumber.replace(/(\d{4})(?=\d)/g, '$1 ')

const cardNames = () => Object.keys(TEST_CARDS) as TestCardName[]

export const digitsOf = (cardNumber: string): string => cardNumber.replace(/[ -]/g, '')

export const isExpiredCard = ({ exp_month, exp_year }: CardExpiry, now: Date): boolean =>
  now.getTime() >= Date.UTC(exp_year, exp_month, 1)
