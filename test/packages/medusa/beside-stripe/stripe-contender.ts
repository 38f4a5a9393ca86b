import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { eventually } from '../../../support/eventually.ts'
import { type RedisServer, startRedis } from '../../../support/redis-server.ts'
import { useStarted } from '../../../support/use-world.ts'
import { startStripeApi, WEBHOOK_SECRET } from '../../stripe/stripe-api.ts'
import { TO_STAND_IN } from '../../stripe/to-stand-in.ts'
import { medusaFolder } from '../medusa-folder.ts'
import { SHOP_CONFIG } from '../medusa-program.ts'
import { freeAddress, startMedusa } from '../running-medusa.ts'
import type { Contender, Opened } from './contender.ts'

const PROVIDER = 'pp_stripe_stripe'
const TEMPLATE = 'medusa_with_stripe'

/** The client repeats a request once, with the same key. */
const TRIES = 2

/** Medusa's names of its queue of events. */
const EVENTS = { name: 'events-queue', prefix: 'RedisEventBusService' }

/** As Medusa's documents install its own provider, and its events for production. */
const CONFIG = `
const { defineConfig } = require('@medusajs/framework/utils')

module.exports = defineConfig({
  ${SHOP_CONFIG}
  modules: [{
    resolve: '@medusajs/medusa/event-bus-redis',
    options: { redisUrl: process.env.EVENTS_REDIS_URL },
  }, {
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

/** Waits until Medusa has applied the events that it acknowledged, or given them up. */
const applied = async (queue: Queue): Promise<void> => {
  const isApplied = async () =>
    (await queue.getJobCountByTypes('waiting', 'prioritized', 'delayed', 'active')) === 0
  await eventually(isApplied)
}

const startedRedis = async (): Promise<RedisServer> => {
  const redis = await startRedis()
  if (redis === undefined) throw new Error('The comparison needs redis-server on the PATH')
  return redis
}

const startStripeContender = async (): Promise<Contender> => {
  if (process.env.MEDUSA_FOLDER !== undefined)
    throw new Error('Two shops need two folders: use MEDUSA_ENGINE instead of MEDUSA_FOLDER')
  const redis = await startedRedis()
  const connection = new Redis(redis.url, { maxRetriesPerRequest: null })
  const queue = new Queue(EVENTS.name, { connection, prefix: EVENTS.prefix })
  const installed = await medusaFolder({ packages: {}, config: CONFIG, provider: PROVIDER })
  const preload = join(installed.folder, 'to-stand-in.cjs')
  writeFileSync(preload, TO_STAND_IN)
  const { port, url } = await freeAddress()
  const stripe = await startStripeApi(() => `${url}/hooks/payment/stripe_stripe`)
  const settings = {
    STRIPE_URL: stripe.url,
    EVENTS_REDIS_URL: redis.url,
    NODE_OPTIONS: `--require ${preload}`,
  }
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
      await applied(queue)
    },
    forge: async ({ id }) => {
      await stripe.send(id, 'whsec_guessed')
      await applied(queue)
    },
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
      await queue.close()
      connection.disconnect()
      await redis.stop()
    },
  }
}
