import { storesOfBooks } from '../db/payments/journal-rows.ts'
import { idsOfAllStores } from '../db/stores/stores.ts'
import { csvOfJournal } from '../http/api/money/journal-csv.ts'
import type { Language } from '../locales/language.ts'
import { readJournal, sumOfJournal } from '../payments/journal/read-journal.ts'
import { instantsOf, refusalOfWindow } from '../payments/reconciliation/window.ts'
import { openCommandDb } from './context/open-command-db.ts'
import { storesNamed } from './orders/find-order.ts'
import { WrongUse } from './terminal/command-line.ts'
import type { CommandProgram } from './terminal/command-program.ts'
import { counted } from './terminal/print.ts'
import { WINDOW_REFUSALS } from './terminal/window-refusals.ts'
import { writeOut } from './terminal/write-out.ts'

interface JournalOptions {
  /** Honduras days, inclusive. */
  from: string
  to: string
  store?: string
  language: Language
}

/** Prints the journal as CSV, and the count of left-out charges to standard error. */
export const printJournal = async (
  program: CommandProgram,
  { from, to, store, language }: JournalOptions,
): Promise<void> => {
  const reason = refusalOfWindow({ from, to }, new Date())
  if (reason) throw new WrongUse(WINDOW_REFUSALS[reason])
  const opened = await openCommandDb(program, 'journal')
  const stores =
    store === undefined
      ? await idsOfAllStores(opened.query)
      : (await storesNamed(opened.query, store)).map(({ id }) => id)
  const storeIds = await storesOfBooks(opened.query, stores)
  const window = { storeIds, ...instantsOf({ from, to }) }
  for await (const text of csvOfJournal(readJournal(opened, window), language)) await writeOut(text)
  const sums = await sumOfJournal(opened, window)
  const leftOut = sums.reduce((sum, { withoutFigures }) => sum + withoutFigures, 0)
  if (leftOut > 0)
    console.error(
      `Left out ${counted(leftOut, 'charge')}: the gateway has not reported their figures yet.`,
    )
}
