import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { cardColumns } from '../cards.ts'
import type { Sandbox } from '../context.ts'
import { customerKeyOf, findMethods, lockCustomer } from '../database/payment-methods.ts'
import type { PaymentMethodRow, Tables, TransactionRow } from '../database/tables.ts'
import { recordEvent } from '../webhooks/record-event.ts'

/** Saved card in list and event (2.5). */
export const paymentMethodObject = (method: PaymentMethodRow) => ({
  id: method.id,
  card_brand: method.card_brand,
  last_four: method.card_last_four,
  exp_month: method.card_exp_month,
  exp_year: method.card_exp_year,
  is_default: method.is_default,
})

/** Saves an approved card with the customer's consent (4.15); no-op without mode 3A. */
export const saveCard = async (
  trx: Transaction<Tables>,
  { sandbox, transaction }: { sandbox: Sandbox; transaction: TransactionRow },
): Promise<void> => {
  const holder = transaction.save_card_for
  if (!holder || !sandbox.profile.tokenized_charge) return
  const { environment } = transaction
  const customer = customerKeyOf(environment, holder)
  if (customer) await lockCustomer(trx, customer)
  const others = customer ? await findMethods(trx, customer) : []
  const method = await trx
    .insertInto('payment_methods')
    .values({
      id: `pm_${randomBytes(12).toString('hex')}`,
      environment,
      ...cardColumns(transaction),
      is_default: others.length === 0,
      customer_identity_number: holder.identity_number,
      customer_email: holder.email,
      created_at: sandbox.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvent(trx, {
    sandbox,
    type: 'payment_method.saved',
    environment,
    data: paymentMethodObject(method),
  })
}
