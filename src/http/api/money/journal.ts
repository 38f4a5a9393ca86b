import { z } from 'zod'
import { storesOfBooks } from '../../../db/payments/journal-rows.ts'
import { formatMinor } from '../../../domain/money.ts'
import { LANGUAGES } from '../../../locales/language.ts'
import { readJournal, sumOfJournal } from '../../../payments/journal/read-journal.ts'
import { ACCOUNTS } from '../../../payments/journal/rules/entries.ts'
import { instantsOf, refusalOfWindow } from '../../../payments/reconciliation/window.ts'
import { answerTable, TABLE } from '../csv.ts'
import { listFields } from '../operator/list-schemas.ts'
import { scopeOfList } from '../operator/lists.ts'
import { settlementQuery } from '../reconciliations/reconciliation-schemas.ts'
import { refusalOf } from '../reconciliations/reconciliations.ts'
import {
  defineOperatorRoute,
  type OperatorInput,
  type OperatorRoute,
  type RefusedAccess,
} from '../route.ts'
import { accountName, csvOfJournal } from './journal-csv.ts'

const journalQuery = settlementQuery.extend({ store_id: listFields.store_id })

const minorText = z.string().meta({ example: '1250.00' })

const journalSums = z
  .object({
    data: z.array(
      z.object({
        currency: z.string().meta({ example: 'HNL' }),
        entries: z.int().meta({ description: 'Number of journal entries.' }),
        without_figures: z.int().meta({
          description:
            'Charges and voids that the journal leaves out until the gateway reports their figures.',
        }),
        debit: minorText,
        credit: minorText.meta({ description: 'Equals `debit`.' }),
        accounts: z.array(
          z.object({
            account: z.enum(ACCOUNTS),
            name: z
              .string()
              .meta({ description: 'Name of the account, in the language of `Accept-Language`.' }),
            debit: minorText,
            credit: minorText,
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'JournalSums' })

const ofJournal = {
  method: 'get',
  tag: 'Money',
  scope: 'read',
  query: journalQuery,
  problems: { 404: "No such store in the person's organizations", 422: 'The window is not valid' },
} as const

/** Returns the stores and instants of a request, or its refusal. */
const windowOf = async (
  input: OperatorInput & { query: z.output<typeof journalQuery> },
): Promise<({ outcome: 'read' } & Parameters<typeof readJournal>[1]) | RefusedAccess> => {
  const { ctx, query } = input
  const scope = await scopeOfList(input, 'orders', { store_id: query.store_id, limit: 1 })
  if (scope.outcome === 'refused') return scope
  const days = { from: query.from, to: query.to }
  const reason = refusalOfWindow(days, ctx.clock.now())
  if (reason) return { outcome: 'refused', answer: refusalOf(reason) }
  const storeIds = await storesOfBooks(ctx.db.query, scope.storeIds)
  return { outcome: 'read', storeIds, ...instantsOf(days) }
}

const sumJournal = defineOperatorRoute({
  ...ofJournal,
  path: '/operator/v1/journal',
  operationId: 'sumJournal',
  summary: 'Sum the journal accounts over a window of Honduras days, by currency',
  answers: { 200: { description: 'The sums of each account', schema: journalSums } },
  handle: async (input) => {
    const window = await windowOf(input)
    if (window.outcome === 'refused') return window.answer
    const language = input.reader ?? 'en'
    const sums = await sumOfJournal(input.ctx, window)
    const body: z.input<typeof journalSums> = {
      data: sums.map(({ currency, entries, withoutFigures, accounts }) => {
        const shown = (minor: bigint) => formatMinor(minor, currency)
        const sumOf = (side: 'debitMinor' | 'creditMinor') =>
          shown(accounts.reduce((sum, account) => sum + account[side], 0n))
        return {
          currency,
          entries,
          without_figures: withoutFigures,
          debit: sumOf('debitMinor'),
          credit: sumOf('creditMinor'),
          accounts: accounts.map(({ account, debitMinor, creditMinor }) => ({
            account,
            name: accountName(account, language),
            debit: shown(debitMinor),
            credit: shown(creditMinor),
          })),
        }
      }),
    }
    return { status: 200, body, language }
  },
})

const exportJournal = defineOperatorRoute({
  ...ofJournal,
  path: '/operator/v1/journal.csv',
  operationId: 'exportJournal',
  summary: 'Export the journal of a window of Honduras days as CSV, one row per line',
  query: journalQuery.extend({
    language: z
      .enum(LANGUAGES)
      .optional()
      .describe('Language of the account names. Defaults to that of `Accept-Language`.'),
  }),
  answers: TABLE,
  handle: async (input) => {
    const window = await windowOf(input)
    if (window.outcome === 'refused') return window.answer
    const { from, to } = input.query
    const language = input.query.language ?? input.reader ?? 'en'
    const lines = csvOfJournal(readJournal(input.ctx, window), language)
    return { ...answerTable(input, `journal-${from}-${to}`, lines), language }
  },
})

export const journalRoutes: readonly OperatorRoute[] = [sumJournal, exportJournal]
