import { onTestFinished } from 'vitest'
import type { RefundRow } from '../../src/db/db.ts'
import { currencyByCode } from '../../src/domain/currencies.ts'
import { type RefundId, StoreId } from '../../src/domain/ids.ts'
import type { PaymentsContext } from '../../src/payments/ports/context.ts'
import { approveRefund, rejectRefund } from '../../src/payments/refunds/decide-approval.ts'
import { setApprovalLimit } from '../../src/payments/stores/approval-limit.ts'

const NO_LIMIT = {
  approval_limit_minor: null,
  approval_limit_currency: null,
  former_approval_limit_minor: null,
  former_approval_limit_currency: null,
  former_approval_limit_until: null,
}

/**
 * Makes a store's refunds above an amount of cents wait for a second person until the test ends, or
 * until a call of the returned function.
 */
export const holdRefundsAbove = async (
  { db: { query }, clock }: PaymentsContext,
  { store, minor }: { store: string; minor: bigint },
): Promise<() => Promise<void>> => {
  const storeId = StoreId.parse(store)
  const currency = currencyByCode('HNL')
  if (!currency) throw new Error('HNL')
  await setApprovalLimit({ query, now: clock.now() }, { storeId, limit: { minor, currency } })
  const end = async (): Promise<void> => {
    await query.updateTable('stores').set(NO_LIMIT).where('id', '=', storeId).execute()
  }
  onTestFinished(end)
  return end
}

const approver = { kind: 'person', id: 'olga', name: 'Olga' } as const

/** Decides as a person who requested nothing. */
export const decideHeldRefund = async (
  ctx: PaymentsContext,
  { id: refundId }: { id: RefundId },
  decision: 'approve' | 'reject',
): Promise<RefundRow> => {
  const decided =
    decision === 'approve'
      ? await approveRefund(ctx, { refundId, approver, refundLimit: undefined })
      : await rejectRefund(ctx, { refundId, approver, why: 'Not agreed' })
  if (decided.outcome !== 'decided') throw new Error(decided.outcome)
  return decided.refund
}
