import type { RunRow } from '../../db/reconciliation/reconciliations.ts'
import { OUR_SIDE } from '../../db/tables/reconciliation.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import {
  type DiscrepancyView,
  type RunView,
  readDifferences,
} from '../../payments/reconciliation/report.ts'
import { printable } from '../../runtime/text/printable.ts'
import { counted, printReportJson } from '../terminal/print.ts'

const AT_A_TIME = 500

async function* allDifferences(ctx: PaymentsContext, run: RunRow): AsyncGenerator<DiscrepancyView> {
  const { publicUrl, db } = ctx
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const page = await readDifferences(db.query, run, { after, limit: AT_A_TIME, publicUrl })
    yield* page.data
    after = page.next
  }
}

interface Ended {
  run: RunRow
  view: RunView
}

export const printReportAsJson = async (
  ctx: PaymentsContext,
  { run, view }: Ended,
): Promise<void> => {
  const data = await Array.fromAsync(allDifferences(ctx, run))
  printReportJson({ ...view, differences: { data, next_cursor: null } })
}

export const printReport = async (ctx: PaymentsContext, { run, view }: Ended): Promise<void> => {
  const { progress } = view
  console.log(
    `${view.id}, ${view.from} to ${view.to}${view.dry ? ', dry' : ''}: ${view.state}
  ${counted(progress.payments, 'payment')} at the gateway (${progress.foreign} of others), ${counted(progress.orders, 'order')}; store: ${view.store_side}`,
  )
  for (const { currency, gateway, [OUR_SIDE]: ours } of view.totals ?? []) {
    const sides = [['gateway', gateway] as const, [OUR_SIDE, ours] as const]
    for (const [side, { payments, charged, voided, refunded, fees, net }] of sides) {
      console.log(
        `  ${side.padEnd(8)} ${currency} charged ${charged} (${payments})  voided ${voided}  refunded ${refunded}  fees ${fees ?? '-'}  net ${net}`,
      )
    }
  }
  for await (const { kind, action, order_id, gateway_payment_id } of allDifferences(ctx, run)) {
    const subject = order_id ? `order ${order_id}` : `payment ${gateway_payment_id} of the gateway`
    console.log(`  ${action.padEnd(22)} ${kind.padEnd(24)} ${printable(subject)}`)
  }
  for (const line of conclusionOf(view)) console.log(`  ${line}`)
  console.log(`  ${view.page_url}`)
}

/** Explains the exit code. */
const conclusionOf = (view: RunView): string[] => {
  const { summary, store_side, is_incomplete, state, reason, progress } = view
  const isSilent = store_side === 'not_answered'
  const isAll = state === 'done' && !isSilent && !is_incomplete
  const missing = progress.payments_at_gateway - progress.payments
  const lines: string[] = []
  if (summary.length === 0) lines.push(isAll ? NO_DIFFERENCES : NO_DIFFERENCES_SO_FAR)
  if (isSilent) {
    const cause = printable(reason ?? 'no reason')
    lines.push(`The store did not answer: ${cause}. Its orders were not compared.`)
  }
  if (is_incomplete) {
    lines.push(
      `The gateway reports ${progress.payments_at_gateway} payments but did not list ${missing} of them.`,
    )
  }
  return lines
}

const NO_DIFFERENCES = 'No differences.'
const NO_DIFFERENCES_SO_FAR =
  'No differences between the gateway and Puente in the compared payments.'
