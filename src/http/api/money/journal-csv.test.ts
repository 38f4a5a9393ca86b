import { expect, it } from 'vitest'
import { OrderId, PaymentId, RefundId, StoreId } from '../../../domain/ids.ts'
import type { BookedEntry } from '../../../payments/journal/read-journal.ts'
import { linesOfRefund, linesOfSale } from '../../../payments/journal/rules/entries.ts'
import { csvOfJournal } from './journal-csv.ts'

const entryIn = (currency: string, more: Partial<BookedEntry>): BookedEntry => ({
  kind: 'sale',
  at: new Date('2026-05-02T05:59:59Z'),
  store_id: StoreId.parse('tienda'),
  order_id: OrderId.parse('ord_1'),
  external_id: 'A-1',
  number: null,
  payment_id: PaymentId.parse('pay_1'),
  refund_id: null,
  transaction_id: null,
  currency,
  total_minor: null,
  sales_tax_minor: null,
  service_fee_minor: null,
  tip_minor: null,
  refunded_minor: null,
  lines: [],
  ...more,
})

const printed = async (...days: BookedEntry[][]): Promise<string[][]> => {
  const pieces = await Array.fromAsync(
    csvOfJournal(
      (async function* () {
        yield* days
      })(),
      'en',
    ),
  )
  const [, ...rows] = pieces.join('').trim().split('\r\n')
  return rows.map((row) => row.split(','))
}

it.each([
  ['JPY', '1501', '1500', '1'],
  ['HNL', '15.01', '15.00', '0.01'],
  ['KWD', '1.501', '1.500', '0.001'],
])('amounts in %s have the decimals of the currency', async (currency, total, price, tip) => {
  const lines = linesOfSale({
    totalMinor: 1_501n,
    salesTaxMinor: null,
    serviceFeeMinor: null,
    tipMinor: 1n,
  })
  const rows = await printed([entryIn(currency, { lines })])
  expect(rows.map((row) => row.slice(-3))).toEqual([
    [total, '', currency],
    ['', price, currency],
    ['', tip, currency],
  ])
})

it('a day of refunds only, larger than any sale, has no negative amount', async () => {
  const refund = entryIn('HNL', {
    kind: 'refund',
    refund_id: RefundId.parse('ref_1'),
    lines: linesOfRefund(99_999_999n),
  })
  const rows = await printed([], [refund])
  expect(rows.map((row) => row.slice(-5))).toEqual([
    ['gateway_receivable', 'Due from the gateway', '', '999999.99', 'HNL'],
    ['refunds', 'Refunds', '999999.99', '', 'HNL'],
  ])
  // One second before midnight in Honduras.
  expect(rows.map((row) => row[1])).toEqual(['2026-05-01', '2026-05-01'])
})
