import type { z } from 'zod'
import type { OrderRow, PaymentRow } from '../../../db/db.ts'
import { findOrderOfStore } from '../../../db/orders/orders.ts'
import { confirmCard } from '../../../payments/checkout/confirm-card.ts'
import { notFound } from '../../../runtime/http/problem.ts'
import { viewOfOrder, viewOfPayment } from '../../../wire/order-view.ts'
import { type Answer, defineMerchantRoute, refuse } from '../route.ts'
import { refusePayment } from './payment-refusals.ts'
import { confirmRequest, confirmResponse } from './schemas.ts'

export const confirmOrder = defineMerchantRoute({
  method: 'post',
  path: '/v1/orders/{id}/confirm',
  scope: 'checkout',
  operationId: 'confirmOrder',
  tag: 'Orders',
  summary: "Charge the card that the customer entered in the gateway's card fields",
  body: confirmRequest,
  answers: {
    200: {
      description: 'The order is paid, or the customer must authenticate first',
      schema: confirmResponse,
    },
    202: {
      description: 'The gateway has not confirmed the charge yet',
      schema: confirmResponse,
    },
  },
  problems: {
    402: 'The card was declined (`decline_code`)',
    404: 'The store has no such order',
    409: 'The order was already charged (`order_already_paid`, `already_paid_at_gateway`) or cancelled (`order_cancelled`), an earlier charge has no known outcome yet (`charge_unresolved`, retry), the card fields are not set up (`card_fields_not_set_up`), or the store is frozen (`store_frozen`)',
    422: 'The token was already used or is not valid (`token_refused`), or the gateway refused the charge (`refused_by_gateway`)',
    502: "The gateway did not answer (`gateway_unreachable`, retry), or refused the store's key (`gateway_key_refused`)",
  },
  handle: async ({ ctx, store, id, body }) => {
    const order = await findOrderOfStore(ctx.db.query, store.id, id)
    if (!order) return refuse(notFound('The store has no such order'))
    const outcome = await confirmCard(ctx, store, {
      order,
      token: body.payment_token,
      redirects: { success: body.success_redirect_url, failed: body.failed_redirect_url },
    })
    switch (outcome.outcome) {
      case 'paid':
      case 'reused':
        return represent(200, outcome)
      case 'confirming':
        return represent(202, outcome)
      case 'authentication-required':
        return represent(200, outcome, outcome.authenticationUrl)
      default:
        return refusePayment(outcome, 'confirmation')
    }
  },
})

const represent = (
  status: number,
  { order, payment }: { order: OrderRow; payment: PaymentRow },
  authenticationUrl: string | null = null,
): Answer => ({
  status,
  body: {
    order: viewOfOrder(order),
    payment: viewOfPayment(payment),
    authentication_url: authenticationUrl,
  } satisfies Record<keyof z.input<typeof confirmResponse>, unknown>,
})
