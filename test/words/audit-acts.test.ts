import { expect, it } from 'vitest'
import en from '../../dashboard/screens/audit/locales/en.json' with { type: 'json' }
import es from '../../dashboard/screens/audit/locales/es.json' with { type: 'json' }
import { merchantRoutes } from '../../src/http/api/merchant/routes.ts'
import { operatorRoutes } from '../../src/http/api/operator/routes.ts'

const acts = [...operatorRoutes, ...merchantRoutes]
  .filter(({ method, path }) => method !== 'get' && !path.endsWith('/order-views'))
  .map(({ operationId }) => operationId)

it.each([
  ['en', en],
  ['es', es],
] as const)('the audit log has a text for every act of the APIs (%s)', (_, texts) => {
  const named: Readonly<Record<string, string>> = texts.actions
  expect(acts.length).toBeGreaterThan(30)
  expect(acts.filter((act) => !named[act])).toEqual([])
})
