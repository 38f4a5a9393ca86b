import { z } from 'zod'
import { GATEWAY_LIMITS } from '../../../contract/create-payment.ts'
import { groupingKeyOf } from '../../../db/customers/customers.ts'
import type { Money } from '../../../domain/money.ts'
import { chargeCustomer, isKeyOfCharge } from '../../../payments/requests/charge-customer.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { toMoney } from '../../requests/typed-money.ts'
import { representCheckout } from '../checkouts/checkouts.ts'
import { refusePayment, refuseReusedKey } from '../checkouts/payment-refusals.ts'
import { checkoutResponse } from '../checkouts/schemas.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { byOrder } from '../operator/locate.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { reaches } from '../refunds/large-refunds.ts'
import { refuse } from '../route.ts'
import { cardsOfCustomer, NO_SUCH_CARD } from './customer-cards.ts'

const body = z
  .strictObject({
    payment_method: plainText(191).meta({
      description: 'A saved card of the customer.',
      example: 'pm_8f14e45fceea167a5a36dedd',
    }),
    amount: z.string().meta({
      description: 'A decimal string, in any common notation.',
      example: '320.50',
    }),
    currency: z.string().meta({ example: 'HNL' }),
    description: plainText(GATEWAY_LIMITS.descriptionLength).optional().meta({
      description: 'Reason for the charge.',
      example: 'Mensualidad de mayo',
    }),
  })
  .transform(({ amount, currency, ...rest }, context) => ({
    ...rest,
    amount: toMoney({ amount, currency }, context),
  }))
  .meta({ id: 'ChargeOfCustomer' })

/** A charge without the customer needs the same confirmation as a refund of the amount. */
const isFrom = (limits: readonly Money[], { amount }: { amount: Money }): boolean =>
  reaches(limits, { payment: { currency: amount.currency.code }, minor: amount.minor })

export const chargeCustomerByPerson = defineLocatedRoute({
  method: 'post',
  path: '/operator/v1/customers/{id}/charges',
  operationId: 'chargeCustomer',
  tag: 'Customers',
  scope: 'checkout',
  // A repetition may name an order whose customer was erased since.
  locate: byOrder,
  summary: 'Charge a saved card of a customer, and create an order that no shop knows',
  needsFreshSignIn: ({ largeRefunds, body: given }) => isFrom(largeRefunds, given),
  needsSecondFactor: ({ secondFactorRefunds: { from }, body: given }) =>
    from.length > 0 && isFrom(from, given),
  body,
  requiresIdempotencyKey: true,
  answers: {
    201: { description: 'The card was charged', schema: checkoutResponse },
    202: { description: 'The gateway has not confirmed the charge yet', schema: checkoutResponse },
    200: {
      description: 'The charge of an earlier request with this key',
      schema: checkoutResponse,
    },
  },
  problems: {
    402: 'The card was declined (`decline_code`)',
    404: "No such customer in the person's organizations, or no such card of the customer",
    409: 'Saved cards are not enabled for the account, an earlier charge with this key is open or was another one (`idempotency_key_reused`), or the store is frozen (`store_frozen`)',
    422: 'A field is not valid, or the gateway refused a field',
    502: "The gateway did not answer (`gateway_unreachable`, retry), or refused the store's key (`gateway_key_refused`)",
  },
  handle: async (input) => {
    const { ctx, store, row: order, idempotencyKey } = input
    const { payment_method: method, amount, description } = input.body
    const customerKey = await groupingKeyOf(ctx.db.query, order)
    if (!(await isKeyOfCharge(ctx, store, { method, idempotencyKey }))) {
      if (!customerKey) return refuse(NOT_FOUND)
      const found = await cardsOfCustomer(ctx, store, { key: customerKey })
      if (found.outcome === 'refused') return found.answer
      if (!found.cards.some(({ id }) => id === method)) return refuse(NO_SUCH_CARD)
    }
    const outcome = await chargeCustomer(ctx, store, {
      order,
      customerKey,
      amount,
      description: description ?? null,
      method,
      idempotencyKey,
    })
    switch (outcome.outcome) {
      case 'paid':
        return representCheckout(ctx, 201, outcome)
      case 'reused':
        return representCheckout(ctx, 200, outcome)
      case 'confirming':
      // No customer is present for a 3DS challenge (4.13).
      case 'authentication-required':
        return representCheckout(ctx, 202, outcome)
      case 'key-reused':
        return refuseReusedKey('customer, card, amount or description')
      default:
        return refusePayment(outcome, 'saved-card')
    }
  },
})
