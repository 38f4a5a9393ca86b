import { hondurasDayOf } from '../../src/contract/honduras-time.ts'
import type { Json } from '../support/world.ts'
import { quiet } from './until-quiet.ts'
import type { ChaosWorld } from './world/chaos-world.ts'

const DAY_MS = 24 * 60 * 60_000
const TRIES = 20

/** Conflicts stay on each report until an operator resolves them. */
const needsOperator = ({ kind, payment_id }: Json): boolean =>
  kind === 'paid_twice' ||
  kind === 'paid_after_cancellation' ||
  // The order was paid with another amount; no single payment is off.
  (kind === 'amount_drift' && payment_id === null)

/**
 * Reconciles all days and returns the differences that Puente would still repair. A dry run hides
 * nothing from the verdict.
 */
export const finalReconciliation = async (world: ChaosWorld): Promise<string[]> => {
  const now = Date.now()
  const window = {
    from: hondurasDayOf(new Date(now - DAY_MS)),
    to: hondurasDayOf(new Date(now + world.clocks.puenteOffsetMs())),
  }
  const begun = await begin(world, window)
  if (begun.status !== 202) return [`no reconciliation: ${JSON.stringify(begun.body)}`]
  await quiet(world)
  const { body: report } = await world.api('GET', `/v1/reconciliations/${begun.body.id}`)
  if (report.state !== 'done') return [`the reconciliation is ${report.state}`]
  const differences: Json[] = report.differences.data
  return differences
    .filter((difference) => difference.action !== 'counted' && !needsOperator(difference))
    .map((difference) => `a reconciliation still finds ${JSON.stringify(difference)}`)
}

/** Retries during the nightly run, as only one may run. */
const begin = async (world: ChaosWorld, window: { from: string; to: string }) => {
  for (let tries = 1; ; tries++) {
    const begun = await world.api('POST', '/v1/reconciliations', { ...window, dry: true })
    if (begun.status !== 409 || tries === TRIES) return begun
    await quiet(world)
  }
}
