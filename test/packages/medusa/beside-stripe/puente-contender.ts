import { merchantOf, pass } from '../../../support/merchant.ts'
import { settled } from '../../../support/settled.ts'
import { useStarted } from '../../../support/use-world.ts'
import { NOTIFY_SECRET, type World } from '../../../support/world.ts'
import { usePacked } from '../../packed.ts'
import { notify } from '../../signed-by.ts'
import { startMedusaShop } from '../medusa-shop.ts'
import { startPuenteProxy } from '../puente-proxy.ts'
import type { Contender, Opened } from './contender.ts'

const REFUND = /^POST .*\/refunds$/

const GUESSED_SECRET = `whsec_${Buffer.alloc(24, 9).toString('base64')}`

/** A real Medusa with the packed provider, a real Puente and the sandbox gateway. */
export const usePuenteContender = (world: World): Contender => {
  const node = usePacked('node')
  const provider = usePacked('medusa')
  const proxy = useStarted(() => startPuenteProxy(world.url))
  const shop = useStarted(() =>
    startMedusaShop(
      world,
      { node: node.tarball, medusa: provider.tarball },
      { PUENTE_URL: proxy.url },
    ),
  )
  const merchant = merchantOf(world)

  const sendTo = async ({ id }: Opened, secret: string): Promise<number> => {
    const { body: data } = await world.api('GET', `/v1/orders/${id}`)
    return notify(shop.notifyUrl, secret, { type: 'order.paid', data })
  }

  const notifyAt = (notify_url: string) => world.api('PATCH', '/v1/store', { notify_url })

  const pay = async ({ id, page }: Opened): Promise<boolean> => {
    const opened = await fetch(page, { redirect: 'manual' })
    const location = opened.headers.get('location')
    const isPaid = location !== null && (await world.pay(location)).status === 'approved'
    if (isPaid) await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    return isPaid
  }

  const payUnheard = async (opened: Opened): Promise<boolean> => {
    await notifyAt(`${shop.url}/nowhere`)
    return pay(opened)
  }

  return {
    name: 'Puente plugin',
    get shop() {
      return shop
    },
    open: async (cartId) => {
      const { id, data } = await shop.paymentSession(cartId)
      return { cartId, id, page: data.pay_url }
    },
    pay,
    payUnheard,
    payWithEvents: async (opened, times) => {
      await payUnheard(opened)
      await Promise.all(Array.from({ length: times }, () => sendTo(opened, NOTIFY_SECRET)))
    },
    deliver: async () => {
      await notifyAt(shop.notifyUrl)
      for (;;) {
        await settled(world)
        const { body } = await world.api('GET', '/v1/notifications?state=waiting')
        if (body.data.length === 0) return
        await pass(world, 600)
      }
    },
    forge: async (opened) => {
      await sendTo(opened, GUESSED_SECRET)
    },
    kept: async (opened) => {
      const kept = await Promise.all(opened.map(({ id }) => merchant.keptAtGateway(id)))
      return Math.round(kept.reduce((sum, each) => sum + each, 0) * 100)
    },
    refundAtProvider: async ({ id }, amount) => {
      const { payment } = await merchant.read(id)
      const { transaction_id } = payment
      await world.control('/sandbox/portal/refund', { transaction_id, amount: amount / 100 })
    },
    settle: async () => {
      await world.control('/sandbox/settle', {})
    },
    losingRefundAnswers: async (work) => {
      proxy.loseAnswers(REFUND)
      await work()
      proxy.mend()
    },
    close: async () => {},
  }
}
