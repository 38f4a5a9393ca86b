import { useStarted } from '../../../support/use-world.ts'
import { installedVendure } from '../installed-vendure.ts'
import { startVendure } from '../running-vendure.ts'
import { vendureProgram } from '../vendure-program.ts'
import { createMethod } from '../vendure-shop.ts'
import type { Contender } from './contender.ts'
import { type StripeApi, startStripeApi, WEBHOOK_SECRET } from './stripe-api.ts'

/** The newest version in the registry. */
export const STRIPE_PLUGIN = '3.5.6'
/** The version that the plugin asks for. */
const STRIPE_CLIENT = '13.11.0'

/** Sends what the client sends to Stripe to the stand-in, which speaks plain HTTP. */
const IMPORTS = `
const { StripePlugin } = require('@vendure/payments-plugin/package/stripe')
const http = require('node:http')
const https = require('node:https')
const secure = https.request
https.request = (options, ...others) => {
  if (options.host !== 'api.stripe.com') return secure(options, ...others)
  const { agent, protocol, ...kept } = options
  const { hostname, port } = new URL(process.env.STRIPE_URL)
  const request = http.request({ ...kept, host: hostname, port }, ...others)
  request.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => socket.emit('secureConnect'))
  })
  return request
}`

/** A real Vendure with Vendure's own Stripe plugin, and a stand-in for Stripe. */
export const useStripeContender = (): Contender => useStarted(startStripeContender)

const startStripeContender = async (): Promise<Contender> => {
  const installed = await installedVendure({
    name: 'stripe-shop',
    program: vendureProgram(IMPORTS, 'StripePlugin.init({})'),
    line: `npm install @vendure/payments-plugin@${STRIPE_PLUGIN} stripe@${STRIPE_CLIENT}`,
  })
  let webhookUrl = ''
  const stripe: StripeApi = await startStripeApi(() => webhookUrl)
  const shop = await startVendure(installed, { STRIPE_URL: stripe.url })
  webhookUrl = `${shop.url}/payments/stripe`
  const settings = { apiKey: 'sk_test_of_the_test', webhookSecret: WEBHOOK_SECRET }
  await createMethod(shop.admin, 'stripe', settings, 'stripe')
  const paidIntents = (code: string) => stripe.intentsOf(code).filter(({ isPaid }) => isPaid)
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
    pay: async (intent) => {
      await stripe.pay(intent)
      return true
    },
    payWithEvents: (intent, _, times) => stripe.pay(intent, times),
    deliver: stripe.deliver,
    forge: (code) => {
      const id = stripe.intentsOf(code).at(-1)?.id
      if (id === undefined) throw new Error(`Order ${code} has no intent`)
      return stripe.send(id, 'whsec_guessed')
    },
    kept: async (code) =>
      paidIntents(code).reduce((sum, { amount, refunded }) => sum + amount - refunded, 0),
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
