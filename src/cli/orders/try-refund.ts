import { nowOfInstallation } from '../../db/installation/test-clock.ts'
import { findPayment } from '../../db/payments/payments.ts'
import { findRefund } from '../../db/payments/refunds.ts'
import { RefundId } from '../../domain/ids.ts'
import { tryRefundNow } from '../../payments/tasks/try-refund.ts'
import { viewOfRefundNow } from '../../payments/tasks/waiting.ts'
import { UserError } from '../../runtime/failure.ts'
import { printable } from '../../runtime/text/printable.ts'
import { refundSentence } from '../../texts/refunds.ts'
import { openCommandDb } from '../context/open-command-db.ts'
import { auditedCommand } from '../terminal/audited-command.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { printReportJson } from '../terminal/print.ts'
import { nextStepText } from './next-step-text.ts'

/** Makes the next try due now; a running Puente makes it. */
export const tryRefundCommand = async (
  program: CommandProgram,
  name: string,
  { json }: { json: boolean },
): Promise<void> => {
  const { query } = await openCommandDb(program, 'refunds')
  const now = await nowOfInstallation(query)
  const refundId = RefundId.parse(name)
  const known = await findRefund(query, refundId)
  if (!known) throw new UserError(`There is no refund ${name}.`)
  const about = { action: 'refunds try', subject: name, storeId: known.store_id }
  const outcome = await auditedCommand(query, about, () =>
    tryRefundNow({ query, now, orderId: undefined }, refundId),
  )
  if (outcome.outcome === 'no-such-refund') throw new UserError(`There is no refund ${name}.`)
  const payment = await findPayment(query, outcome.refund.payment_id)
  const message = refundSentence(outcome.refund, { payment, locale: 'en' })
  if (outcome.outcome === 'over') throw new UserError(`${name} has ended. ${message}`)
  const refund = await viewOfRefundNow(query, outcome.refund, now)
  if (json) printReportJson({ refund })
  else console.log(`${name}  Trying now. ${printable(nextStepText(refund))}`)
}
