import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPaymentLink } from '../../../src/payments/links/change-links.ts'
import { freePort } from '../../../src/runtime/net/free-port.ts'
import { settingsOf } from '../../support/command.ts'
import { insist, kindOf, nonceIn, submit } from '../../support/link-customer.ts'
import { NO_TERMS } from '../../support/link-terms.ts'
import { pass } from '../../support/merchant.ts'
import { type PuenteProcess, startPuenteProcess } from '../../support/puente-process.ts'
import { useWorldBehindProxy } from '../../support/use-world.ts'
import { eventually, type Json, TEST_STORE } from '../../support/world.ts'

const CUSTOMERS = 100
const PLACES = 20

const { world, proxy } = useWorldBehindProxy({ GATEWAY_TIMEOUT_MS: '2000' })
const visit = { addresses: [] as string[], publicUrl: '' }
const processes: Promise<PuenteProcess>[] = []
const links: { id: string; token: string }[] = []

const start = (index: number): Promise<PuenteProcess> => {
  const address = visit.addresses[index] ?? ''
  return startPuenteProcess(address, {
    ...settingsOf(world),
    PORT: new URL(address).port,
    GATEWAY_BASE_URL: `${proxy.url}/v1`,
    GATEWAY_TIMEOUT_MS: '2000',
  })
}

beforeAll(async () => {
  const { ctx } = world.puente
  const actor = { kind: 'command_line' } as const
  for (const name of ['Taller de café', 'Taller de té']) {
    const terms = { ...NO_TERMS, name, stock: PLACES }
    const created = await createPaymentLink(ctx, { storeId: TEST_STORE, actor, terms })
    if (created.outcome !== 'created') throw new Error(created.reason.en)
    links.push(created.link)
  }
  await world.puente.close()
  visit.publicUrl = world.url
  visit.addresses = [world.url, `http://localhost:${await freePort()}`]
  processes.push(...visit.addresses.map((_, index) => start(index)))
  await Promise.all(processes)
})
afterAll(async () => {
  for (const process of processes) await (await process).kill()
})

/**
 * Kills the processes in turn while payments are created: before the request reaches the gateway,
 * and before its answer reaches Puente. Returns the number of kills.
 */
const killWhileCreating = (): { kills: number } => {
  const killed = { kills: 0 }
  let creations = 0
  let next = 1
  proxy.onPass(async (route, stage) => {
    if (route !== 'POST /v1/payments') return 'pass'
    if (stage === 'on-its-way') creations++
    const strikesAt = killed.kills % 2 === 0 ? 'on-its-way' : 'work-done'
    if (stage !== strikesAt || creations < next) return 'pass'
    next = creations + 3
    const index = killed.kills++ % processes.length
    const process = processes[index]
    processes[index] = (async () => {
      await (await process)?.kill()
      return start(index)
    })()
    return 'cut'
  })
  return killed
}

type Bought = { is: 'sold_out' } | { is: 'opened'; payLink: string; checkout: string }

/** Opens the link and submits its form with a double click. */
const buy = async (token: string): Promise<Bought> => {
  const opened = await insist(visit, `/l/${token}`)
  const form = nonceIn(opened)
  if (!form) return soldOut(kindOf(opened))
  const [first, second] = await Promise.all([0, 1].map(() => submit(visit, token, { form })))
  if (!first?.location) return soldOut(kindOf(first ?? opened))
  expect(second?.location).toBe(first.location)
  const payLink = new URL(first.location).pathname
  // A killed process leaves a payment to resolve: the page of the pay link waits for it.
  const checkout = await eventually(
    async () => (await insist(visit, payLink)).location ?? undefined,
  )
  return { is: 'opened', payLink, checkout }
}

const soldOut = (kind: string | undefined): Bought => {
  expect(kind).toBe('sold_out')
  return { is: 'sold_out' }
}

const pay = async ({ payLink, checkout }: Bought & { is: 'opened' }): Promise<void> => {
  expect(await world.pay(checkout)).toMatchObject({ status: 'approved' })
  await eventually(async () => {
    const { text } = await insist(visit, `${payLink}/return/status?waited=1`)
    return JSON.parse(text).kind === 'paid'
  })
}

const isOpened = (bought: Bought): bought is Bought & { is: 'opened' } => bought.is === 'opened'

const placesOf = async (id: string): Promise<Json> =>
  (await world.api('GET', `/v1/payment-links/${id}`)).body

