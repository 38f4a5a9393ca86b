import {
  type JournalRow,
  type JournalSumRow,
  journalRows,
  sumJournal,
} from '../../db/payments/journal-rows.ts'
import type { Window } from '../../db/payments/money-by-day.ts'
import { addMs, DAY } from '../../runtime/clock.ts'
import type { PaymentsContext } from '../ports/context.ts'
import {
  ACCOUNTS,
  type ChargeFigures,
  type JournalAccount,
  type JournalLine,
  linesOfRefund,
  linesOfSale,
  linesOfVoid,
  reversed,
} from './rules/entries.ts'

export interface BookedEntry extends JournalRow {
  lines: readonly JournalLine[]
}

const figuresOf = ({
  total_minor: totalMinor,
  sales_tax_minor: salesTaxMinor,
  service_fee_minor: serviceFeeMinor,
  tip_minor: tipMinor,
}: Pick<JournalRow, 'total_minor' | 'sales_tax_minor' | 'service_fee_minor' | 'tip_minor'>):
  | ChargeFigures
  | undefined =>
  totalMinor === null ? undefined : { totalMinor, salesTaxMinor, serviceFeeMinor, tipMinor }

/** `undefined`: the gateway has not reported the figures yet. */
const linesOfRow = (row: JournalRow): JournalLine[] | undefined => {
  if (row.kind === 'refund') return linesOfRefund(row.refunded_minor ?? 0n)
  const figures = figuresOf(row)
  if (!figures) return undefined
  return row.kind === 'void' ? linesOfVoid(figures) : linesOfSale(figures)
}

/**
 * Reads the journal of a window, one day at a time, oldest entry first. Leaves out charges without
 * the gateway's figures.
 */
export async function* readJournal(
  { db }: Pick<PaymentsContext, 'db'>,
  { storeIds, start, end }: Window,
): AsyncGenerator<readonly BookedEntry[]> {
  for (let from = start; from < end; from = addMs(from, DAY)) {
    const to = addMs(from, DAY)
    const window = { storeIds, start: from, end: to < end ? to : end }
    const rows = await journalRows(db.long.query, window)
    yield rows.flatMap((row) => {
      const lines = linesOfRow(row)
      return lines ? [{ ...row, lines }] : []
    })
  }
}

interface JournalSum {
  currency: string
  entries: number
  /** Charges and voids that the journal leaves out. */
  withoutFigures: number
  /** Accounts with entries. */
  accounts: { account: JournalAccount; debitMinor: bigint; creditMinor: bigint }[]
}

/** Sums each account of a window by currency, in step with `readJournal`. */
export const sumOfJournal = async (
  { db }: Pick<PaymentsContext, 'db'>,
  window: Window,
): Promise<JournalSum[]> => {
  const rows = await sumJournal(db.long.query, window)
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, ofCurrency]) => {
      const lines = ofCurrency.flatMap((row) => linesOfSum(row))
      const sumOf = (account: JournalAccount, side: 'debitMinor' | 'creditMinor') =>
        lines.reduce((sum, line) => (line.account === account ? sum + line[side] : sum), 0n)
      return {
        currency,
        entries: ofCurrency.reduce((sum, { entries }) => sum + entries, 0),
        withoutFigures: ofCurrency.reduce((sum, row) => sum + row.without_figures, 0),
        accounts: ACCOUNTS.map((account) => ({
          account,
          debitMinor: sumOf(account, 'debitMinor'),
          creditMinor: sumOf(account, 'creditMinor'),
        })).filter(({ debitMinor, creditMinor }) => debitMinor > 0n || creditMinor > 0n),
      }
    })
    .sort((one, other) => other.entries - one.entries)
}

/** Lines are linear in the figures, so sums give sums; negative sales are added apart. */
const linesOfSum = (row: JournalSumRow): JournalLine[] => {
  if (row.kind === 'refund') return linesOfRefund(row.refunded_minor)
  const { total_minor: totalMinor, negative_sales_minor: negative } = row
  const sale = linesOfSale({
    totalMinor: totalMinor + negative,
    salesTaxMinor: row.sales_tax_minor,
    serviceFeeMinor: row.service_fee_minor,
    tipMinor: row.tip_minor,
  }).map((line) =>
    line.account === 'gateway_receivable' ? { ...line, debitMinor: totalMinor } : line,
  )
  const below: JournalLine = { account: 'sales', debitMinor: negative, creditMinor: 0n }
  const lines = negative > 0n ? [...sale, below] : sale
  return row.kind === 'sale' ? lines : lines.map(reversed)
}
