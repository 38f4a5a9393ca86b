import type { Failure } from '../../../gateway/outcomes.ts'
import type { CancelOutcome } from '../../../payments/orders/cancel-order.ts'
import { problem, problemWords } from '../../../runtime/http/problem.ts'
import { stateName } from '../../../texts/state-names.ts'
import { type Answer, refuse } from '../route.ts'
import { answerGatewayFailure } from './gateway-failure.ts'
import { refuseUnresolvedCharge } from './payment-refusals.ts'

/** Says why an order was not cancelled. */
export const refuseCancellation = (
  outcome: Exclude<CancelOutcome, { outcome: 'cancelled' }> | Failure,
  refuseUnknown: () => Answer,
): Answer => {
  switch (outcome.outcome) {
    case 'no-such-order':
      return refuseUnknown()
    case 'already-paid':
      return refuse(
        problem({
          code: 'order_already_paid',
          ...problemWords('cancelPaidOrder', (language) => ({
            order: outcome.order.external_id,
            status: stateName(outcome.order.status, language),
          })),
        }),
      )
    case 'charge-unresolved':
      return refuseUnresolvedCharge()
    default:
      return answerGatewayFailure(outcome, { of: 'request' })
  }
}
