import { refundsAwaitingApproval } from '../../db/payments/refunds.ts'
import { StoreId } from '../../domain/ids.ts'
import { amountOfRefund } from '../../texts/refunds.ts'
import { viewOfRefund } from '../../wire/order-view.ts'
import { openCommandDb } from '../context/open-command-db.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { printReportJson } from '../terminal/print.ts'
import { printTable } from '../terminal/table.ts'

const COLUMNS = ['REFUND', 'STORE', 'AMOUNT', 'REQUESTED BY', 'UNTIL'] as const

/** Lists refunds that wait for a second person, oldest first. */
export const listAwaiting = async (
  program: CommandProgram,
  { store, json }: { store?: string; json: boolean },
): Promise<void> => {
  const { query } = await openCommandDb(program, 'refunds')
  const storeId = store === undefined ? undefined : StoreId.parse(store)
  const found = await refundsAwaitingApproval(query, storeId)
  if (json) return printReportJson({ data: found.map(viewOfRefund) })
  printTable(
    COLUMNS,
    found.map((refund) => {
      const { approval } = viewOfRefund(refund)
      const amount = amountOfRefund(refund, 'en')
      return [
        refund.id,
        refund.store_id,
        amount,
        approval?.requested_by ?? '-',
        approval?.until ?? '-',
      ]
    }),
    { none: 'No refund waits for a second person.' },
  )
}
