import { afterEach } from 'vitest'
import { settled } from './settled.ts'
import { useWooWorld } from './use-world.ts'
import { WOO_STORE, type WooWorld } from './woo-world.ts'
import { CARDS, eventually } from './world.ts'

export const SITE_FACTS = {
  site_url: 'http://127.0.0.1',
  plugin_version: '0.1.0',
  woocommerce_version: '10.0.2',
  wordpress_version: '6.9.1',
}

export const useWooShop = () => {
  const world = useWooWorld()
  afterEach(() => settled(world))

  const newOrder = (order: Parameters<WooWorld['woo']['newOrder']>[0] = {}) =>
    world.woo.newOrder(order).id
  const statusOf = (id: number) => world.woo.order(id).status
  const pay = async (id: number, card: string = CARDS.approved) => {
    const checkoutUrl = await world.checkoutOf(id)
    await world.pay(checkoutUrl, card)
    return checkoutUrl
  }
  const paid = async (order: Parameters<WooWorld['woo']['newOrder']>[0] = {}) => {
    const id = newOrder(order)
    await pay(id)
    await eventually(async () => world.woo.order(id).date_paid_gmt !== null)
    return id
  }
  const rowsOf = (id: number) =>
    world.woo
      .order(id)
      .refunds.map(({ id: row, amount, meta_data }) => [
        row,
        amount,
        meta_data.find(({ key }) => key === '_puente_refund')?.value ?? null,
      ])
  const refund = (id: number, row: number, amount: string, more: object = {}) =>
    world.plugin(
      'POST',
      `/v1/orders/${id}/refunds`,
      { amount, currency: 'HNL', reason: 'Roto', ...more },
      { headers: { 'idempotency-key': `woocommerce-refund-${row}` } },
    )
  const cancelRefund = (id: number, row: number) =>
    world.plugin('POST', `/v1/orders/${id}/refunds/cancel`, {
      idempotency_key: `woocommerce-refund-${row}`,
    })
  const openAlerts = async (): Promise<string[]> => {
    const { rows } = await world.puente.ctx.db.pool.query(
      'SELECT kind FROM alerts WHERE store_id = $1 AND closed_at IS NULL ORDER BY kind',
      [WOO_STORE],
    )
    return rows.map(({ kind }) => kind)
  }
  const orderAtPuente = async (id: number) => (await world.plugin('GET', `/v1/orders/${id}`)).body
  return {
    world,
    newOrder,
    statusOf,
    pay,
    paid,
    rowsOf,
    refund,
    cancelRefund,
    openAlerts,
    orderAtPuente,
  }
}
