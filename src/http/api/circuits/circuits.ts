import type { z } from 'zod'
import { taskName } from '../../../domain/public-ids.ts'
import { WORK_SIGNAL } from '../../../payments/ports/context.ts'
import {
  CIRCUIT_NAMES,
  type CircuitOfStore,
  readCircuitsOfStore,
  tryCircuitNow,
} from '../../../payments/tasks/try-now.ts'
import { notFound, problem } from '../../../runtime/http/problem.ts'
import { byCircuit } from '../operator/locate.ts'
import { defineMerchantRoute, refuse } from '../route.ts'
import { circuitList, circuitTried, type circuitView } from './circuit-schemas.ts'

export const listCircuitsOfStore = defineMerchantRoute({
  method: 'get',
  path: '/v1/circuits',
  scope: 'read',
  operationId: 'listCircuits',
  tag: 'Tasks',
  summary: 'List the circuits of the gateway account and the shop',
  answers: { 200: { description: 'Both, however they are', schema: circuitList } },
  problems: {},
  handle: async ({ ctx, store }) => {
    const circuits = await readCircuitsOfStore(ctx.db.query, store, ctx.clock.now())
    return {
      status: 200,
      body: { data: circuits.map(viewOfCircuit) } satisfies z.input<typeof circuitList>,
    }
  },
})

export const tryCircuitOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/circuits/{id}/try',
  scope: 'admin',
  operationId: 'tryCircuit',
  tag: 'Tasks',
  summary:
    'Probe the gateway account (`gateway`) or the shop (`store`) now: one waiting task runs, and the others follow if it succeeds',
  byPerson: {
    path: '/operator/v1/circuits/{id}/try',
    tag: 'Circuits',
    scope: 'checkout',
    locate: byCircuit,
    summary: 'Probe a gateway account (`gateway:STORE`) or a shop (`store:STORE`) now',
  },
  answers: { 200: { description: 'It is tried now', schema: circuitTried } },
  problems: { 404: 'There is no such circuit', 409: 'No task of the store waits behind it' },
  handle: async ({ ctx, store, id }) => {
    const name = CIRCUIT_NAMES.find((each) => each === id)
    if (!name) return refuse(notFound('There is no such circuit: gateway, or store'))
    const trying = { query: ctx.db.query, now: ctx.clock.now() }
    const outcome = await tryCircuitNow(trying, store, name)
    if (outcome.outcome === 'nothing-waits') {
      return refuse(
        problem({
          status: 409,
          code: 'nothing_waits',
          title: `No task waits because the ${name} could not be reached`,
          retry: 'permanent',
        }),
      )
    }
    ctx.signals.send(WORK_SIGNAL)
    const circuits = await readCircuitsOfStore(trying.query, store, trying.now)
    const circuit = circuits.find((each) => each.name === name)
    return {
      status: 200,
      body: { circuit: circuit && viewOfCircuit(circuit), tried: taskName(outcome.task.id) },
    }
  },
})

export const viewOfCircuit = (circuit: CircuitOfStore): z.input<typeof circuitView> => ({
  name: circuit.name,
  state: circuit.state,
  open_until: circuit.openUntil?.toISOString() ?? null,
  paused_at: circuit.pausedAt?.toISOString() ?? null,
  failing_since: circuit.failingSince?.toISOString() ?? null,
  last_error: circuit.lastError,
  tasks_waiting: circuit.tasksWaiting,
})
