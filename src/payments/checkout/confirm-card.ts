import type { OrderRow, StoreRow } from '../../db/db.ts'
import type { ConfirmOutcome } from '../../gateway/confirm.ts'
import type { ConfirmRedirects } from '../attempts/creation-request.ts'
import { intendConfirmation } from '../attempts/intend-payment.ts'
import { confirmationOf } from '../attempts/kept-request.ts'
import { holdOrder } from '../orders/held-order.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { type ChargeOutcome, chargeOrder, type Refuse } from './charge-order.ts'

type TokenRefusal = Extract<ConfirmOutcome, { outcome: 'token-refused' }>

/** No publishable key in the store, or no embed base URL here. */
interface NotSetUp {
  outcome: 'not-set-up'
  missing: 'publishable-key' | 'embed-base-url'
}

const NO_KEY: NotSetUp = { outcome: 'not-set-up', missing: 'publishable-key' }

type Refusal =
  /** Used, unknown or from another environment: the customer retypes the card. */
  TokenRefusal | NotSetUp

export type ConfirmCardOutcome<Refused = never> = ChargeOutcome<Refusal | Refused>

/**
 * Charges a card typed into the gateway's fields (`gateway-api.md` 4.13). The amount is the
 * order's, never the browser's. A single-use token never charges twice. Does not read
 * `transaction_details`. `refuse` checks the locked order.
 */
export const confirmCard = async <Refused = never>(
  ctx: PaymentsContext,
  store: StoreRow,
  typed: {
    order: OrderRow
    token: string
    redirects: ConfirmRedirects
    refuse?: Refuse<Refused>
  },
): Promise<ConfirmCardOutcome<Refused>> => {
  const { order, token, redirects, refuse } = typed
  const { publishable_key: publishableKey } = store
  const obstacle = confirmObstacle(ctx, store)
  if (obstacle || !publishableKey) return obstacle ?? NO_KEY
  return chargeOrder<Refusal | Refused>(ctx, store, {
    externalId: order.external_id,
    lock: (trx) => holdOrder(trx, ctx, order.id),
    refuse,
    intend: (held, claim) => intendConfirmation(held, ctx, { store, redirects, claim }),
    send: async (payment, begin) => {
      const confirmation = { ...confirmationOf(payment), token, publishableKey }
      const answer = await ctx.gatewayOf(store, order.id).confirm(confirmation, begin)
      if (answer.outcome === 'approved') {
        return { outcome: 'charged', transactionId: answer.transactionId }
      }
      if (answer.outcome !== 'token-refused') return answer
      return { outcome: 'refused-as', refusal: answer, mayBeRepetition: true }
    },
  })
}

export const confirmObstacle = (
  { canConfirm }: Pick<PaymentsContext, 'canConfirm'>,
  { publishable_key: publishableKey }: StoreRow,
): NotSetUp | undefined => {
  if (!publishableKey) return NO_KEY
  return canConfirm ? undefined : { outcome: 'not-set-up', missing: 'embed-base-url' }
}
