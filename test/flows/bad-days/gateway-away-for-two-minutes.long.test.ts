import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commandOf, settingsOf } from '../../support/command.ts'
import { startGatewayProxy } from '../../support/gateway-proxy.ts'
import { merchantOf } from '../../support/merchant.ts'
import { useAlertedWorld, useStarted } from '../../support/use-world.ts'
import { eventually, type Json } from '../../support/world.ts'

const WITHIN_MS = 15_000

const proxy = useStarted(startGatewayProxy)
const world = useAlertedWorld(() => ({ GATEWAY_BASE_URL: `${proxy.url}/v1` }))
const merchant = merchantOf(world, { prefix: 'AWAY' })
beforeAll(() => proxy.forwardTo(world.sandbox.url))
beforeEach(() => {
  world.mails.length = 0
  world.signed.length = 0
})

const puente = () => commandOf('puente', () => settingsOf(world))
const refundOf = async (id: string): Promise<Json> => (await merchant.read(id)).refunds[0]

describe('a gateway that is down for two minutes', () => {
  it('a two-minute outage sends one message when it starts and one when it ends, and refunds follow within 15 seconds', async () => {
    const paid = [await merchant.paid(), await merchant.paid()]
    await proxy.refuse()
    for (const { id } of paid) expect((await merchant.refundInFull(id)).status).toBe(202)
    for (const id of ['NOT-MADE-1', 'NOT-MADE-2', 'NOT-MADE-2']) {
      expect((await merchant.checkout(id)).body).toMatchObject({ code: 'gateway_unreachable' })
    }
    await world.pass(50)
    expect(world.received()).toEqual([])
    await world.pass(70)
    await eventually(async () => world.mails.length > 0 && world.signed.length > 0)
    expect(world.received()).toEqual([['alert.opened', 'gateway_unreachable']])
    expect(world.signed[0]?.data).toMatchObject({
      orders: 4,
      money: [{ amount: '400.00', currency: 'HNL' }],
    })
    expect(world.mails.map(({ text }) => text)).toEqual([
      expect.stringContaining('Money at stake: L 400.00.'),
    ])
    expect((await puente()('alerts', 'list')).stdout).toContain('has not answered')

    await proxy.accept()
    const backAt = Date.now()
    await eventually(async () => {
      const states = await Promise.all(paid.map(async ({ id }) => (await refundOf(id)).state))
      return states.every((state) => state === 'succeeded')
    }, WITHIN_MS)
    expect(Date.now() - backAt).toBeLessThan(WITHIN_MS)
    expect((await merchant.checkout('NOT-MADE-1')).status).toBe(201)
    await world.pass(30)
    await eventually(async () => world.mails.length > 1 && world.signed.length > 1)
    await world.pass(600, 60)
    expect(world.received()).toEqual([
      ['alert.opened', 'gateway_unreachable'],
      ['alert.closed', 'gateway_unreachable'],
    ])
    expect(world.mails[1]?.text).toContain('Resolved after')
  })

  it('an outage that only checkouts notice is reported too', async () => {
    await proxy.refuse()
    expect((await merchant.checkout('ALONE-1')).status).toBe(502)
    await world.pass(120)
    await eventually(async () => world.signed.length > 0)
    expect(world.signed[0]?.data).toMatchObject({ kind: 'gateway_unreachable', orders: 1 })
    await proxy.accept()
    await world.pass(60)
    await eventually(async () => world.signed.length > 1)
    expect(world.signed[1]?.type).toBe('alert.closed')
  })
})

describe('a gateway that is down for some seconds', () => {
  it('a short outage sends no message', async () => {
    await proxy.refuse()
    expect((await merchant.checkout('HICCUP-1')).status).toBe(502)
    await world.pass(30)
    await proxy.accept()
    await world.pass(600, 60)
    expect(world.received()).toEqual([])
    expect(world.mails).toEqual([])
  })
})
