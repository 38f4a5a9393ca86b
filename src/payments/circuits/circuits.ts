import type { DbQuery } from '../../db/db.ts'
import {
  type CircuitChange,
  type CircuitRow,
  changeCircuit,
  circuitName,
  listCircuits,
} from '../../db/stores/circuits.ts'
import { findStore } from '../../db/stores/stores.ts'
import { isEndpointNeed } from '../../db/tables/tasks.ts'
import {
  firstHeldTask,
  makeTaskDue,
  type Party,
  releaseHeldTasks,
} from '../../db/tasks/held-tasks.ts'
import { addMs, MINUTE } from '../../runtime/clock.ts'
import type { Circuits, Dependency } from '../ports/circuits.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import {
  circuitAfterFailedCall,
  circuitAfterFailure,
  circuitAfterProbe,
  circuitAfterRefusal,
  circuitAfterSign,
  circuitAfterSuccess,
  isCircuitOpen,
} from './rules/circuit.ts'

/** A circuit opened or closed: each process refreshes its cache. */
export const CIRCUIT_SIGNAL = 'puente_circuit'

const REFRESH_AFTER_MS = 1_000

type CircuitContext = Pick<PaymentsContext, 'db' | 'clock' | 'signals' | 'log'>

export const createCircuits = (ctx: CircuitContext): Circuits => {
  const known = knownCircuits(ctx)
  const tools = { ...ctx, known, change: changer(ctx, known) }
  return {
    isOpen: async (need) => {
      const isHeld = async () => {
        const circuit = known.failing((await known.nameOf(need)) ?? '')
        return circuit !== undefined && isCircuitOpen(circuit, ctx.clock.now())
      }
      if (known.areAllClosed() || !(await isHeld())) return false
      // Claims skip tasks behind an open circuit: a claimed one may mean that the cache is stale.
      await known.refresh()
      return isHeld()
    },
    succeeded: (need, { isForced } = { isForced: false }) =>
      closeAfterSuccess(tools, need, isForced),
    skipped: (need, { isForced }) => letOneTry(tools, need, isForced),
    failed: (need, failure) => countFailure(tools, need, failure),
    refused: async (need, { detail }) => {
      const name = await known.nameOf(need)
      const now = ctx.clock.now()
      if (!name) return
      await tools.change(name, (latest) => ({
        ...circuitAfterRefusal(latest, now),
        last_error: detail,
      }))
    },
    throttled: async (need, { detail, retryAfterMs }) => {
      const name = await known.failingNameOf(need)
      const now = ctx.clock.now()
      if (!name) return
      await tools.change(
        name,
        (latest) =>
          latest && { ...circuitAfterFailure(latest, { now, retryAfterMs }), last_error: detail },
      )
    },
    directCallFailed: (need, failure) => noteFailedCall(tools, need, failure),
    probeSucceeded: (need) => tryOrCloseAfterProbe(tools, need),
    recordActivity: (need) => {
      tryAtSignOfLife(tools, need).catch((error) => {
        ctx.log.warn({ err: error, store: need.storeId }, 'sign of life not noted')
      })
    },
    refresh: known.refresh,
  }
}

