import { NOT_FOUND } from '../operator/problems.ts'
import { defineOperatorRoute, type OperatorInput, type OperatorRoute, refuse } from '../route.ts'
import { type DemoData, demoDataView } from './demo-data-port.ts'

const NOT_OFFERED = 'Demo data is not available: it requires a sandbox gateway outside production'

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
    return demoData ? { status: 200, body: await demoData.progress() } : refuse(NOT_FOUND)
  },
})

const makeDemoData = defineOperatorRoute({
  method: 'post',
  path: '/operator/v1/demo-data',
  operationId: 'makeDemoData',
  tag: 'Stores',
  scope: 'admin',
  summary:
    'Create a month of demo orders through the sandbox; a repeated request adds missing ones',
  answers: { 202: { description: 'Puente is creating the orders', schema: demoDataView } },
  problems: { 404: NOT_OFFERED },
  handle: async (input) => {
    const demoData = offeredTo(input)
    if (!demoData) return refuse(NOT_FOUND)
    await demoData.begin()
    return { status: 202, body: await demoData.progress() }
  },
})

export const demoDataRoutes: readonly OperatorRoute[] = [readDemoData, makeDemoData]
