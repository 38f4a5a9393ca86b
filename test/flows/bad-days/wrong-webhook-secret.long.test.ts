import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { commandOf, settingsOf } from '../../support/command.ts'
import { type Merchant, merchantOf } from '../../support/merchant.ts'
import { useAlertedWorld } from '../../support/use-world.ts'
import { connectTestStore, eventually, type Json } from '../../support/world.ts'

const RIGHT_SECRET = 'whsec_of_the_portal'
const STORE = 'otra'
/** TTL of cached secrets. */
const TAKEN_WITHIN_MS = 1_100

let apiKey: string
let merchant: Merchant
const world = useAlertedWorld()
beforeAll(async () => {
  apiKey = await connectTestStore(world.puente, {
    id: STORE,
    notifyUrl: world.shop.url,
    more: { webhookSecret: 'whsec_that_is_mistyped' },
  })
  merchant = merchantOf(world, { apiKey, prefix: 'SECRET' })
  await world.control('/sandbox/endpoints', {
    environment: 'test',
    url: `${world.url}/webhooks/gateway/${STORE}`,
    secret: RIGHT_SECRET,
  })
})

const puente = () => commandOf('puente', () => settingsOf(world))
const health = async (): Promise<Json> =>
  (await world.api('GET', '/v1/webhook-health', undefined, { authorization: `Bearer ${apiKey}` }))
    .body

describe('a webhook secret that was mistyped', () => {
  it('a mistyped secret sends one message within 15 minutes, its command fixes it, and the refused events are applied', async () => {
    const asked = await merchant.open()
    await world.pay(asked.checkoutUrl)
    await world.pass(15 * 60, 30)
    expect((await merchant.read(asked.id)).order.status).toBe('paid')
    await eventually(async () => world.mails.length > 0 && world.signed.length > 0)
    expect(world.received()).toEqual([['alert.opened', 'webhooks_stopped']])

    const { data } = JSON.parse(
      (await puente()('alerts', 'list', '--store', STORE, '--json')).stdout,
    )
    const cure = /puente (stores rotate webhook-secret --id \S+ --webhook-secret) SECRET/.exec(
      data[0].details.cure,
    )
    const [name = '', ...args] = (cure?.[1] ?? '').split(' ')
    const refused = await merchant.open()
    await world.pay(refused.checkoutUrl)
    const rotated = await puente()(name, ...args, RIGHT_SECRET)
    expect(rotated.exitCode, rotated.stderr).toBe(0)

    await sleep(TAKEN_WITHIN_MS)
    await world.pass(150, 30)
    await merchant.readWhen(refused.id, ({ order }) => order.status === 'paid')
    await eventually(async () => (await health()).last_24_hours.accepted > 0)
    await world.pass(90 * 60, 300)
    await eventually(async () => world.mails.length > 1 && world.signed.length > 1)
    expect(world.received()).toEqual([
      ['alert.opened', 'webhooks_stopped'],
      ['alert.closed', 'webhooks_stopped'],
    ])
    expect((await health()).gaps).toMatchObject({ missing: 0, awaited: 0 })
    expect((await merchant.open()).checkoutUrl).toContain('http')
  })
})
