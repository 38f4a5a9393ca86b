import { useStarted } from '../../../support/use-world.ts'
import { startStripeApi, WEBHOOK_SECRET } from '../../stripe/stripe-api.ts'
import { TO_STAND_IN } from '../../stripe/to-stand-in.ts'
import { installedVendure } from '../installed-vendure.ts'
import { startVendure } from '../running-vendure.ts'
import { vendureProgram } from '../vendure-program.ts'
import { createMethod } from '../vendure-shop.ts'
import type { Contender } from './contender.ts'

/** The newest version in the registry. */
export const STRIPE_PLUGIN = '3.5.6'
/** The version that the plugin asks for. */
const STRIPE_CLIENT = '13.11.0'

const IMPORTS = `${TO_STAND_IN}
const { StripePlugin } = require('@vendure/payments-plugin/package/stripe')`

/** A real Vendure with Vendure's own Stripe plugin, and a stand-in for Stripe. */
export const useStripeContender = (): Contender => useStarted(startStripeContender)

const startStripeContender = async (): Promise<Contender> => {
  const installed = await installedVendure({
    name: 'stripe-shop',
    program: vendureProgram(IMPORTS, 'StripePlugin.init({})'),
    line: `npm install @vendure/payments-plugin@${STRIPE_PLUGIN} stripe@${STRIPE_CLIENT}`,
  })
  let webhookUrl = ''
  const stripe = await startStripeApi(() => webhookUrl)
  const shop = await startVendure(installed, { STRIPE_URL: stripe.url })
  webhookUrl = `${shop.url}/payments/stripe`
  const settings = { apiKey: 'sk_test_of_the_test', webhookSecret: WEBHOOK_SECRET }
  await createMethod(shop.admin, 'stripe', settings, 'stripe')
  const intentsOf = (code: string) => stripe.intentsOf('orderCode', code)
  const paidIntents = (code: string) =>
    intentsOf(code).filter(({ status }) => status === 'succeeded')
  const newestOf = (code: string): string => {
    const id = paidIntents(code).at(-1)?.id
    if (id === undefined) throw new Error(`Order ${code} has no payment`)
    return id
  }
  return {
    name: 'Stripe plugin',
    shop,
    open: async (customer) => {
      const { activeOrder } = await customer.shop('{ activeOrder { state } }')
      if (!activeOrder) return undefined
      if (activeOrder.state !== 'ArrangingPayment')
        await customer.shop(
          'mutation { transitionOrderToState(state: "ArrangingPayment") { __typename } }',
        )
      const answer = await customer.shop('mutation { createStripePaymentIntent }')
      return String(answer.createStripePaymentIntent).replace('_secret', '')
    },
    pay: (intent) => stripe.pay(intent),
    payWithEvents: async (intent, _, times) => {
      await stripe.pay(intent, times)
    },
    deliver: stripe.deliver,
    forge: (code) => {
      const id = intentsOf(code).at(-1)?.id
      if (id === undefined) throw new Error(`Order ${code} has no intent`)
      return stripe.send(id, 'whsec_guessed')
    },
    kept: async (code) => intentsOf(code).reduce((sum, { id }) => sum + stripe.keptOf(id), 0),
    refundAtProvider: async (code, amount) => stripe.refund(newestOf(code), amount),
    settle: async () => {},
    // The client repeats a request once, with the same key.
    loseRefundAnswer: () => stripe.loseRefundAnswers(2),
    close: async () => {
      await shop.kill()
      await stripe.close()
    },
  }
}
