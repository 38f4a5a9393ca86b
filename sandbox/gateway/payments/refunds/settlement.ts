import { formatHondurasTime, parseHondurasTime } from '../../../../src/contract/honduras-time.ts'
import { addMs } from '../../../../src/runtime/clock.ts'
import type { Sandbox } from '../../context.ts'
import type { TransactionRow } from '../../database/tables.ts'
import type { Profile } from '../../profile.ts'

const DAY_MS = 24 * 60 * 60_000

/** Returns the next daily settlement (3). */
export const settlementAfter = (
  now: Date,
  { settlement_time }: Pick<Profile, 'settlement_time'>,
): Date => {
  const [today] = formatHondurasTime(now).split(' ')
  const settlement = parseHondurasTime(`${today} ${settlement_time}:00`)
  if (!settlement) throw new Error(`No time of day: ${settlement_time}`)
  return settlement > now ? settlement : addMs(settlement, DAY_MS)
}

export const isSettled = (transaction: Pick<TransactionRow, 'settles_at'>, now: Date): boolean =>
  transaction.settles_at !== null && transaction.settles_at <= now

export type RefundEligibility = 'open' | 'too_early' | 'too_late'

/** Applies the configured window, not only settlement (4.7). */
export const refundEligibility = (
  { paid_at, settles_at }: Pick<TransactionRow, 'paid_at' | 'settles_at'>,
  { profile, now }: { profile: Profile; now: Date },
): RefundEligibility => {
  const start = profile.refund_opens === 'after_charge' ? paid_at : settles_at
  if (!start) return 'too_early'
  const opens = addMs(start, profile.refund_opens_after_seconds * 1000)
  if (now < opens) return 'too_early'
  const days = profile.refund_window_days
  return days !== null && now >= addMs(opens, days * DAY_MS) ? 'too_late' : 'open'
}

export const settleNow = async ({ database, clock }: Sandbox): Promise<number> => {
  const now = clock.now()
  const { numUpdatedRows } = await database.query
    .updateTable('transactions')
    .set({ settles_at: now })
    .where('settles_at', '>', now)
    .where('status', 'in', ['paid', 'partially_refunded'])
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
