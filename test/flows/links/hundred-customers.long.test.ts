import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPaymentLink } from '../../../src/payments/links/change-links.ts'
import { freePort } from '../../../src/runtime/net/free-port.ts'
import { settingsOf } from '../../support/command.ts'
import { insist, kindOf, type LinkVisit, nonceIn, submit } from '../../support/link-customer.ts'
import { NO_TERMS } from '../../support/link-terms.ts'
import { type PuenteProcess, startPuenteProcess } from '../../support/puente-process.ts'
import { useWorld } from '../../support/use-world.ts'
import { eventually, type Json, TEST_STORE } from '../../support/world.ts'

const CUSTOMERS = 100
const PLACES = 20
const KILLS = 6

const world = useWorld({ GATEWAY_TIMEOUT_MS: '2000' })
const processes: { start(): Promise<PuenteProcess>; running: PuenteProcess | undefined }[] = []
let visit: LinkVisit = { addresses: [], publicUrl: '' }
let token = ''

beforeAll(async () => {
  const { ctx } = world.puente
  const terms = { ...NO_TERMS, name: 'Taller de café', stock: PLACES }
  const created = await createPaymentLink(ctx, {
    storeId: TEST_STORE,
    actor: { kind: 'command_line' },
    terms,
  })
  if (created.outcome !== 'created') throw new Error(created.reason.en)
  token = created.link.token
  await world.puente.close()
  const ports = [Number(world.settings.PORT), await freePort()]
  for (const port of ports) {
    const address = `http://localhost:${port}`
    const settings = { ...settingsOf(world), PORT: String(port), GATEWAY_TIMEOUT_MS: '2000' }
    processes.push({ start: () => startPuenteProcess(address, settings), running: undefined })
  }
  visit = { addresses: ports.map((port) => `http://localhost:${port}`), publicUrl: world.url }
  await Promise.all(
    processes.map(async (process) => {
      process.running = await process.start()
    }),
  )
})
afterAll(() => Promise.all(processes.map(({ running }) => running?.kill())))

/** Opens the link, submits its form with a double click, and pays. */
const buy = async (): Promise<{ is: 'paid' | 'sold_out'; order?: string }> => {
  const opened = await insist(visit, `/l/${token}`)
  const form = nonceIn(opened)
  if (!form) return { is: soldOut(kindOf(opened)) }
  const [first, second] = await Promise.all([0, 1].map(() => submit(visit, token, { form })))
  if (!first?.location) return { is: soldOut(kindOf(first ?? opened)) }
  expect(second?.location).toBe(first.location)
  const payLink = new URL(first.location).pathname
  // A killed process leaves a payment to resolve: the page of the pay link waits for it.
  const checkout = await eventually(
    async () => (await insist(visit, payLink)).location ?? undefined,
  )
  expect(await world.pay(checkout)).toMatchObject({ status: 'approved' })
  await eventually(async () => {
    const { text } = await insist(visit, `${payLink}/return/status?waited=1`)
    return JSON.parse(text).kind === 'paid'
  })
  return { is: 'paid', order: payLink }
}

const soldOut = (kind: string | undefined): 'sold_out' => {
  expect(kind).toBe('sold_out')
  return 'sold_out'
}

const killInTurn = async (isOver: () => boolean): Promise<number> => {
  let kills = 0
  for (; kills < KILLS && !isOver(); kills++) {
    await sleep(400)
    const process = processes[kills % processes.length]
    await process?.running?.kill()
    if (process) process.running = await process.start()
  }
  return kills
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

it('of 100 customers at once at a link of 20 places, with processes killed meanwhile, 20 pay once and 80 read that it is sold out', async () => {
  let isOver = false
  const killing = killInTurn(() => isOver)
  const bought = await Promise.all(Array.from({ length: CUSTOMERS }, buy))
  isOver = true
  expect(await killing).toBeGreaterThan(1)

  const paid = bought.filter(({ is }) => is === 'paid')
  expect(paid).toHaveLength(PLACES)
  expect(bought.filter(({ is }) => is === 'sold_out')).toHaveLength(CUSTOMERS - PLACES)
  expect(new Set(paid.map(({ order }) => order)).size).toBe(PLACES)

  // At the gateway: one charge for each of the 20 orders, of the link's amount, and nothing else.
  const payments = await paymentsAtGateway()
  const charged = payments.filter(({ status }) => status === 'paid')
  expect(charged).toHaveLength(PLACES)
  expect(new Set(charged.map((payment) => payment.external_reference)).size).toBe(PLACES)
  expect(new Set(charged.map(({ total }) => total))).toEqual(new Set([320.5]))
  expect(new Set(payments.map((payment) => payment.external_reference)).size).toBe(PLACES)

  // Nobody gets a place later, however often the page is opened.
  expect(kindOf(await insist(visit, `/l/${token}`))).toBe('sold_out')
})
