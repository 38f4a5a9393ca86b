import { MedusaError } from '@medusajs/framework/utils'
import type { PuenteFailure } from '@puente/node'

/** Turns a failure of Puente into an error that Medusa shows: 400 with the reason, or 500 if it may pass. */
export const errorOf = (failure: PuenteFailure): Error => {
  if (failure.code === 'card_declined')
    return new MedusaError(MedusaError.Types.NOT_ALLOWED, failure.problem.customer_message)
  if (failure.retry === 'retry' || failure.mayBeDone || failure.code === 'wrong_api_key')
    return new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `The payment service cannot be used right now. Try again. (${failure.message})`,
    )
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, failure.message)
}

export const isUnknownOrder = ({ code }: PuenteFailure): boolean =>
  code === 'not_found' || code === 'no_such_order'
