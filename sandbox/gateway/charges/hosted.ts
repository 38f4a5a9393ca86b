import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Card } from '../cards.ts'
import type { Sandbox } from '../context.ts'
import { lockPayment } from '../database/payments.ts'
import type { CardHolder, PaymentRow, Tables, TransactionRow } from '../database/tables.ts'
import { priceWithTip } from '../payments/price-of-payment.ts'
import { type Payability, payabilityOf } from '../payments/states.ts'
import { type AttemptOutcome, attemptCharge, outcomeOf } from './attempt.ts'

export type ChargeOutcome =
  | AttemptOutcome
  | { kind: 'not-payable'; because: Exclude<Payability, 'payable'>; payment: PaymentRow }
  | { kind: 'no-such-payment' }

/**
 * Charges a payment as its customer would at the hosted checkout: mode 1, `gateway-api.md` 3. The
 * payment's row is locked while it decides, so that two customers, or one who clicks twice, pay
 * once.
 */
export const chargePayment = async (
  sandbox: Sandbox,
  charge: {
    paymentId: number
    card: Card
    /** A tip that the customer picked; ignored unless the payment lets the customer pick. */
    tipMinor?: bigint
    /** One per rendering of the form: sent twice, it answers what it answered first. */
    formKey?: string | undefined
    /** What the customer typed beside the card, to fill the form once more after a decline. */
    formFields?: Record<string, string>
    /** The customer wants the card kept ... */
    saveCard?: boolean
    /** ... under the identity typed here; else under the payment's `customer`. */
    holder?: CardHolder
  },
): Promise<ChargeOutcome> => {
  const outcome = await sandbox.database.query
    .transaction()
    .execute(async (trx): Promise<ChargeOutcome> => {
      const payment = await lockPayment(trx, charge.paymentId)
      if (!payment) return { kind: 'no-such-payment' }
      const repeated = await earlierAttempt(trx, { payment, formKey: charge.formKey })
      if (repeated) return outcomeOf(sandbox, { payment, transaction: repeated })
      const payability = payabilityOf(payment, sandbox.clock.now())
      if (payability !== 'payable') return { kind: 'not-payable', because: payability, payment }
      return attemptCharge(trx, {
        sandbox,
        payment,
        card: charge.card,
        price: priceWithTip(payment, charge.tipMinor),
        customerPresent: true,
        // Without one, the customer's way back from a challenge would not know the attempt.
        formKey: charge.formKey ?? randomUUID(),
        formFields: charge.formFields,
        saveCardFor: charge.saveCard ? (charge.holder ?? holderOf(payment)) : null,
      })
    })
  sandbox.wake()
  return outcome
}

const holderOf = (payment: PaymentRow): CardHolder => ({
  identity_number: payment.customer_identity_number,
  email: payment.customer_email,
})

const earlierAttempt = async (
  trx: Transaction<Tables>,
  { payment, formKey }: { payment: PaymentRow; formKey: string | undefined },
): Promise<TransactionRow | undefined> =>
  formKey === undefined
    ? undefined
    : trx
        .selectFrom('transactions')
        .selectAll()
        .where('payment_id', '=', payment.id)
        .where('form_key', '=', formKey)
        .executeTakeFirst()
