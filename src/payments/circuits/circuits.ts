import {
  type CircuitChange,
  type CircuitRow,
  changeCircuit,
  circuitName,
  listCircuits,
} from '../../db/circuits.ts'
import {
  firstHeldTask,
  letTaskThrough,
  releaseHeldTasks,
  releaseOneHeldTask,
} from '../../db/held-tasks.ts'
import { findStore } from '../../db/stores.ts'
import type { Circuits, Need } from '../circuit-port.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../context.ts'
import {
  circuitAfterFailure,
  circuitAfterRefusal,
  circuitAfterSign,
  circuitAfterSuccess,
  isOpen,
} from './rules/circuit.ts'

/** A circuit has opened or closed: look again. */
export const CIRCUIT_SIGNAL = 'puente_circuit'

const LOOK_AGAIN_AFTER_MS = 1_000

export const createCircuits = ({
  db: { query },
  clock,
  signals,
  log,
}: Pick<PaymentsContext, 'db' | 'clock' | 'signals' | 'log'>): Circuits => {
  let failing = new Map<string, CircuitRow>()
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  const names = new Map<string, string>()
  signals.on(CIRCUIT_SIGNAL, () => {
    lookedAtMs = Number.NEGATIVE_INFINITY
  })

  const look = async (): Promise<void> => {
    lookedAtMs = performance.now()
    const circuits = await listCircuits(query)
    // A store that was connected anew may have another account.
    names.clear()
    failing = new Map(circuits.map((circuit) => [circuit.name, circuit]))
  }
  const refresh = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }

  const nameOf = async ({ needs, storeId }: Need): Promise<string | undefined> => {
    if (needs === 'db') return undefined
    const key = `${needs}:${storeId}`
    const known = names.get(key)
    if (known) return known
    const store = await findStore(query, storeId)
    const name = circuitName(needs, store ?? { id: storeId, gateway_account: null })
    names.set(key, name)
    return name
  }
  /** The name of a circuit that is not closed, as far as is known here. */
  const failingNameOf = async (need: Need): Promise<string | undefined> => {
    if (performance.now() - lookedAtMs >= LOOK_AGAIN_AFTER_MS) await refresh()
    if (failing.size === 0) return undefined
    const name = await nameOf(need)
    return name && failing.has(name) ? name : undefined
  }

  const change = async (
    name: string,
    to: Parameters<typeof changeCircuit>[2],
    more?: Parameters<typeof changeCircuit>[3],
  ): Promise<CircuitChange> => {
    const changed = await changeCircuit(query, name, to, more)
    if (changed.after) failing.set(name, changed.after)
    else failing.delete(name)
    const now = clock.now()
    const [was, is] = [changed.before, changed.after].map((each) => !!each && isOpen(each, now))
    if (was !== is || (changed.before && !changed.after)) {
      signals.send(CIRCUIT_SIGNAL)
      signals.send(WORK_SIGNAL)
    }
    return changed
  }

  const signOfLife = async ({ needs, storeId }: Need): Promise<void> => {
    const name = await failingNameOf({ needs, storeId })
    const now = clock.now()
    const known = name === undefined ? undefined : failing.get(name)
    if (!name || needs === 'db' || !known || !circuitAfterSign(known, now)) return
    await change(name, (latest) => latest && circuitAfterSign(latest, now), {
      also: (trx) => releaseOneHeldTask(trx, { needs, circuit: name }, now),
    })
    signals.send(WORK_SIGNAL)
    log.info({ circuit: name }, 'sign of life: one task tries')
  }

  return {
    isOpen: async (need) => {
      const isHeld = async () => {
        const circuit = failing.get((await nameOf(need)) ?? '')
        return circuit !== undefined && isOpen(circuit, clock.now())
      }
      if (failing.size === 0 || !(await isHeld())) return false
      // It was handed over because somebody may know better.
      await refresh()
      return isHeld()
    },
    reached: async (need, { isWantedByPerson } = { isWantedByPerson: false }) => {
      const name = await failingNameOf(need)
      const { needs } = need
      if (!name || needs === 'db') return
      const now = clock.now()
      const { before, after } = await change(
        name,
        (known) => known && circuitAfterSuccess(known, { now, isWantedByPerson }),
        {
          also: async (trx, { before: was, after: is }) => {
            if (was && !is) await releaseHeldTasks(trx, { needs, circuit: name }, now)
          },
        },
      )
      if (before && !after) log.info({ circuit: name }, 'circuit closed')
    },
    notAsked: async (need, { isWantedByPerson }) => {
      const name = await failingNameOf(need)
      const { needs, storeId } = need
      const circuit = name && failing.get(name)
      if (!circuit || needs === 'db') return
      const now = clock.now()
      if (isWantedByPerson) {
        const next = await firstHeldTask(query, { needs, circuit: name, storeId }, now)
        if (next !== undefined) await letTaskThrough(query, next, now)
      } else if (!isOpen(circuit, now)) {
        await releaseOneHeldTask(query, { needs, circuit: name }, now)
      }
      signals.send(WORK_SIGNAL)
    },
    notReached: async (need, { detail, retryAfterMs }) => {
      const name = await nameOf(need)
      if (!name) return
      const now = clock.now()
      const { before, after } = await change(name, (known) => ({
        ...circuitAfterFailure(known, { now, retryAfterMs }),
        last_error: detail,
      }))
      if (after && isOpen(after, now) && !(before && isOpen(before, now))) {
        log.warn({ circuit: name, failures: after.failures }, 'circuit open')
      }
    },
    refused: async (need, { detail }) => {
      const name = await nameOf(need)
      if (!name) return
      const now = clock.now()
      await change(name, (known) => ({ ...circuitAfterRefusal(known, now), last_error: detail }))
    },
    askedToWait: async (need, { detail, retryAfterMs }) => {
      const name = await failingNameOf(need)
      if (!name) return
      const now = clock.now()
      await change(
        name,
        (known) =>
          known && { ...circuitAfterFailure(known, { now, retryAfterMs }), last_error: detail },
      )
    },
    signOfLife: (need) => {
      signOfLife(need).catch((error) => {
        log.warn({ err: error, store: need.storeId }, 'sign of life not noted')
      })
    },
    refresh,
  }
}
