import { COMMON_ANSWERS } from './common-answers.ts'
import type { AnswerStatus, ContractRoute, ResponseDescription } from './route.ts'
import { confirmRoutes } from './routes/confirm.ts'
import { merchantRouteDescriptions } from './routes/merchant.ts'
import { paymentMethodRoutes } from './routes/payment-methods.ts'
import { paymentRouteDescriptions } from './routes/payments.ts'
import { transactionRoutes } from './routes/transactions.ts'

/** Section 4. */
export const CONTRACT_ROUTES: readonly ContractRoute[] = [
  ...merchantRouteDescriptions,
  ...paymentRouteDescriptions,
  ...transactionRoutes,
  ...paymentMethodRoutes,
  ...confirmRoutes,
]

/**
 * Includes the common responses. Merges errors without a documented status (`4XX`) into 404 and 422
 * as well.
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
