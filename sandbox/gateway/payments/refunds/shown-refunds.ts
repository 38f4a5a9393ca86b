import { addMs } from '../../../../src/runtime/clock.ts'
import type { Sandbox } from '../../context.ts'
import type { SandboxPaymentRow } from '../../database/tables.ts'
import type { Profile } from '../../profile.ts'

const LAG_MS = {
  at_once: 0,
  after_five_minutes: 5 * 60_000,
  after_45_minutes: 45 * 60_000,
} as const satisfies Record<Profile['reversals_shown'], number>

type Showing = Pick<Sandbox, 'clock' | 'profile'>

/** Returns when GET and events show a void or refund made now. */
export const visibleFrom = ({ clock, profile }: Showing): Date | undefined =>
  profile.reversals_shown === 'at_once'
    ? undefined
    : addMs(clock.now(), LAG_MS[profile.reversals_shown])

export const asShown = async (
  { clock, profile, database: { query } }: Showing & Pick<Sandbox, 'database'>,
  rows: readonly SandboxPaymentRow[],
): Promise<SandboxPaymentRow[]> => {
  const ids = rows.flatMap(({ transaction_id }) => transaction_id ?? [])
  if (profile.reversals_shown === 'at_once' || ids.length === 0) return [...rows]
  const since = addMs(clock.now(), -LAG_MS[profile.reversals_shown])
  const refunds = await query
    .selectFrom('refunds')
    .select(['transaction_id', 'amount_minor'])
    .where('transaction_id', 'in', ids)
    .where('created_at', '>', since)
    .execute()
  const voided = await query
    .selectFrom('transactions')
    .select('id')
    .where('id', 'in', ids)
    .where('voided_at', '>', since)
    .execute()
  return rows.map((row) => {
    if (voided.some(({ id }) => id === row.transaction_id)) {
      return { ...row, status: 'paid', refunded_minor: 0n }
    }
    const hidden = refunds
      .filter(({ transaction_id }) => transaction_id === row.transaction_id)
      .reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
    if (hidden === 0n) return row
    const refunded_minor = row.refunded_minor - hidden
    const status = refunded_minor === 0n ? 'paid' : 'partially_refunded'
    return { ...row, status: row.status === 'disabled' ? 'disabled' : status, refunded_minor }
  })
}
