import { hondurasDayOf } from '../../../contract/honduras-time.ts'
import { formatMinor } from '../../../domain/money.ts'
import type { Language } from '../../../locales/language.ts'
import { TEXTS } from '../../../locales/texts.ts'
import type { BookedEntry } from '../../../payments/journal/read-journal.ts'
import type { JournalAccount } from '../../../payments/journal/rules/entries.ts'
import { csvLine, csvRow } from '../../requests/csv-line.ts'

const COLUMNS = [
  'entry',
  'day',
  'at',
  'kind',
  'store_id',
  'order_id',
  'order_external_id',
  'order_number',
  'payment_id',
  'refund_id',
  'transaction_id',
  'account',
  'account_name',
  'debit',
  'credit',
  'currency',
] as const

export const accountName = (account: JournalAccount, language: Language): string =>
  TEXTS[language].journal.accounts[account]

/** Renders entries as CSV, one row per line; each row repeats the columns of its entry. */
export async function* csvOfJournal(
  days: AsyncIterable<readonly BookedEntry[]>,
  language: Language,
): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  for await (const entries of days) {
    const rows = entries.map((entry) => rowsOf(entry, language)).join('')
    if (rows !== '') yield rows
  }
}

const rowsOf = (entry: BookedEntry, language: Language): string =>
  entry.lines
    .map(({ account, debitMinor, creditMinor }) =>
      csvRow(COLUMNS, {
        entry: entry.refund_id ?? entry.payment_id,
        day: hondurasDayOf(entry.at),
        at: entry.at.toISOString(),
        kind: entry.kind,
        store_id: entry.store_id,
        order_id: entry.order_id,
        order_external_id: entry.external_id,
        order_number: entry.number,
        payment_id: entry.payment_id,
        refund_id: entry.refund_id,
        transaction_id: entry.transaction_id,
        account,
        account_name: accountName(account, language),
        debit: sideOf(debitMinor, entry.currency),
        credit: sideOf(creditMinor, entry.currency),
        currency: entry.currency,
      }),
    )
    .join('')

/** Empty for the other side of a line. */
const sideOf = (minor: bigint, currency: string): string | null =>
  minor === 0n ? null : formatMinor(minor, currency)
