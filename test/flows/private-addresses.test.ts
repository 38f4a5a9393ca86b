import { expect, it } from 'vitest'
import { merchantOf, pass } from '../support/merchant.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually, type Json } from '../support/world.ts'

/** The test store runs on loopback, outside the allowed network. */
const world = useWorld({ STORE_NETWORKS: '10.0.0.0/8' })
const REFUSED =
  'localhost is not in the public internet: use an address that is, or have its network allowed (STORE_NETWORKS)'

it('a store whose notify address leads into Puente’s network is not called, and its notification says why', async () => {
  const { ctx } = world.puente
  const url = world.shop.url.replace('127.0.0.1', 'localhost')
  await ctx.db.query.updateTable('stores').set({ notify_url: url, orders_url: url }).execute()
  const merchant = merchantOf(world, { prefix: 'P' })
  const { id } = await merchant.paid()
  const notification = async (): Promise<Json> =>
    (await world.api('GET', `/v1/notifications?order_id=${id}`)).body.data[0]
  const failed = await eventually(async () => {
    const found = await notification()
    return found?.last_error && found
  })
  expect(failed).toMatchObject({ state: 'waiting', last_error: expect.stringContaining(REFUSED) })
  const alert = await eventually(async () => {
    await pass(world, 600)
    const { body } = await world.api('GET', '/v1/alerts')
    return body.data.find(({ kind }: Json) => kind === 'shop_unreachable' || kind === 'shop_paused')
  })
  expect(alert).toBeDefined()
  expect(world.shop.messages).toEqual([])
})

it('an address in an allowed network is accepted, and other private ones are refused', async () => {
  const set = (url: string) => world.api('PATCH', '/v1/store', { notify_url: url })
  expect((await set('http://10.1.2.3/hooks')).status).toBe(200)
  for (const host of [
    '127.0.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '[::ffff:192.168.0.1]',
    '[fd00::1]',
  ]) {
    const { status, body } = await set(`http://${host}/hooks`)
    expect([host, status, JSON.stringify(body.errors)]).toEqual([
      host,
      422,
      expect.stringContaining('notify_url'),
    ])
  }
})
