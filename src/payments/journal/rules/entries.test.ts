import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type JournalLine, linesOfRefund, linesOfSale, linesOfVoid } from './entries.ts'

const sumOf = (lines: readonly JournalLine[], side: 'debitMinor' | 'creditMinor'): bigint =>
  lines.reduce((sum, line) => sum + line[side], 0n)

const minor = fc.bigInt({ min: 0n, max: 10n ** 12n })
const figures = fc.record({
  totalMinor: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  salesTaxMinor: fc.option(minor),
  serviceFeeMinor: fc.option(minor),
  tipMinor: fc.option(minor),
})

const isBalanced = (lines: readonly JournalLine[]): void => {
  expect(sumOf(lines, 'debitMinor')).toBe(sumOf(lines, 'creditMinor'))
  for (const { debitMinor, creditMinor } of lines) {
    expect(debitMinor >= 0n && creditMinor >= 0n).toBe(true)
    expect((debitMinor === 0n) !== (creditMinor === 0n)).toBe(true)
  }
}

it('the debits of every entry equal its credits, whatever figures the gateway shows', () => {
  fc.assert(
    fc.property(figures, fc.bigInt({ min: 1n, max: 10n ** 12n }), (charge, refunded) => {
      isBalanced(linesOfSale(charge))
      isBalanced(linesOfVoid(charge))
      isBalanced(linesOfRefund(refunded))
    }),
  )
})

it('a void leaves nothing of its sale on any account', () => {
  fc.assert(
    fc.property(figures, (charge) => {
      const both = [...linesOfSale(charge), ...linesOfVoid(charge)]
      for (const lines of Map.groupBy(both, ({ account }) => account).values()) {
        expect(sumOf(lines, 'debitMinor')).toBe(sumOf(lines, 'creditMinor'))
      }
    }),
  )
})

it('a sale with tax, fee and tip has one line for each', () => {
  const lines = linesOfSale({
    totalMinor: 13_075n,
    salesTaxMinor: 1_500n,
    serviceFeeMinor: 525n,
    tipMinor: 1_050n,
  })
  expect(lines).toEqual([
    { account: 'gateway_receivable', debitMinor: 13_075n, creditMinor: 0n },
    { account: 'sales', debitMinor: 0n, creditMinor: 10_000n },
    { account: 'sales_tax', debitMinor: 0n, creditMinor: 1_500n },
    { account: 'service_fees', debitMinor: 0n, creditMinor: 525n },
    { account: 'tips', debitMinor: 0n, creditMinor: 1_050n },
  ])
})

it('a charge with only a total is booked as sales', () => {
  const lines = linesOfSale({
    totalMinor: 10_000n,
    salesTaxMinor: null,
    serviceFeeMinor: null,
    tipMinor: null,
  })
  expect(lines.map(({ account }) => account)).toEqual(['gateway_receivable', 'sales'])
})
