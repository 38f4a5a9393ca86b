import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sumOfKnownRefunds } from './known-refunds.ts'

it('a refund known by its acceptance and its event counts once, two events of one amount twice', () => {
  expect(sumOfKnownRefunds({ accepted: [30n], eventAmounts: [30n] })).toBe(30n)
  expect(sumOfKnownRefunds({ accepted: [30n], eventAmounts: [30n, 30n] })).toBe(60n)
  expect(sumOfKnownRefunds({ accepted: [30n], eventAmounts: [50n] })).toBe(80n)
  expect(sumOfKnownRefunds({ accepted: [], eventAmounts: [] })).toBe(0n)
})

it('the sum never exceeds the refunds made, and equals them once every event has arrived', () => {
  const refund = fc.record({
    amount: fc.constantFrom(10n, 20n, 30n),
    isOurs: fc.boolean(),
    isAccepted: fc.boolean(),
    isTold: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(refund, { maxLength: 8 }), (refunds) => {
      const amounts = (some: typeof refunds) => some.map(({ amount }) => amount)
      const accepted = amounts(refunds.filter(({ isOurs, isAccepted }) => isOurs && isAccepted))
      const eventAmounts = amounts(refunds.filter(({ isTold }) => isTold))
      const made = amounts(refunds).reduce((sum, amount) => sum + amount, 0n)
      expect(sumOfKnownRefunds({ accepted, eventAmounts }) <= made).toBe(true)
      expect(sumOfKnownRefunds({ accepted, eventAmounts: amounts(refunds) })).toBe(made)
      const reversed = { accepted: accepted.toReversed(), eventAmounts: eventAmounts.toReversed() }
      expect(sumOfKnownRefunds(reversed)).toBe(sumOfKnownRefunds({ accepted, eventAmounts }))
    }),
  )
})
