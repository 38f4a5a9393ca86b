import { hondurasDayOf } from '../../contract/honduras-time.ts'
import type { StoreRow } from '../../db/db.ts'
import { listStores } from '../../db/stores/stores.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { policyOf } from '../../payments/ports/policy.ts'
import { beginReconciliation, stopReconciliation } from '../../payments/reconciliation/begin.ts'
import {
  type DiscrepancyView,
  type RunView,
  readDifferences,
  readRunView,
} from '../../payments/reconciliation/report.ts'
import { type DayWindow, dayAfter, MOST_DAYS } from '../../payments/reconciliation/window.ts'
import { orUndefined } from '../../runtime/failure.ts'
import { OTHERS_AFTER_MS, runToEnd } from '../reconcile/run-to-end.ts'

export interface ComparedStore {
  store: StoreId
  /** `undefined`: not begun. */
  run: RunView | undefined
  /** Why the store was not compared completely. */
  failure: string | undefined
  differences: DiscrepancyView[]
}

export interface Comparison {
  restoredFrom: Date
  /** Reports only. */
  dry: boolean
  /** Recovers payments that the gateway created since the backup. */
  recovers: boolean
  onProgress: (done: number, of: number) => void
}

/** Bounds open connections and the calls of an account. */
const AT_ONCE = 4

/**
 * Reconciles each store over the days of its nightly run before the backup, and the days since.
 * Payments of those days may have changed since the backup.
 */
export const compareStores = async (
  ctx: PaymentsContext,
  comparison: Comparison,
): Promise<ComparedStore[]> => {
  const stores = await listStores(ctx.db.query)
  // Customers may have the e-mails about what the gateway knows.
  const withoutMails = { ...ctx, mail: { ...ctx.mail, mailServer: undefined } }
  const compared = new Map<string, ComparedStore>()
  const left = stores.values()
  const work = async (): Promise<void> => {
    for (const store of left) {
      compared.set(store.id, await compareStore(withoutMails, store, comparison))
      comparison.onProgress(compared.size, stores.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return stores.flatMap(({ id }) => compared.get(id) ?? [])
}

const compareStore = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { restoredFrom, dry, recovers }: Comparison,
): Promise<ComparedStore> => {
  const { query } = ctx.db
  const notBegun = (failure: string): ComparedStore => ({
    store: store.id,
    run: undefined,
    failure,
    differences: [],
  })
  if (!canOpenSecrets(ctx, store)) return notBegun('SEALING_KEYS lacks the key of its secrets')
  const begin = () =>
    beginReconciliation(ctx, {
      store,
      window: windowOf(store, { restoredFrom, now: ctx.clock.now() }),
      dry,
      trigger: 'demand',
      firstStepAfterMs: OTHERS_AFTER_MS,
      lostSince: recovers ? restoredFrom : undefined,
    })
  let begun = await begin()
  if (begun.outcome === 'already-running' && begun.run) {
    // The backup's nightly run, or that of a killed command. It knows nothing of the restore.
    await stopReconciliation(ctx, { store, runId: begun.run.id })
    begun = await begin()
  }
  if (begun.outcome !== 'begun') {
    return notBegun(begun.outcome === 'refused' ? begun.reason : begun.outcome)
  }
  const ended = await runToEnd(ctx, begun.run)
  const run = await readRunView(query, ended, ctx.publicUrl)
  const differences: DiscrepancyView[] = []
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const page = await readDifferences(query, ended, {
      after,
      limit: PAGE,
      publicUrl: ctx.publicUrl,
    })
    differences.push(...page.data)
    after = page.next
  }
  return { store: store.id, run, failure: failureOf(run, differences), differences }
}

const PAGE = 500

const canOpenSecrets = (ctx: PaymentsContext, store: StoreRow): boolean =>
  orUndefined(() => ctx.gatewayOf(store)) !== undefined

const failureOf = (
  { state, reason, is_incomplete }: RunView,
  differences: readonly DiscrepancyView[],
): string | undefined => {
  if (state !== 'done') return reason ?? state
  if (is_incomplete) return 'the gateway did not list all of its payments'
  const { not_asked: cause } =
    differences.find(({ kind, details }) => kind === 'payment_unknown' && details.not_asked)
      ?.details ?? {}
  return cause === undefined ? undefined : `lost payments could not be read: ${cause}`
}

const windowOf = (
  store: StoreRow,
  { restoredFrom, now }: { restoredFrom: Date; now: Date },
): DayWindow => {
  const to = hondurasDayOf(now)
  const from = dayAfter(hondurasDayOf(restoredFrom), -policyOf(store).reconcile.days)
  const longest = dayAfter(to, 1 - MOST_DAYS)
  return { from: from > longest ? from : longest, to }
}
