import { mailsOfOrder } from '../../src/db/mails/customer-mails.ts'
import { getOrder } from '../../src/db/orders/orders.ts'
import type { OrderId } from '../../src/domain/ids.ts'
import type { CheckoutRequest } from '../../src/payments/ports/checkout-request.ts'
import type { PolicyInput } from '../../src/payments/ports/policy.ts'
import { orderMadeAtPuente } from './payment-request.ts'
import { settled } from './settled.ts'
import { eventually, TEST_STORE, type World } from './world.ts'

export const MAIL_FROM = 'pagos@puente.example'

/** Settings of a Puente that e-mails customers. */
export const mailSettings = (mail: { url: string }): Record<string, string> => ({
  ALERT_EMAIL_FROM: MAIL_FROM,
  SMTP_URL: mail.url,
})

/** Creates an order at Puente and pays it as a customer with an address. */
export const paidAtPuente = async (
  world: World,
  customer: CheckoutRequest['customer'] = { name: 'Ana Mejía', email: 'ana@example.hn' },
  more: Partial<CheckoutRequest> = {},
) => {
  const made = await orderMadeAtPuente(world, TEST_STORE, { customer, ...more })
  await world.pay(made.checkoutUrl)
  await eventually(async () => {
    const { status } = await getOrder(world.puente.ctx.db.query, made.order.id)
    return status === 'paid'
  })
  await settled(world)
  return made
}

export const mailRows = ({ puente: { ctx } }: World, orderId: OrderId) =>
  mailsOfOrder(ctx.db.query, orderId)

export const setPolicy = async ({ puente: { ctx } }: World, policy: PolicyInput): Promise<void> => {
  await ctx.db.query
    .updateTable('stores')
    .set({ policy: JSON.stringify(policy) })
    .where('id', '=', TEST_STORE)
    .execute()
}
