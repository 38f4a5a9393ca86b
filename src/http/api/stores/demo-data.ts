import { hasOrders } from '../../../db/orders/orders.ts'
import type { StoreId } from '../../../domain/ids.ts'
import { type Problem, problem, problemWords } from '../../../runtime/http/problem.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { defineOperatorRoute, type OperatorInput, type OperatorRoute, refuse } from '../route.ts'
import { type DemoData, demoDataView } from './demo-data-port.ts'

const HAS_ORDERS: Problem = problem({ code: 'has_orders', ...problemWords('hasOrders') })

const NOT_OFFERED =
  'Demo data is not available: it needs a sandbox gateway, and never exists in production'

const offeredTo = ({ demoData, organizationIds }: OperatorInput): DemoData | undefined =>
  demoData && organizationIds.includes(demoData.organizationId) ? demoData : undefined

const readDemoData = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/demo-data',
  operationId: 'readDemoData',
  tag: 'Stores',
  scope: 'admin',
  summary: 'Read the progress of demo data',
  answers: { 200: { description: 'Progress of the demo data', schema: demoDataView } },
  problems: { 404: NOT_OFFERED },
  handle: async (input) => {
    const demoData = offeredTo(input)
    return demoData ? { status: 200, body: demoData.progress() } : refuse(NOT_FOUND)
  },
})

const makeDemoData = defineOperatorRoute({
  method: 'post',
  path: '/operator/v1/demo-data',
  operationId: 'makeDemoData',
  tag: 'Stores',
  scope: 'admin',
  summary: 'Create demo orders through the sandbox, once',
  answers: { 202: { description: 'Puente is creating the orders', schema: demoDataView } },
  problems: { 404: NOT_OFFERED, 409: 'The stores already have orders' },
  handle: async (input) => {
    const demoData = offeredTo(input)
    if (!demoData) return refuse(NOT_FOUND)
    if (demoData.progress().state !== 'running' && (await hasOrdersIn(input, input.storeIds))) {
      return refuse(HAS_ORDERS)
    }
    demoData.begin()
    return { status: 202, body: demoData.progress() }
  },
})

const hasOrdersIn = async ({ ctx: { db } }: OperatorInput, storeIds: readonly StoreId[]) => {
  for (const storeId of storeIds) if (await hasOrders(db.query, storeId)) return true
  return false
}

export const demoDataRoutes: readonly OperatorRoute[] = [readDemoData, makeDemoData]
