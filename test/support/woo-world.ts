import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { FAILED_REFUND_NOTICE_DELAY_MS } from '../../adapters/woocommerce/connect/connect-site.ts'
import type { woocommercePolicySchema } from '../../adapters/woocommerce/policy.ts'
import { signCall } from '../../adapters/woocommerce/signing.ts'
import { StoreId } from '../../src/domain/ids.ts'
import type { PolicyInput } from '../../src/payments/ports/policy.ts'
import { connectStore } from '../../src/payments/stores/connect-store.ts'
import { startWooStore, type WooStore } from './woocommerce/store.ts'
import { type Json, startWorld, type World } from './world.ts'

export const WOO_STORE = StoreId.parse('tienda-woo')
const PAIRING_SECRET = `pps_${Buffer.alloc(32, 5).toString('base64url')}`
const GATEWAY_SECRET = 'whsec_of_the_woo_store'

export interface PluginAnswer {
  status: number
  body: Json
}

export interface WooWorld extends World {
  woo: WooStore
  pairingSecret: string
  connect(credentials?: { pairing_secret: string; previous_pairing_secret?: string }): Promise<void>
  plugin(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    options?: PluginCallOptions,
  ): Promise<PluginAnswer>
  payRequest(orderId: number, way?: object, more?: object): object
  checkoutOf(orderId: number): Promise<string>
}

export interface PluginCallOptions {
  headers?: Record<string, string>
  secret?: string
  storeId?: string
  now?: Date
  nonce?: string
  tamperedBody?: string
}

export const startWooWorld = async ({
  policy,
  platform = {},
  settings = {},
  through,
}: {
  policy?: PolicyInput
  settings?: Record<string, string>
  platform?: z.input<typeof woocommercePolicySchema>
  through?: NonNullable<Parameters<typeof startWorld>[1]>['through']
} = {}): Promise<WooWorld> => {
  const world = await startWorld(
    { WOOCOMMERCE_ALLOW_PRIVATE_SITES: 'true', ...settings },
    through ? { through } : {},
  )
  const { ctx, sealer } = world.puente
  const woo = await startWooStore({
    storeId: WOO_STORE,
    pairingSecret: PAIRING_SECRET,
    now: () => ctx.clock.now(),
  })
  const connect: WooWorld['connect'] = async (pairing = { pairing_secret: PAIRING_SECRET }) => {
    const connected = await connectStore(
      {
        query: ctx.db.query,
        sealer,
        ids: ctx.ids,
        now: ctx.clock.now(),
        installation: ctx.cardPage,
      },
      {
        id: WOO_STORE,
        name: 'Café Woo',
        locale: 'es',
        secretKey: 'sk_test_sandbox',
        publishableKey: 'pk_test_sandbox',
        webhookSecret: GATEWAY_SECRET,
        notifyUrl: null,
        policy: { reconcile: { nightly: false }, ...policy, platform },
        platform: {
          name: 'woocommerce',
          connection: { site_url: woo.url, rest_url: woo.restUrl },
          failedRefundNoticeMs: FAILED_REFUND_NOTICE_DELAY_MS,
          credentials: {
            consumer_key: woo.consumerKey,
            consumer_secret: woo.consumerSecret,
            webhook_secret: 'the secret of the store webhooks',
            ...pairing,
          },
        },
      },
    )
    if (connected.outcome !== 'connected') throw new Error(connected.reason)
  }
  await connect()
  await world.control('/sandbox/endpoints', {
    environment: 'test',
    url: `${world.url}/webhooks/gateway/${WOO_STORE}`,
    secret: GATEWAY_SECRET,
  })

  const plugin: WooWorld['plugin'] = async (method, path, body, options = {}) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const signed = signCall({
      storeId: StoreId.parse(options.storeId ?? WOO_STORE),
      secret: options.secret ?? PAIRING_SECRET,
      now: options.now ?? new Date(),
      nonce: options.nonce ?? randomBytes(24).toString('base64url'),
      method,
      path,
      body: Buffer.from(text),
    })
    const sent = options.tamperedBody ?? text
    const response = await fetch(`${world.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...signed, ...options.headers },
      ...(sent ? { body: sent } : {}),
    })
    return { status: response.status, body: await response.json() }
  }

  const payRequest: WooWorld['payRequest'] = (orderId, way = { type: 'hosted' }, more = {}) => {
    const { id, order_key, status, currency, total, customer_id, line_items } = woo.order(orderId)
    const billing = { first_name: 'Ana', last_name: 'Mejía', email: 'ana@example.com' }
    const order = {
      id,
      number: `10${id}`,
      order_key,
      status,
      currency,
      total,
      customer_id,
      line_items,
      billing,
    }
    const success_url = `${woo.url}/gracias`
    return { order, success_url, cancel_url: `${woo.url}/carrito`, way, ...more }
  }

  return {
    ...world,
    woo,
    pairingSecret: PAIRING_SECRET,
    connect,
    plugin,
    payRequest,
    checkoutOf: async (orderId) => {
      const { body } = await plugin('POST', '/v1/woocommerce/checkouts', payRequest(orderId))
      const link = await fetch(body.url, { redirect: 'manual' })
      return link.headers.get('location') ?? ''
    },
    close: async () => {
      await world.close()
      await woo.close()
    },
  }
}
