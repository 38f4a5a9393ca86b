import { merchantOf, pass } from '../../../support/merchant.ts'
import { settled } from '../../../support/settled.ts'
import { NOTIFY_SECRET, type World } from '../../../support/world.ts'
import { notify } from '../../signed-by.ts'
import { useVendureShop } from '../vendure-shop.ts'
import type { Contender } from './contender.ts'

/** A real Vendure with the packed plugin, a real Puente and the sandbox gateway. */
export const usePuenteContender = (world: World): Contender => {
  const shop = useVendureShop(world)
  const merchant = merchantOf(world)

  const sendTo = async (code: string, secret: string): Promise<number> => {
    const { body: data } = await world.api('GET', `/v1/orders/${code}`)
    return notify(shop.notifyUrl, secret, { type: 'order.paid', data })
  }

  const pay = async (payUrl: string): Promise<boolean> => {
    const page = await fetch(payUrl, { redirect: 'manual' })
    const location = page.headers.get('location')
    return location !== null && (await world.pay(location)).status === 'approved'
  }

  /** A part-paid order has a second checkout for the rest. */
  const checkoutsOf = async (code: string): Promise<string[]> => {
    const ids = [code, `${code}~2`]
    const found = await Promise.all(ids.map((id) => world.api('GET', `/v1/orders/${id}`)))
    return ids.filter((_, index) => found[index]?.status === 200)
  }

  return {
    name: 'Puente plugin',
    get shop() {
      return shop
    },
    open: async (customer) => (await customer.checkout()).payUrl,
    pay,
    payWithEvents: async (payUrl, code, times) => {
      // Puente sends its own notification afterwards.
      await world.api('PATCH', '/v1/store', { notify_url: `${shop.url}/nowhere` })
      await pay(payUrl)
      await merchant.readWhen(code, ({ order }) => order.status === 'paid')
      await Promise.all(Array.from({ length: times }, () => sendTo(code, NOTIFY_SECRET)))
      await world.api('PATCH', '/v1/store', { notify_url: shop.notifyUrl })
    },
    deliver: async () => {
      for (;;) {
        await settled(world)
        const { body } = await world.api('GET', '/v1/notifications?state=waiting')
        if (body.data.length === 0) return
        await pass(world, 600)
      }
    },
    forge: (code) => sendTo(code, `whsec_${Buffer.alloc(24, 9).toString('base64')}`),
    kept: async (code) => {
      const kept = (await checkoutsOf(code)).map((id) => merchant.keptAtGateway(id))
      return Math.round((await Promise.all(kept)).reduce((sum, each) => sum + each, 0) * 100)
    },
    refundAtProvider: async (code, amount) => {
      const { payment } = await merchant.read(code)
      const { transaction_id } = payment
      await world.control('/sandbox/portal/refund', { transaction_id, amount: amount / 100 })
    },
    settle: async () => {
      await world.control('/sandbox/settle', {})
    },
    // The client repeats a request once, with the same key.
    loseRefundAnswer: (code) =>
      shop.proxy.next(`POST /v1/orders/${code}/refunds`, { kind: 'lost' }, { kind: 'lost' }),
    close: async () => {},
  }
}