const knownCircuits = ({ db: { query }, signals }: CircuitContext) => {
  let failing = new Map<string, CircuitRow>()
  let refreshedAtMs = Number.NEGATIVE_INFINITY
  let refreshing: Promise<void> | undefined
  const names = new Map<string, string>()
  signals.on(CIRCUIT_SIGNAL, () => {
    refreshedAtMs = Number.NEGATIVE_INFINITY
  })

  const load = async (): Promise<void> => {
    refreshedAtMs = performance.now()
    const circuits = await listCircuits(query)
    // A reconnected store may have another gateway account.
    names.clear()
    failing = new Map(circuits.map((circuit) => [circuit.name, circuit]))
  }
  const refresh = (): Promise<void> => {
    refreshing ??= load().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  const nameOf = async ({ needs, storeId }: Dependency): Promise<string | undefined> => {
    if (needs === 'db') return undefined
    const key = `${needs}:${storeId}`
    const known = names.get(key)
    if (known) return known
    const store = await findStore(query, storeId)
    const name = circuitName(needs, store ?? { id: storeId, gateway_account: null })
    names.set(key, name)
    return name
  }

  return {
    refresh,
    nameOf,
    failingNameOf: async (need: Dependency): Promise<string | undefined> => {
      if (performance.now() - refreshedAtMs >= REFRESH_AFTER_MS) await refresh()
      if (failing.size === 0) return undefined
      const name = await nameOf(need)
      return name && failing.has(name) ? name : undefined
    },
    failing: (name: string): CircuitRow | undefined => failing.get(name),
    areAllClosed: (): boolean => failing.size === 0,
    changed: (name: string, { after }: CircuitChange): void => {
      if (after) failing.set(name, after)
      else failing.delete(name)
    },
  }
}

type KnownCircuits = ReturnType<typeof knownCircuits>

const changer =
  ({ db: { query }, clock, signals, log }: CircuitContext, known: KnownCircuits) =>
  async (
    name: string,
    to: Parameters<typeof changeCircuit>[2],
    also?: Parameters<typeof changeCircuit>[3],
  ): Promise<CircuitChange> => {
    const changed = await changeCircuit(query, name, to, also)
    known.changed(name, changed)
    const now = clock.now()
    const [was, is] = [changed.before, changed.after].map(
      (each) => !!each && isCircuitOpen(each, now),
    )
    const isClosed = changed.before && !changed.after
    if (isClosed) log.info({ circuit: name }, 'circuit closed')
    if (was !== is || isClosed) {
      signals.send(CIRCUIT_SIGNAL)
      signals.send(WORK_SIGNAL)
    }
    return changed
  }

/**
 * Minimum outage of an endpoint whose end also releases what it refused. Shorter ones leave short
 * backoffs, and an endpoint that refuses one type recovers with each notification of another.
 */
const REFUSED_RELEASED_AFTER_MS = 10 * MINUTE

type Tools = CircuitContext & { known: KnownCircuits; change: ReturnType<typeof changer> }

const closeAfterSuccess = async (
  { clock, known, change }: Tools,
  need: Dependency,
  isForced: boolean,
): Promise<void> => {
  const name = await known.failingNameOf(need)
  const { needs } = need
  if (!name || needs === 'db') return
  const now = clock.now()
  await change(
    name,
    (latest) => latest && circuitAfterSuccess(latest, { now, isForced }),
    async (trx, { before: was, after: is }) => {
      if (!was || is) return
      const withRefused =
        isEndpointNeed(needs) && was.failing_since <= addMs(now, -REFUSED_RELEASED_AFTER_MS)
      await releaseHeldTasks(trx, { needs, circuit: name }, { now, withRefused })
    },
  )
}

/** Lets the next held task probe, because the previous one ended without a call. */
const letOneTry = async (
  { db: { query }, clock, signals, known }: Tools,
  need: Dependency,
  isForced: boolean,
): Promise<void> => {
  const name = await known.failingNameOf(need)
  const { needs, storeId } = need
  const circuit = name && known.failing(name)
  if (!circuit || needs === 'db') return
  const now = clock.now()
  if (isForced) {
    await hurryFirst(query, { needs, circuit: name, storeId }, { now, passesCircuit: true })
  } else if (!isCircuitOpen(circuit, now)) {
    await hurryFirst(query, { needs, circuit: name }, { now })
  }
  signals.send(WORK_SIGNAL)
}

const hurryFirst = async (
  query: DbQuery,
  holder: Party,
  how: { now: Date; passesCircuit?: boolean },
): Promise<void> => {
  const first = await firstHeldTask(query, holder, how.now)
  if (first !== undefined) await makeTaskDue(query, first, how)
}

const countFailure = async (
  { clock, log, known, change }: Tools,
  need: Dependency,
  { detail, retryAfterMs }: Parameters<Circuits['failed']>[1],
): Promise<void> => {
  const name = await known.nameOf(need)
  if (!name) return
  const now = clock.now()
  const { before, after } = await change(name, (latest) => ({
    ...circuitAfterFailure(latest, { now, retryAfterMs }),
    last_error: detail,
  }))
  if (after && isCircuitOpen(after, now) && !(before && isCircuitOpen(before, now))) {
    log.warn({ circuit: name, failures: after.failures }, 'circuit open')
  }
}

/** Debounces concurrent failures to one write per second. */
const noteFailedCall = async (
  { clock, known, change }: Tools,
  need: Dependency,
  { detail }: Parameters<Circuits['directCallFailed']>[1],
): Promise<void> => {
  const name = await known.nameOf(need)
  if (!name) return
  const now = clock.now()
  const noted = known.failing(name)?.updated_at.getTime()
  if (noted !== undefined && Math.abs(now.getTime() - noted) < REFRESH_AFTER_MS) return
  await change(name, (latest) => ({ ...circuitAfterFailedCall(latest, now), last_error: detail }))
}

const tryOrCloseAfterProbe = async (tools: Tools, need: Dependency): Promise<void> => {
  const { clock, known, change } = tools
  const name = await known.failingNameOf(need)
  if (!name || need.needs === 'db') return
  const now = clock.now()
  const holder = { needs: need.needs, circuit: name }
  if ((await firstHeldTask(tools.db.query, holder, now)) !== undefined) {
    return tryAtSignOfLife(tools, need)
  }
  await change(name, (latest) => latest && circuitAfterProbe(latest, now))
}

const tryAtSignOfLife = async (
  { clock, signals, log, known, change }: Tools,
  { needs, storeId }: Dependency,
): Promise<void> => {
  const name = await known.failingNameOf({ needs, storeId })
  const now = clock.now()
  const circuit = name === undefined ? undefined : known.failing(name)
  if (!name || needs === 'db' || !circuit || !circuitAfterSign(circuit, now)) return
  const hurry = (trx: DbQuery) => hurryFirst(trx, { needs, circuit: name }, { now })
  await change(name, (latest) => latest && circuitAfterSign(latest, now), hurry)
  signals.send(WORK_SIGNAL)
  log.info({ circuit: name }, 'sign of life: one task tries')
}