/** At the gateway: one charge of the link's amount for each of 20 orders, and nothing else. */
const expectTwentyCharges = async (id: string, { orders }: { orders: number }): Promise<void> => {
  const listed: Json[] = (await world.api('GET', '/v1/orders?limit=100')).body.data
  const data = listed.map(({ order }) => order).filter((order) => order.payment_link_id === id)
  expect(data).toHaveLength(orders)
  expect(data.filter(({ status }) => status === 'paid')).toHaveLength(PLACES)
  expect(data.filter(({ status }) => status === 'cancelled')).toHaveLength(orders - PLACES)
  const references = new Set<string>(data.map((order) => order.id))
  const payments = (await paymentsAtGateway()).filter((payment) =>
    references.has(payment.external_reference),
  )
  const charged = payments.filter(({ status }) => status === 'paid')
  expect(charged).toHaveLength(PLACES)
  expect(new Set(charged.map((payment) => payment.external_reference)).size).toBe(PLACES)
  expect(new Set(charged.map(({ total }) => total))).toEqual(new Set([320.5]))
}

const paymentsAtGateway = async (): Promise<Json[]> => {
  const all: Json[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const answer = await fetch(`${world.sandbox.url}/v1/payments?per_page=100&page=${page}`, {
      headers: { authorization: 'Bearer sk_test_sandbox' },
    })
    const { data, meta } = (await answer.json()) as Json
    all.push(...data)
    last = meta.last_page
  }
  return all
}

it('of 100 customers at once at a link of 20 places, while processes are killed, 20 pay once and 80 read that it is sold out', async () => {
  const [{ id, token } = { id: '', token: '' }] = links
  const killed = killWhileCreating()
  const bought = await Promise.all(
    Array.from({ length: CUSTOMERS }, async () => {
      const mine = await buy(token)
      if (isOpened(mine)) await pay(mine)
      return mine
    }),
  )
  proxy.onPass(undefined)
  await Promise.all(processes)
  expect(killed.kills).toBeGreaterThan(4)

  const paid = bought.filter(isOpened)
  expect(paid).toHaveLength(PLACES)
  expect(bought.filter(({ is }) => is === 'sold_out')).toHaveLength(CUSTOMERS - PLACES)
  expect(new Set(paid.map(({ payLink }) => payLink)).size).toBe(PLACES)
  await expectTwentyCharges(id, { orders: PLACES })
  expect((await paymentsAtGateway()).filter(({ status }) => status === 'paid')).toHaveLength(PLACES)

  // No later visitor gets a place.
  expect(kindOf(await insist(visit, `/l/${token}`))).toBe('sold_out')
})

it('abandoned places go to other customers once the gateway reports the payments as expired, and never beyond the stock', async () => {
  const [, { id, token } = { id: '', token: '' }] = links
  const came = await Promise.all(Array.from({ length: CUSTOMERS / 2 }, () => buy(token)))
  const opened = came.filter(isOpened)
  expect(opened).toHaveLength(PLACES)
  await Promise.all(opened.slice(0, PLACES / 2).map(pay))
  const walkers = opened.slice(PLACES / 2)

  // Puente's clock frees no place: the customers may still be paying.
  const seconds = 3 * 3600
  await fetch(`${world.url}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_seconds: seconds }),
  })
  const early = await Promise.all(Array.from({ length: PLACES }, () => buy(token)))
  expect(early.every(({ is }) => is === 'sold_out')).toBe(true)
  expect(await placesOf(id)).toMatchObject({ taken: PLACES, left: 0 })

  // The absent customers pay in the last second, while others wait for their places.
  let late = 0
  const paying = walkers.map(async ({ checkout }) => {
    const paid = await world.pay(checkout).catch(() => undefined)
    if (paid) late++
  })
  await world.control('/sandbox/clock', { advance_seconds: seconds })
  let isOver = false
  const waiting = Array.from({ length: CUSTOMERS / 2 }, async () => {
    for (;;) {
      const mine = await buy(token)
      if (isOpened(mine)) await pay(mine)
      if (isOpened(mine)) return mine
      if (isOver) return undefined
      await sleep(300)
    }
  })
  await Promise.all(paying)
  await eventually(async () => (await placesOf(id)).paid === PLACES)
  isOver = true
  const others = (await Promise.all(waiting)).filter((mine) => mine !== undefined)
  expect(others).toHaveLength(PLACES / 2 - late)
  await pass(world, seconds)
  await eventually(async () => (await placesOf(id)).taken === PLACES)
  await expectTwentyCharges(id, { orders: PLACES + others.length })
})
