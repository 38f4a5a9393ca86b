import type { RefundRow } from '../../db/db.ts'
import { findPayment } from '../../db/payments/payments.ts'
import { findRefund } from '../../db/payments/refunds.ts'
import { RefundId } from '../../domain/ids.ts'
import { problemOfApproval } from '../../http/api/refunds/refund-refusals.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import {
  type ApprovalOutcome,
  approveRefund,
  rejectRefund,
} from '../../payments/refunds/decide-approval.ts'
import { awaitRefund } from '../../payments/refunds/request-refund.ts'
import { UserError } from '../../runtime/failure.ts'
import type { Problem } from '../../runtime/http/problem.ts'
import { maskSecrets, maskTypedCardNumbers } from '../../runtime/text/masking.ts'
import { printable } from '../../runtime/text/printable.ts'
import { amountOfRefund, refundSentence } from '../../texts/refunds.ts'
import { viewOfRefund } from '../../wire/order-view.ts'
import { openCommandContext } from '../context/open-command-context.ts'
import { auditedCommand } from '../terminal/audited-command.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { confirm } from '../terminal/confirm.ts'
import { printReportJson } from '../terminal/print.ts'

const PATIENCE_MS = 15_000
const APPROVER = { kind: 'command_line' } as const

export const approveCommand = async (
  program: CommandProgram,
  name: string,
  { yes, json }: { yes: boolean; json: boolean },
): Promise<void> => {
  const ctx = await openCommandContext(program, 'refund')
  const known = await refundNamed(ctx, name)
  await confirm(
    printable(`This approves the refund of ${amountOfRefund(known, 'en')} (${known.id}).`),
    {
      yes,
    },
  )
  const about = { action: 'refunds approve', subject: name, storeId: known.store_id }
  const approved = await auditedCommand(ctx.db.query, about, async () =>
    refundOf(
      await approveRefund(ctx, { refundId: known.id, approver: APPROVER, refundLimit: undefined }),
      name,
    ),
  )
  await report(ctx, await awaitRefund(ctx, approved, PATIENCE_MS), json)
}

export const rejectCommand = async (
  program: CommandProgram,
  name: string,
  { why, json }: { why: string; json: boolean },
): Promise<void> => {
  if (why.trim() === '') throw new UserError('--why: Give a reason; the audit log keeps it.')
  const ctx = await openCommandContext(program, 'refund')
  const known = await refundNamed(ctx, name)
  const request = { why: maskSecrets(maskTypedCardNumbers(why)) }
  const about = { action: 'refunds reject', subject: name, storeId: known.store_id, request }
  const rejected = await auditedCommand(ctx.db.query, about, async () =>
    refundOf(
      await rejectRefund(ctx, { refundId: known.id, approver: APPROVER, why: why.trim() }),
      name,
    ),
  )
  await report(ctx, rejected, json)
}

const refundNamed = async ({ db }: PaymentsContext, name: string): Promise<RefundRow> => {
  const known = await findRefund(db.query, RefundId.parse(name))
  if (!known) throw new UserError(`There is no refund ${name}.`)
  return known
}

const refundOf = (outcome: ApprovalOutcome, name: string): RefundRow => {
  switch (outcome.outcome) {
    case 'decided':
      return outcome.refund
    case 'not-awaited':
      throw refusalOf(problemOfApproval('refundNotAwaitingApproval', outcome.refund))
    case 'own-request':
      throw new UserError(
        'The command line requested this refund. Someone has to approve it in the dashboard.',
      )
    case 'store-frozen':
      throw new UserError('The store is frozen. Thaw it first: puente stores unfreeze')
    case 'no-such-refund':
    case 'above-limit':
      throw new UserError(`There is no refund ${name}.`)
  }
}

const refusalOf = ({ title, detail }: Problem): UserError => new UserError(`${title}. ${detail}`)

const report = async ({ db }: PaymentsContext, refund: RefundRow, json: boolean): Promise<void> => {
  const payment = await findPayment(db.query, refund.payment_id)
  const message = refundSentence(refund, { payment, locale: 'en' })
  if (json) printReportJson({ refund: viewOfRefund(refund), message })
  else console.log(`${refund.id}  ${printable(message)}`)
}
