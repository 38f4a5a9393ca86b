import { connect } from 'node:net'
import tls from 'node:tls'
import { z } from 'zod'
import { connectSite } from '../../adapters/woocommerce/connect/connect-site.ts'
import { pairingCode } from '../../adapters/woocommerce/connect/pairing.ts'
import { StoreId } from '../../src/domain/ids.ts'
import type { PolicyInput } from '../../src/payments/ports/policy.ts'
import { type WooShop, wooShop } from '../adapters/woocommerce-shop.ts'
import { callGateway } from '../support/merchant.ts'
import { type Json, startWorld, type World } from '../support/world.ts'

const STORE = 'cafe'
const PAIRING_SECRET = `pps_${Buffer.alloc(32, 9).toString('base64url')}`
const GATEWAY_SECRET = 'whsec_of_the_cafe'

const {
  WOO_URL,
  WOO_HTTPS_URL,
  WOO_KEY,
  WOO_SECRET,
  WOO_ADMIN,
  WOO_ADMIN_PASS,
  WOO_CUSTOMER,
  WOO_CUSTOMER_PASS,
  WOO_PRODUCT_ID = '10',
} = process.env

/** `undefined` if incomplete. */
export const givenShop =
  WOO_URL && WOO_KEY && WOO_SECRET && WOO_ADMIN && WOO_ADMIN_PASS
    ? {
        url: WOO_URL,
        /** The shop over https, which some gateway features require. */
        httpsUrl: WOO_HTTPS_URL,
        keys: { consumer_key: WOO_KEY, consumer_secret: WOO_SECRET },
        admin: { user: WOO_ADMIN, password: WOO_ADMIN_PASS },
        customer:
          WOO_CUSTOMER && WOO_CUSTOMER_PASS
            ? { user: WOO_CUSTOMER, password: WOO_CUSTOMER_PASS }
            : undefined,
        productId: Number(WOO_PRODUCT_ID),
      }
    : undefined

export type GivenShop = NonNullable<typeof givenShop>

export interface RealShop {
  world: World
  shop: WooShop
  /** Returns the pairing code. */
  connect(siteUrl: string, policy?: PolicyInput, storeId?: string): Promise<string>
  /** Creates an order of 100.00. */
  orderToPay(order?: Record<string, unknown>): Promise<{ id: number; payUrl: string }>
  atGateway(orderId: number): Promise<Json[]>
  webhooks(): Promise<number[]>
  close(): Promise<void>
}

export const startRealShop = async (
  given: GivenShop,
  settings: Record<string, string> = {},
): Promise<RealShop> => {
  const world = await startWorld({ WOOCOMMERCE_ALLOW_PRIVATE_SITES: 'true', ...settings })
  const { ctx, sealer } = world.puente
  const shop = wooShop({
    restUrl: `${given.url}/wp-json/`,
    consumerKey: given.keys.consumer_key,
    consumerSecret: given.keys.consumer_secret,
    pairingSecret: PAIRING_SECRET,
    storeId: StoreId.parse(STORE),
    productId: given.productId,
  })
  await world.control('/sandbox/endpoints', {
    environment: 'test',
    url: `${world.url}/webhooks/gateway/${STORE}`,
    secret: GATEWAY_SECRET,
  })
  return {
    world,
    shop,
    connect: async (siteUrl, policy = {}, storeId = STORE) => {
      if (siteUrl.startsWith('https:')) await trustCertificateOf(siteUrl)
      const connected = await connectSite(
        {
          query: ctx.db.query,
          sealer,
          ids: ctx.ids,
          now: ctx.clock.now(),
          installation: ctx.cardPage,
        },
        {
          id: StoreId.parse(storeId),
          name: 'Café Copán',
          locale: 'en',
          secretKey: 'sk_test_sandbox',
          publishableKey: 'pk_test_sandbox',
          webhookSecret: GATEWAY_SECRET,
          policy: { reconcile: { nightly: false }, ...policy },
          site: { site_url: siteUrl, rest_url: `${siteUrl}/wp-json/` },
          credentials: {
            ...given.keys,
            pairing_secret: PAIRING_SECRET,
            webhook_secret: 'the secret of the webhooks of the shop',
          },
        },
      )
      if (connected.outcome !== 'connected') throw new Error(connected.reason)
      const pairing = {
        publicUrl: world.url,
        storeId: StoreId.parse(storeId),
        pairingSecret: PAIRING_SECRET,
      }
      return pairingCode(pairing)
    },
    orderToPay: async (order) => {
      const id = Number(await shop.placed(order))
      const read = await shop.rest.get(`orders/${id}`, z.object({ payment_url: z.string() }))
      if (read.outcome !== 'done') throw new Error(read.detail)
      return { id, payUrl: read.value.payment_url }
    },
    atGateway: async (orderId) => {
      const path = `/v1/payments?external_reference=${orderId}`
      return (await callGateway(world, 'GET', path)).data.toReversed()
    },
    webhooks: () => webhooksOf(shop, world.url),
    close: async () => {
      await removeWebhooks(shop, world.url)
      await world.close()
    },
  }
}

/** The shop outlives this Puente. */
const removeWebhooks = async (shop: WooShop, puenteUrl: string): Promise<void> => {
  for (const id of await webhooksOf(shop, puenteUrl)) {
    await shop.rest.delete(`webhooks/${id}`, z.unknown(), { force: 'true' })
  }
}

const webhooksOf = async ({ rest }: WooShop, puenteUrl: string): Promise<number[]> => {
  const webhook = z.object({ id: z.number(), delivery_url: z.string() })
  const listed = await rest.get('webhooks', z.array(webhook), { per_page: 100 })
  if (listed.outcome !== 'done') throw new Error(listed.detail)
  return listed.value.flatMap(({ id, delivery_url }) =>
    delivery_url.startsWith(puenteUrl) ? id : [],
  )
}

/** A test shop has a self-signed certificate, which Puente would reject. */
const trustCertificateOf = async (url: string): Promise<void> => {
  const { hostname, port } = new URL(url)
  const certificate = await new Promise<Buffer>((resolve, reject) => {
    const socket = tls.connect(
      { socket: connect(Number(port || 443), hostname), rejectUnauthorized: false },
      () => {
        resolve(socket.getPeerCertificate().raw)
        socket.end()
      },
    )
    socket.on('error', reject)
  })
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  const pem = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n')
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), pem])
}
