import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serve } from '../../src/runtime/http/http-server.ts'
import { deliver, eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import { type PuenteProcess, startPuenteOf } from '../support/puente-process.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { connectTestStore, eventually } from '../support/world.ts'

let running: PuenteProcess | undefined
/** Kills Puente between a notification and its response. */
const deadly = { store: 'mortal', heard: [] as string[], apiKey: '' }
let killed: Promise<void> | undefined
const world = useWorld()
const deadlyServer = useStarted(() =>
  serve(
    async (request, response) => {
      deadly.heard.push(String(request.headers['webhook-id']))
      if (deadly.heard.length === 1) killed = running?.kill()
      await killed
      response.writeHead(204).end()
    },
    { host: '127.0.0.1', port: 0 },
  ),
)
beforeAll(async () => {
  const notifyUrl = `http://127.0.0.1:${deadlyServer.port}/`
  deadly.apiKey = await connectTestStore(world.puente, { id: deadly.store, notifyUrl })
  await world.puente.close()
})
afterAll(() => running?.kill())

const start = async () => {
  running = await startPuenteOf(world)
  return running
}

const approvalOf = async (id: string, apiKey = world.apiKey): Promise<string> => {
  const order = { id, amount: '10.00', currency: 'HNL' }
  const headers = { authorization: `Bearer ${apiKey}` }
  const { body } = await world.api('POST', '/v1/checkouts', { order }, headers)
  return eventOf(await paymentAtGateway(world, body.payment.gateway_payment_id), 'approved')
}

const EVENTS_PER_ROUND = 4
const DEATHS_AFTER_MS = [0, 0, 3, 10, 25]

describe('a killed Puente', () => {
  it('a kill right after the 200 leaves every order paid and every store notified after the restart', async () => {
    const answered: string[] = []
    for (const [round, deathAfterMs] of DEATHS_AFTER_MS.entries()) {
      const process = await start()
      const ids = Array.from({ length: EVENTS_PER_ROUND }, (_, n) => `K-${round}-${n}`)
      const events = await Promise.all(ids.map((id) => approvalOf(id)))
      const deliveries = events.map(async (body, index) => {
        const answer = await deliver(world.url, { body })
        if (answer.status === 200) answered.push(ids[index] ?? '')
      })
      await Promise.any(deliveries)
      await sleep(deathAfterMs)
      await process.kill()
      await Promise.allSettled(deliveries)
    }
    expect(answered.length).toBeGreaterThanOrEqual(DEATHS_AFTER_MS.length)

    await start()
    const told = () =>
      new Set(
        world.shop.messages
          .filter(({ type }) => type === 'order.paid')
          .map(({ order }) => order.id),
      )
    await eventually(async () => answered.every((id) => told().has(id))).catch(() => {
      expect([...told()]).toEqual(expect.arrayContaining(answered))
    })
    for (const id of answered) {
      const { body } = await world.api('GET', `/v1/orders/${id}`)
      expect(body.order.status).toBe('paid')
    }
    // A repeat after a kill keeps its id, for the store to dedupe.
    const sales = world.shop.messages.filter(({ type }) => type === 'order.paid')
    expect(new Set(sales.map(({ id }) => id)).size).toBe(
      new Set(sales.map(({ order }) => order.id)).size,
    )
  })

  it('a kill between a notification and its record makes Puente send it again under the same id', async () => {
    const body = await approvalOf('mortal-1', deadly.apiKey)
    await deliver(world.url, { body, store: deadly.store })
    await eventually(async () => killed?.then(() => true))
    await start()
    await eventually(async () => deadly.heard.length === 2)
    expect(new Set(deadly.heard).size).toBe(1)
  })

  it('a kill during checkouts leaves one payment per order when the store retries', async () => {
    const process = running ?? (await start())
    const ids = Array.from({ length: 6 }, (_, n) => `C-${n}`)
    const checkout = (id: string) =>
      world.api('POST', '/v1/checkouts', { order: { id, amount: '10.00', currency: 'HNL' } })
    const first = Promise.allSettled(ids.map(checkout))
    await sleep(12)
    await process.kill()
    await first

    await start()
    for (const id of ids) {
      const again = await checkout(id)
      expect([200, 201]).toContain(again.status)
      const search = `${world.sandbox.url}/v1/payments?external_reference=${id}`
      const headers = { authorization: 'Bearer sk_test_sandbox' }
      const { data } = (await (await fetch(search, { headers })).json()) as {
        data: { id: number }[]
      }
      expect(data.map((payment) => String(payment.id))).toEqual([
        again.body.payment.gateway_payment_id,
      ])
    }
  })
})
