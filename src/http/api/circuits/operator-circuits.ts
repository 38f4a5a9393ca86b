import { z } from 'zod'
import { listCircuits as readCircuits, storesWithCircuit } from '../../../db/stores/circuits.ts'
import { findStore } from '../../../db/stores/stores.ts'
import { readCircuitsOfStore } from '../../../payments/tasks/try-now.ts'
import { listFields, storeIdField } from '../operator/list-schemas.ts'
import { scopeOfList } from '../operator/lists.ts'
import { defineOperatorRoute, type OperatorRoute } from '../route.ts'
import { circuitView } from './circuit-schemas.ts'
import { viewOfCircuit } from './circuits.ts'

const MOST_STORES = 100

const circuitOfStore = circuitView
  .extend({
    id: z.string().meta({ example: 'gateway:tienda' }),
    store_id: storeIdField,
    orders_waiting: z.int().meta({ description: 'The orders that `tasks_waiting` are about.' }),
  })
  .meta({ id: 'CircuitOfStore' })

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
      description: 'Those that are not closed, of the first 100 stores that have some',
      schema: z.object({ data: z.array(circuitOfStore) }).meta({ id: 'CircuitsOfStores' }),
    },
  },
  problems: { 404: 'The person has no such store' },
  handle: async (input) => {
    const { ctx, query } = input
    const scope = await scopeOfList(input, 'tasks', { ...query, limit: 1 })
    if (scope.outcome === 'refused') return scope.answer
    const names = (await readCircuits(ctx.db.query)).map(({ name }) => name)
    const { storeIds } = scope
    const about =
      query.store_id === undefined
        ? await storesWithCircuit(ctx.db.query, { storeIds, names, limit: MOST_STORES })
        : storeIds
    const data: z.input<typeof circuitOfStore>[] = []
    for (const storeId of about) {
      const store = await findStore(ctx.db.query, storeId)
      if (!store) continue
      for (const circuit of await readCircuitsOfStore(ctx.db.query, store, ctx.clock.now())) {
        if (query.store_id === undefined && circuit.state === 'closed') continue
        const id = `${circuit.name}:${store.id}`
        const orders_waiting = circuit.ordersWaiting
        data.push({ ...viewOfCircuit(circuit), id, store_id: store.id, orders_waiting })
      }
    }
    return { status: 200, body: { data } }
  },
})

export const circuitRoutes: readonly OperatorRoute[] = [listCircuits]
