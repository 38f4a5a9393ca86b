import { getOrder } from '../../db/orders/orders.ts'
import { findPayment } from '../../db/payments/payments.ts'
import { findRefund } from '../../db/payments/refunds.ts'
import { RefundId } from '../../domain/ids.ts'
import { problemOfUnresolved } from '../../http/api/refunds/refund-refusals.ts'
import { resolveRefund } from '../../payments/refunds/resolve-refund.ts'
import { UserError } from '../../runtime/failure.ts'
import { printable } from '../../runtime/text/printable.ts'
import { refundSentence } from '../../texts/refunds.ts'
import { viewOfRefund } from '../../wire/order-view.ts'
import { openCommandContext } from '../context/open-command-context.ts'
import { auditedCommand } from '../terminal/audited-command.ts'
import { WrongUse } from '../terminal/command-line.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { printReportJson } from '../terminal/print.ts'

export interface ResolveOptions {
  alreadyMade: boolean
  refundAnyway: boolean
  json: boolean
}

/** Resolves a refund with an unknown outcome. A running Puente sends it if needed. */
export const resolveRefundCommand = async (
  program: CommandProgram,
  name: string,
  { alreadyMade, refundAnyway, json }: ResolveOptions,
): Promise<void> => {
  if (alreadyMade === refundAnyway) {
    throw new WrongUse('Give one of --already-made and --refund-anyway.')
  }
  const resolution = alreadyMade ? 'already_made' : 'refund_anyway'
  const ctx = await openCommandContext(program, 'refund')
  const { query } = ctx.db
  const known = await findRefund(query, RefundId.parse(name))
  if (!known) throw new UserError(`There is no refund ${name}.`)
  const order = await getOrder(query, known.order_id)
  const about = { action: 'refunds resolve', subject: name, storeId: known.store_id }
  const refund = await auditedCommand(query, { ...about, request: { resolution } }, async () => {
    const outcome = await resolveRefund(ctx, {
      storeId: known.store_id,
      orderExternalId: order.external_id,
      refundId: known.id,
      resolution,
      refundLimit: undefined,
    })
    switch (outcome.outcome) {
      case 'resolved':
        return outcome.refund
      case 'no-such-order':
      case 'no-such-refund':
        throw new UserError(`There is no refund ${name}.`)
      case 'above-limit':
        throw new UserError('The refund is above the limit for a single refund.')
      default: {
        const { title, detail } = problemOfUnresolved(outcome)
        throw new UserError(`${title}. ${detail}`)
      }
    }
  })
  const payment = await findPayment(query, refund.payment_id)
  const message = refundSentence(refund, { payment, locale: 'en' })
  if (json) printReportJson({ refund: viewOfRefund(refund), message })
  else console.log(`${refund.id}  ${printable(message)}`)
}
