import { Writable } from 'node:stream'
import { createLog } from '../../../src/runtime/log/log.ts'
import { HANG_MS } from '../../support/eventually.ts'
import { useWorldBehindProxy } from '../../support/use-world.ts'
import { cardOf, type Json } from '../../support/world.ts'

export const PUBLIC_URL = 'https://pay.puente.test'
export const CONFIRM = 'POST /embed/v1/confirm'
export const CARDS = {
  approved: '4111111111111111',
  noFunds: '4000000000009995',
  challenge: '4000000000003220',
  declinedWhenSaved: '4000000000000341',
} as const

export const pathOf = (url: string) => new URL(url).pathname

/**
 * Puts a proxy before the card page's gateway. The long timeout fits 40 concurrent charges on a
 * slow machine.
 */
export const useCardPage = (settings: Record<string, string> = {}) => {
  const logged: string[] = []
  const destination = new Writable({
    write: (line, _encoding, done) => {
      logged.push(String(line))
      done()
    },
  })
  const { world, proxy } = useWorldBehindProxy(
    (proxy) => ({
      PUBLIC_URL,
      GATEWAY_EMBED_BASE_URL: `${proxy.url}/embed/v1`,
      GATEWAY_TIMEOUT_MS: String(HANG_MS),
      ...settings,
    }),
    { log: createLog({ level: 'trace', service: 'test', destination }) },
  )

  let orders = 0
  const newId = () => `C-${++orders}`
  const orderOf = (id: string, more: Json = {}) => ({
    id,
    amount: '60.00',
    currency: 'HNL',
    ...more,
  })
  const checkout = (id: string, more: Json = {}, order: Json = {}) =>
    world.api('POST', '/v1/checkouts', { order: orderOf(id, order), mode: 'card_page', ...more })
  const read = async (id: string) => (await world.api('GET', `/v1/orders/${id}`)).body

  const visit = (url: string, init: RequestInit = {}) =>
    fetch(url.replace(PUBLIC_URL, world.url), { redirect: 'manual', ...init })
  const leadsTo = async (url: string) => {
    const answer = await visit(url)
    return { status: answer.status, location: answer.headers.get('location') }
  }
  const token = async (number: string = CARDS.approved): Promise<string> => {
    const card = cardOf(number)
    const body = { publishable_key: 'pk_test_sandbox', card }
    return (await world.control('/sandbox/tokens', body)).payment_token
  }

  const send = async (payUrl: string, body: unknown, type = 'application/json') => {
    const answer = await visit(`${payUrl}/card`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Json }
  }
  const payBy = async (payUrl: string, card: string = CARDS.approved) =>
    send(payUrl, { payment_token: await token(card) })
  const opened = async (more: Json = {}) => {
    const id = newId()
    const { body } = await checkout(id, more)
    return { id, payUrl: body.pay_url as string, link: pathOf(body.pay_url) }
  }
  const confirmations = () => proxy.seen.filter((route) => route === CONFIRM).length
  const webhooksAreLost = (drop: 0 | 1) =>
    fetch(`${world.sandbox.url}/sandbox/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ webhooks: { drop } }),
    })
  const tasksOf = async (id: string): Promise<string[]> => {
    const tasks = await world.puente.ctx.db.query
      .selectFrom('tasks')
      .innerJoin('orders', 'orders.id', 'tasks.order_id')
      .select(['tasks.kind', 'tasks.state'])
      .where('orders.external_id', '=', id)
      .execute()
    return tasks.map(({ kind, state }) => `${kind}:${state}`)
  }
  const taskFailures = async (id: string) => {
    const tasks = await world.puente.ctx.db.query
      .selectFrom('tasks')
      .innerJoin('orders', 'orders.id', 'tasks.order_id')
      .select('tasks.last_error')
      .where('orders.external_id', '=', id)
      .execute()
    return tasks.map(({ last_error }) => last_error)
  }
  const paidAtGateway = async (id: string): Promise<number> => {
    const response = await fetch(`${world.sandbox.url}/v1/payments?external_reference=${id}`, {
      headers: { authorization: 'Bearer sk_test_sandbox' },
    })
    const { data } = (await response.json()) as { data: Json[] }
    return data.filter(({ status }) => status === 'paid').length
  }
  const notificationsOf = (id: string) => world.shop.messages.filter(({ order }) => order.id === id)

  return {
    world,
    proxy,
    logged,
    newId,
    orderOf,
    checkout,
    read,
    visit,
    leadsTo,
    token,
    send,
    payBy,
    opened,
    confirmations,
    webhooksAreLost,
    tasksOf,
    taskFailures,
    paidAtGateway,
    notificationsOf,
  }
}
