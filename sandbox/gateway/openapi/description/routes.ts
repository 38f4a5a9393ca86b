import { z } from 'zod'
import { confirmRoutes } from './confirm.ts'
import { coded, notShown, routeNotFoundError } from './errors.ts'
import { paymentMethodRoutes } from './payment-methods.ts'
import { paymentRouteDescriptions } from './payments.ts'
import type { AnswerStatus, ContractRoute, ResponseDescription } from './route.ts'
import { transactionRoutes } from './transactions.ts'

/** Section 4. */
export const CONTRACT_ROUTES: readonly ContractRoute[] = [
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
  ...paymentRouteDescriptions,
  ...transactionRoutes,
  ...paymentMethodRoutes,
  ...confirmRoutes,
]

const unauthenticated = z.looseObject({}).meta({
  id: 'Unauthenticated',
  description: 'Keys of this body: not shown.',
  example: { message: 'Localised text' },
})

/**
 * Responses of every route (5, 7), including some that the contract omits but any gateway returns.
 */
export const COMMON_ANSWERS = {
  '401': { description: 'No key, or none that is valid (7).', bodies: [unauthenticated] },
  '403': { description: 'Scopes of keys: not shown (5).' },
  '404': { description: 'The path is not in the router (7).', bodies: [routeNotFoundError] },
  '413': { description: 'The body is too large: not shown.' },
  '422': {
    description: 'The sandbox is not provisioned (5).',
    bodies: [coded('TerminalUnavailable', 'sandbox_terminal_unavailable')],
  },
  '429': { description: 'Rate limits: not shown (8).' },
  '500': { description: 'Gateway error, undocumented.' },
  '503': { description: 'The gateway is down: not shown.' },
} satisfies Partial<Record<AnswerStatus, ResponseDescription>>

/**
 * Includes the common responses, and merges errors without a documented status (`4XX`) into 404 and
 * 422.
 */
export const answersOf = (
  route: ContractRoute,
): Partial<Record<AnswerStatus, ResponseDescription>> => ({
  ...COMMON_ANSWERS,
  ...route.answers,
  '404': together(route.answers['404'], route.answers['4XX'], COMMON_ANSWERS['404']),
  '422': together(route.answers['422'], route.answers['4XX'], COMMON_ANSWERS['422']),
})

const together = (
  own: ResponseDescription | undefined,
  range: ResponseDescription | undefined,
  common: ResponseDescription,
): ResponseDescription => {
  const answers = [own, range?.bodies && range, common].filter((answer) => answer !== undefined)
  if (answers.length === 1) return common
  return {
    description: answers.map(({ description }) => description).join(' Or: '),
    bodies: answers.flatMap(({ bodies = [] }) => bodies),
  }
}
