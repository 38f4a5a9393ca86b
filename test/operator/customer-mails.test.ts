import { beforeAll, expect, it } from 'vitest'
import { startMailServer } from '../support/mail-server.ts'
import { mailSettings, paidAtPuente } from '../support/mailed-world.ts'
import { orderMadeAtPuente } from '../support/payment-request.ts'
import { asPage, signedInPerson } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { type Json, TEST_STORE } from '../support/world.ts'

const mail = useStarted(() => startMailServer())
const world = useWorld(() => mailSettings(mail))
const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address))

let owner: { cookie: string }
let viewer: { cookie: string }
beforeAll(async () => {
  owner = await signedInPerson(world, { email: 'duena@shop.example' })
  viewer = await signedInPerson(world, { email: 'mira@shop.example', role: 'viewer' })
})

const send = async (id: string, body: Json, { cookie } = owner): Promise<Json> => {
  const answer = await asPage(world, 'POST', `/operator/v1/orders/${id}/mails`, { cookie, body })
  return { status: answer.status, ...((await answer.json()) as Json) }
}
const whole = async (id: string): Promise<Json> =>
  (await asPage(world, 'GET', `/operator/v1/orders/${id}`, { cookie: owner.cookie })).json()

it('a person sends a receipt again, to the same address or another one, and the order lists both', async () => {
  const { order } = await paidAtPuente(world, { email: 'first@example.hn' })
  expect((await whole(order.id)).mail_kinds).toEqual(['receipt'])
  expect(await send(order.id, { kind: 'receipt' })).toMatchObject({ status: 202, kind: 'receipt' })
  expect(await send(order.id, { kind: 'receipt', to_address: ' Other@Example.HN ' })).toMatchObject(
    { status: 202 },
  )
  await settled(world)
  expect(mailsTo('first@example.hn')).toHaveLength(2)
  expect(mailsTo('Other@example.hn')).toHaveLength(1)
  const { mails } = await whole(order.id)
  expect(mails.map(({ state, to }: Json) => [state, to])).toEqual([
    ['sent', 'Other@example.hn'],
    ['sent', 'first@example.hn'],
    ['sent', 'first@example.hn'],
  ])
  const ids = mail.mails.map(({ headers }) => headers.get('message-id'))
  expect(new Set(ids).size).toBe(ids.length)
})

it('two clicks at once send one e-mail, for each address', async () => {
  const { order } = await paidAtPuente(world, { email: 'clicks@example.hn' })
  const to_address = 'clicked@example.hn'
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => send(order.id, { kind: 'receipt' })),
    ...Array.from({ length: 4 }, () => send(order.id, { kind: 'receipt', to_address })),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(2)
  await settled(world)
  expect(mailsTo('clicks@example.hn')).toHaveLength(2)
  expect(mailsTo('clicked@example.hn')).toHaveLength(1)
})

it('the audit log names the sender of an e-mail, without the address', async () => {
  const { order } = await paidAtPuente(world, { email: 'audit@example.hn' })
  await send(order.id, { kind: 'receipt', to_address: 'secret@example.hn' })
  const answer = await asPage(world, 'GET', '/operator/v1/audit?action=mailCustomer', {
    cookie: owner.cookie,
  })
  const { data } = (await answer.json()) as Json
  expect(data[0]).toMatchObject({ request: { kind: 'receipt' }, status: 202 })
  expect(JSON.stringify(data)).not.toContain('secret@example.hn')
})

it('an unpaid order offers its request to send, and no receipt', async () => {
  const { order } = await orderMadeAtPuente(world, TEST_STORE, {
    customer: { email: 'unpaid@example.hn' },
  })
  expect((await whole(order.id)).mail_kinds).toEqual(['request'])
  expect(await send(order.id, { kind: 'receipt' })).toMatchObject({
    status: 409,
    code: 'nothing_to_mail',
  })
  expect(await send(order.id, { kind: 'request' })).toMatchObject({ status: 202 })
  await settled(world)
  expect(mailsTo('unpaid@example.hn')).toHaveLength(1)
})

it('a wrong address is refused, and a viewer cannot send an e-mail', async () => {
  const { order } = await paidAtPuente(world, { email: 'wrong@example.hn' })
  const refused = await send(order.id, { kind: 'receipt', to_address: 'a@example.hn, b@x.hn' })
  expect([refused.status, refused.errors?.[0]?.path]).toEqual([422, 'to_address'])
  expect((await send(order.id, { kind: 'receipt' }, viewer)).status).toBe(403)
})

it('an order whose customer was erased sends no e-mail', async () => {
  const { order } = await paidAtPuente(world, { email: 'gone@example.hn' })
  await world.api('POST', '/v1/personal-data/erase', { customer: { email: 'gone@example.hn' } })
  expect((await whole(order.id)).mail_kinds).toEqual([])
  expect(await send(order.id, { kind: 'receipt', to_address: 'gone@example.hn' })).toMatchObject({
    status: 409,
    code: 'customer_erased',
  })
  expect(mailsTo('gone@example.hn')).toHaveLength(1)
})

it("an erasure also removes a person's address from e-mails about another customer's order", async () => {
  const { order } = await paidAtPuente(world, { email: 'buyer@example.hn' })
  await send(order.id, { kind: 'receipt', to_address: 'Accountant@example.hn' })
  await settled(world)
  const customer = { email: 'accountant@example.hn' }
  await world.api('POST', '/v1/personal-data/erase', { customer })
  const { order: kept, mails } = await whole(order.id)
  expect(kept.customer.email).toBe('buyer@example.hn')
  expect(mails.map(({ to }: Json) => to)).toEqual([null, 'buyer@example.hn'])
})

it('an order has at most twenty e-mails a day', async () => {
  const { order } = await paidAtPuente(world, { email: 'many@example.hn' })
  const statuses: number[] = []
  for (let n = 0; n < 20; n++) {
    const { status } = await send(order.id, { kind: 'receipt', to_address: `many${n}@example.hn` })
    statuses.push(status)
  }
  expect(statuses).toEqual([...Array.from({ length: 19 }, () => 202), 429])
})
