import {
  type CircuitRow,
  changeCircuit,
  circuitName,
  forgetCircuit,
  listCircuits,
} from '../ledger/circuits.ts'
import { findStore } from '../ledger/stores.ts'
import type { TaskNeeds } from '../ledger/tables/tasks.ts'
import type { PaymentsContext } from '../payments/context.ts'
import { circuitAfterFailure, circuitAfterRefusal, isOpen } from './circuit-rule.ts'

/** Whom a task needs, and for which store. */
interface Need {
  needs: TaskNeeds
  storeId: string
}

/**
 * Circuit breakers: one for each shop and one for each gateway account. Whoever has failed several
 * times in a row is left alone for a while, and the tasks that need them wait in the ledger without
 * being tried. What every process knows is in the ledger; this one's view is a moment old.
 */
export interface Circuits {
  isOpen(need: Need): Promise<boolean>
  reached(need: Need): Promise<void>
  notReached(
    need: Need,
    failure: { detail: string; retryAfterMs?: number | undefined },
  ): Promise<void>
  /** They answered, with no. */
  refused(need: Need, failure: { detail: string }): Promise<void>
  /** Looks at what other processes have found. */
  refresh(): Promise<void>
}

export const createCircuits = (ctx: PaymentsContext): Circuits => {
  const { query } = ctx.ledger
  let failing = new Map<string, CircuitRow>()
  const names = new Map<string, string>()

  const nameOf = async ({ needs, storeId }: Need): Promise<string | undefined> => {
    if (needs === 'ledger') return undefined
    const key = `${needs}:${storeId}`
    const known = names.get(key)
    if (known) return known
    const store = await findStore(query, storeId)
    const name = circuitName(needs, store ?? { id: storeId, gateway_account: null })
    names.set(key, name)
    return name
  }

  return {
    isOpen: async (need) => {
      if (failing.size === 0) return false
      const circuit = failing.get((await nameOf(need)) ?? '')
      return circuit !== undefined && isOpen(circuit, ctx.clock.now())
    },
    reached: async (need) => {
      if (failing.size === 0) return
      const name = await nameOf(need)
      if (!name || !failing.delete(name)) return
      await forgetCircuit(query, name)
      ctx.log.info({ circuit: name }, 'circuit closed')
    },
    notReached: async (need, { detail, retryAfterMs }) => {
      const name = await nameOf(need)
      if (!name) return
      const now = ctx.clock.now()
      const before = failing.get(name)
      const circuit = await changeCircuit(query, name, (known) => ({
        ...circuitAfterFailure(known, { now, retryAfterMs }),
        last_error: detail,
      }))
      failing.set(name, circuit)
      if (isOpen(circuit, now) && !(before && isOpen(before, now))) {
        ctx.log.warn({ circuit: name, failures: circuit.failures }, 'circuit open')
      }
    },
    refused: async (need, { detail }) => {
      const name = await nameOf(need)
      if (!name) return
      const now = ctx.clock.now()
      const circuit = await changeCircuit(query, name, (known) => ({
        ...circuitAfterRefusal(known, now),
        last_error: detail,
      }))
      failing.set(name, circuit)
    },
    refresh: async () => {
      // A store that was connected anew may have another account.
      names.clear()
      failing = new Map((await listCircuits(query)).map((circuit) => [circuit.name, circuit]))
    },
  }
}
