import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { useStarted } from '../../../support/use-world.ts'
import { startStripeApi, WEBHOOK_SECRET } from '../../stripe/stripe-api.ts'
import { TO_STAND_IN } from '../../stripe/to-stand-in.ts'
import { medusaFolder } from '../medusa-folder.ts'
import { SHOP_CONFIG } from '../medusa-program.ts'
import { freeAddress, startMedusa } from '../running-medusa.ts'
import type { Contender, Opened } from './contender.ts'

const PROVIDER = 'pp_stripe_stripe'
const TEMPLATE = 'medusa_with_stripe'

/** Milliseconds until Medusa has applied an event: it waits five seconds, then completes the cart. */
const APPLIED_MS = 10_000

/** The client repeats a request twice, with the same key. */
const TRIES = 3

/** As Medusa's documents install its own provider. */
const CONFIG = `
const { defineConfig } = require('@medusajs/framework/utils')

module.exports = defineConfig({
  ${SHOP_CONFIG}
  modules: [{
    resolve: '@medusajs/medusa/payment',
    options: { providers: [{ resolve: '@medusajs/medusa/payment-stripe', id: 'stripe', options: {
      apiKey: 'sk_test_of_the_test',
      webhookSecret: '${WEBHOOK_SECRET}',
      capture: true,
      automaticPaymentMethods: true,
    } }] },
  }],
})
`

/** A real Medusa with Medusa's own Stripe provider, and a stand-in for Stripe. */
export const useStripeContender = (): Contender => useStarted(startStripeContender)

const startStripeContender = async (): Promise<Contender> => {
  const installed = await medusaFolder({ packages: {}, config: CONFIG, provider: PROVIDER })
  const preload = join(installed.folder, 'to-stand-in.cjs')
  writeFileSync(preload, TO_STAND_IN)
  const { port, url } = await freeAddress()
  const stripe = await startStripeApi(() => `${url}/hooks/payment/stripe_stripe`)
  const settings = { STRIPE_URL: stripe.url, NODE_OPTIONS: `--require ${preload}` }
  const installation = { ...installed, provider: PROVIDER, template: TEMPLATE, port, settings }
  const shop = await startMedusa(installation)
  return {
    name: 'Stripe plugin',
    shop,
    open: async (cartId): Promise<Opened> => {
      const { data } = await shop.paymentSession(cartId)
      return { cartId, id: data.id, page: '' }
    },
    pay: ({ id }) => stripe.pay(id),
    payUnheard: async ({ id }) => stripe.payUnheard(id),
    payWithEvents: async ({ id }, times) => {
      await stripe.pay(id, times)
    },
    deliver: async () => {
      await stripe.deliver()
      await sleep(APPLIED_MS)
    },
    forge: ({ id }) => stripe.send(id, 'whsec_guessed'),
    kept: async (opened) => opened.reduce((sum, { id }) => sum + stripe.keptOf(id), 0),
    refundAtProvider: ({ id }, amount) => stripe.refund(id, amount),
    settle: async () => {},
    losingRefundAnswers: async (work) => {
      stripe.loseRefundAnswers(TRIES)
      await work()
      stripe.loseRefundAnswers(0)
    },
    close: async () => {
      await shop.close()
      await stripe.close()
    },
  }
}
