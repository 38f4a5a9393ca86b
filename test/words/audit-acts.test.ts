import { expect, it } from 'vitest'
import { ACTS } from '../../dashboard/screens/audit/acts.ts'
import { merchantRoutes } from '../../src/http/api/merchant/routes.ts'
import { operatorRoutes } from '../../src/http/api/operator/routes.ts'

const acts = [...operatorRoutes, ...merchantRoutes]
  .filter(({ method, path }) => method !== 'get' && !path.endsWith('/order-views'))
  .map(({ operationId }) => operationId)

it.each(['en', 'es'] as const)(
  'the audit log has a text for every act of the APIs (%s)',
  (language) => {
    expect(acts.length).toBeGreaterThan(30)
    expect(acts.filter((act) => !ACTS[language][act])).toEqual([])
  },
)
