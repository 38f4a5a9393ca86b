import { z } from 'zod'
import { listCircuits as readCircuits, storesWithCircuit } from '../../../db/stores/circuits.ts'
import { findStore } from '../../../db/stores/stores.ts'
import { taskName } from '../../../domain/public-ids.ts'
import { CIRCUIT_STATES } from '../../../payments/circuits/rules/circuit.ts'
import { WORK_SIGNAL } from '../../../payments/ports/context.ts'
import {
  CIRCUIT_NAMES,
  type CircuitOfStore,
  readCircuitsOfStore,
  tryCircuitNow,
} from '../../../payments/tasks/try-now.ts'
import { notFound, problem } from '../../../runtime/http/problem.ts'
import { listFields, storeIdField } from '../operator/list-schemas.ts'
import { scopeOfList } from '../operator/lists.ts'
import { byCircuit } from '../operator/locate.ts'
import { defineMerchantRoute, defineOperatorRoute, refuse } from '../route.ts'

const circuitView = z
  .object({
    name: z.enum(CIRCUIT_NAMES).meta({
      description:
        "`gateway`: the gateway account, which other stores may share. `store`: the store's shop.",
    }),
    state: z.enum(CIRCUIT_STATES).meta({
      description:
        '`closed`: requests succeed. `failing`: recent requests failed, and Puente still sends others. `open`: Puente sends nothing until `open_until`. `half_open`: Puente probes with one task. `paused`: Puente sends nothing until a person resumes it.',
    }),
    open_until: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time of the next probe, while `open`; otherwise `null`.' }),
    paused_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time of the pause; otherwise `null`.' }),
    failing_since: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time of the first failure; otherwise `null`.' }),
    last_error: z
      .string()
      .nullable()
      .meta({ description: 'Latest error; `null` without one.', example: 'gateway: HTTP 503' }),
    tasks_waiting: z.int().meta({
      description: 'Number of tasks of this store that are due or waiting for a retry.',
    }),
  })
  .meta({ id: 'Circuit' })

const viewOfCircuit = (circuit: CircuitOfStore): z.input<typeof circuitView> => ({
  name: circuit.name,
  state: circuit.state,
  open_until: circuit.openUntil?.toISOString() ?? null,
  paused_at: circuit.pausedAt?.toISOString() ?? null,
  failing_since: circuit.failingSince?.toISOString() ?? null,
  last_error: circuit.lastError,
  tasks_waiting: circuit.tasksWaiting,
})

const circuitList = z.object({ data: z.array(circuitView) }).meta({ id: 'CircuitList' })

const circuitOfStore = circuitView
  .extend({
    id: z.string().meta({ example: 'gateway:tienda' }),
    store_id: storeIdField,
    orders_waiting: z.int().meta({ description: 'Number of orders behind `tasks_waiting`.' }),
  })
  .meta({ id: 'CircuitOfStore' })

const MOST_STORES = 100

const listCircuits = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/circuits',
  operationId: 'listCircuits',
  tag: 'Circuits',
  scope: 'read',
  summary: 'List circuits that are not closed; for one store, both of its circuits',
  query: z.strictObject({ store_id: listFields.store_id }),
  answers: {
    200: {
      description: 'The circuits of at most 100 stores',
      schema: z.object({ data: z.array(circuitOfStore) }).meta({ id: 'CircuitsOfStores' }),
    },
  },
  problems: { 404: "No such store in the person's organizations" },
  handle: async (input) => {
    const { ctx, query } = input
    const scope = await scopeOfList(input, 'tasks', { ...query, limit: 1 })
    if (scope.outcome === 'refused') return scope.answer
    const names = (await readCircuits(ctx.db.query)).map(({ name }) => name)
    const { storeIds } = scope
    const isAll = query.store_id === undefined
    const shown = isAll
      ? await storesWithCircuit(ctx.db.query, { storeIds, names, limit: MOST_STORES })
      : storeIds
    const data: z.input<typeof circuitOfStore>[] = []
    for (const storeId of shown) {
      const store = await findStore(ctx.db.query, storeId)
      const circuits = store && (await readCircuitsOfStore(ctx.db.query, store, ctx.clock.now()))
      for (const circuit of circuits ?? []) {
        if (isAll && circuit.state === 'closed') continue
        const id = `${circuit.name}:${storeId}`
        const orders_waiting = circuit.ordersWaiting
        data.push({ ...viewOfCircuit(circuit), id, store_id: storeId, orders_waiting })
      }
    }
    return { status: 200, body: { data } }
  },
})

export const listCircuitsOfStore = defineMerchantRoute({
  method: 'get',
  path: '/v1/circuits',
  scope: 'read',
  operationId: 'listCircuits',
  tag: 'Tasks',
  summary: 'List the circuits of the gateway account and the shop',
  answers: { 200: { description: 'Both circuits, in any state', schema: circuitList } },
  problems: {},
  handle: async ({ ctx, store }) => {
    const circuits = await readCircuitsOfStore(ctx.db.query, store, ctx.clock.now())
    const body: z.input<typeof circuitList> = { data: circuits.map(viewOfCircuit) }
    return { status: 200, body }
  },
  acrossStores: listCircuits,
})

const circuitTried = z
  .object({
    circuit: circuitView,
    tried: z.string().meta({
      description: 'The task that runs now. The others follow once it succeeds.',
      example: 'tsk_12',
    }),
  })
  .meta({ id: 'CircuitTried' })

export const tryCircuitOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/circuits/{id}/try',
  scope: 'admin',
  operationId: 'tryCircuit',
  tag: 'Tasks',
  summary:
    'Probe the gateway account (`gateway`) or the shop (`store`) now: one waiting task runs, and the others follow if it succeeds',
  byPerson: {
    tag: 'Circuits',
    scope: 'checkout',
    locate: byCircuit,
    summary: 'Probe a gateway account (`gateway:STORE`) or a shop (`store:STORE`) now',
  },
  answers: {
    200: { description: 'The circuit and the task that probes it', schema: circuitTried },
  },
  problems: {
    404: 'There is no such circuit',
    409: 'No task waits for this circuit (`nothing_waits`)',
  },
  handle: async ({ ctx, store, id }) => {
    const name = CIRCUIT_NAMES.find((each) => each === id)
    if (!name) return refuse(notFound('There is no such circuit; use "gateway" or "store"'))
    const trying = { query: ctx.db.query, now: ctx.clock.now() }
    const outcome = await tryCircuitNow(trying, store, name)
    if (outcome.outcome === 'nothing-waits') {
      return refuse(
        problem({
          code: 'nothing_waits',
          title: `No task waits for the ${name}`,
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
