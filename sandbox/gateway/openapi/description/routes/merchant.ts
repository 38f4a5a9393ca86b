import { notShown } from '../errors.ts'
import type { ContractRoute } from '../route.ts'

/** Section 4.1. */
export const merchantRouteDescriptions: readonly ContractRoute[] = [
  {
    method: 'get',
    path: '/me',
    base: 'v1',
    operationId: 'getMerchant',
    tag: 'Merchant',
    summary: 'The merchant that the key belongs to',
    description: 'Checks a key.',
    section: '4.1',
    answers: { '200': { description: 'The merchant. Body: not shown.', bodies: [notShown] } },
  },
]
