/** Test cards of the gateway, with any future expiry date and any CVC. It refuses all others. */
export const cards = {
  approved: '4111111111111111',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  expired: '4000000000000069',
  challenge: '4000000000003220',
  frictionless: '4000000000003238',
  processorError: '4000000000000119',
  declinedWhenSaved: '4000000000000341',
} as const

export type CardName = keyof typeof cards

const isCardName = (text: string): text is CardName => Object.hasOwn(cards, text)

/** Fields of a card that has not expired. */
export const typedCard = (card: CardName | (string & {}) = 'approved') => ({
  number: isCardName(card) ? cards[card] : card,
  exp_month: 12,
  exp_year: 2060,
  cvc: '123',
})
