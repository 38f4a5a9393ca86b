import type { StoreRow } from '../../db/db.ts'
import {
  type CircuitRow,
  circuitName,
  listCircuits,
  markCircuits,
} from '../../db/stores/circuits.ts'
import { listStores } from '../../db/stores/stores.ts'
import { availabilityShownBy } from '../../gateway/outcomes.ts'
import { addMs, HOUR } from '../../runtime/clock.ts'
import { within } from '../../runtime/queue/within.ts'
import { hasRequestedWait } from '../circuits/rules/circuit.ts'
import type { PaymentsContext } from '../ports/context.ts'

const ANSWERS_WITHIN_MS = 4_000
/** All accounts share one gateway: a sample suffices. */
const MAX_PROBES = 5
/** Maximum age of the last failure: without a newer one, the next request of the account probes. */
const PROBED_FOR_MS = 24 * HOUR

/**
 * Probes the gateway (`GET /me`, 4.1) for failing accounts: waiting tasks resume within seconds,
 * and only lasting failures open an alert. Skips accounts that requested a wait.
 */
export const probeGateways = async (ctx: PaymentsContext): Promise<void> => {
  const { query } = ctx.db
  const now = ctx.clock.now()
  const failing = (await listCircuits(query)).filter(
    (circuit) =>
      circuit.name.startsWith('gateway:') &&
      !hasRequestedWait(circuit, now) &&
      circuit.updated_at > addMs(now, -PROBED_FOR_MS),
  )
  if (failing.length === 0) return
  const accounts = withStores(failing, await listStores(query))
  const probed = accounts
    .toSorted((one, other) => one.circuit.updated_at.getTime() - other.circuit.updated_at.getTime())
    .slice(0, MAX_PROBES)
  const answers = await Promise.all(probed.map(({ store }) => doesAnswer(ctx, store)))
  if (answers.some((answered) => answered)) {
    for (const { store } of accounts) {
      await ctx.circuits.probeSucceeded({ needs: 'gateway', storeId: store.id })
    }
    return
  }
  const names = accounts.map(({ circuit }) => circuit.name)
  await markCircuits(query, names, { updated_at: ctx.clock.now() })
}

interface Account {
  circuit: CircuitRow
  store: StoreRow
}

const withStores = (circuits: readonly CircuitRow[], stores: readonly StoreRow[]): Account[] => {
  const storeOf = new Map(stores.map((store) => [circuitName('gateway', store), store]))
  return circuits.flatMap((circuit) => {
    const store = storeOf.get(circuit.name)
    return store ? [{ circuit, store }] : []
  })
}

const doesAnswer = async (ctx: PaymentsContext, store: StoreRow): Promise<boolean> => {
  let works = false
  const gateway = ctx.gatewayOf(store, undefined, async (answer) => {
    works = availabilityShownBy(answer).works
  })
  await within(ANSWERS_WITHIN_MS, () => gateway.me()).catch(() => {})
  return works
}
