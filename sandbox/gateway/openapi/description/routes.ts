import { COMMON_ANSWERS } from './common-answers.ts'
import type { Answer, AnswerStatus, ContractRoute } from './route.ts'
import { confirmRoutes } from './routes/confirm.ts'
import { merchantRoutes } from './routes/merchant.ts'
import { paymentMethodRoutes } from './routes/payment-methods.ts'
import { paymentRoutes } from './routes/payments.ts'
import { transactionRoutes } from './routes/transactions.ts'

/** Section 4. */
export const CONTRACT_ROUTES: readonly ContractRoute[] = [
  ...merchantRoutes,
  ...paymentRoutes,
  ...transactionRoutes,
  ...paymentMethodRoutes,
  ...confirmRoutes,
]

/**
 * Includes the common responses. Merges errors without a documented status (`4XX`) into 404 and 422
 * as well.
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
