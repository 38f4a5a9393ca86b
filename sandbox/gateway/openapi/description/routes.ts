import { COMMON_ANSWERS } from './common-answers.ts'
import type { Answer, AnswerStatus, ContractRoute } from './route.ts'
import { confirmRoutes } from './routes/confirm.ts'
import { merchantRoutes } from './routes/merchant.ts'
import { paymentMethodRoutes } from './routes/payment-methods.ts'
import { paymentRoutes } from './routes/payments.ts'
import { transactionRoutes } from './routes/transactions.ts'

/** Every route of `gateway-api.md` 4. */
export const CONTRACT_ROUTES: readonly ContractRoute[] = [
  ...merchantRoutes,
  ...paymentRoutes,
  ...transactionRoutes,
  ...paymentMethodRoutes,
  ...confirmRoutes,
]

/**
 * The answers of a route, those that every route can give among them. An error whose status is not
 * shown (`4XX`) can come with 404 and 422 as well, where a route has answers of its own.
 */
export const answersOf = (route: ContractRoute): Partial<Record<AnswerStatus, Answer>> => ({
  ...COMMON_ANSWERS,
  ...route.answers,
  '404': together(route.answers['404'], route.answers['4XX'], COMMON_ANSWERS['404']),
  '422': together(route.answers['422'], route.answers['4XX'], COMMON_ANSWERS['422']),
})

const together = (own: Answer | undefined, range: Answer | undefined, common: Answer): Answer => {
  const answers = [own, range?.bodies && range, common].filter((answer) => answer !== undefined)
  if (answers.length === 1) return common
  return {
    description: answers.map(({ description }) => description).join(' Or: '),
    bodies: answers.flatMap(({ bodies = [] }) => bodies),
  }
}
