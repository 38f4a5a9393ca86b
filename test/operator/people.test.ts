import { beforeAll, expect, it } from 'vitest'
import type { Person } from '../../src/people/person.ts'
import { startMailServer } from '../support/mail-server.ts'
import { merchantOf, setSandbox } from '../support/merchant.ts'
import { personWith, startOperatorApi } from '../support/operator.ts'
import { asPage, signedInPerson } from '../support/people.ts'
import { reconcileNow } from '../support/reconcile.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()
let owner: Person

const mail = useStarted(startMailServer)
const operator = useStarted(() =>
  startOperatorApi(world, { mailServer: { smtpUrl: mail.url, from: 'puente@tienda.example' } }),
)
beforeAll(async () => {
  const { id } = await signedInPerson(world, { email: 'olga@tienda.example' })
  owner = personWith(id, { main: 'owner' })
})

const call = async (method: string, path: string, body?: object): Promise<Json> => {
  const answer = await operator.call(owner, method, `/operator/v1${path}`, body ? { body } : {})
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}
const organization = async (): Promise<Json> => (await call('GET', '/organizations')).data[0]

it('an invitation is listed until it is revoked, and its link then stops working', async () => {
  const invited = await call('POST', '/organizations/main/invitations', {
    email: 'ana@example.com',
    role: 'operator',
  })
  const { invitations } = await organization()
  expect(invitations).toMatchObject([{ email: 'ana@example.com', role: 'operator' }])
  expect(JSON.stringify(invitations)).not.toContain(invited.url.split('/').at(-1))
  const path = `/invitations/${invitations[0].id}?organization_id=main`
  await call('DELETE', path)
  expect((await organization()).invitations).toEqual([])
  expect((await operator.call(owner, 'DELETE', `/operator/v1${path}`)).status).toBe(404)
  expect((await fetch(new URL(new URL(invited.url).pathname, world.url))).status).not.toBe(200)
})

it.each([
  ['es', 'Tiene una invitación'],
  ['en', 'You are invited'],
])('an invitation is mailed in the chosen language (%s)', async (language, words) => {
  const email = `${language}@example.com`
  const body = { email, role: 'viewer', language }
  const invited = await call('POST', '/organizations/main/invitations', body)
  expect(invited.mail).toEqual({ outcome: 'sent', detail: null, cure: null })
  const sent = mail.mails.find(({ to }) => to.includes(email))
  expect(sent?.text).toContain(words)
  expect(sent?.text).toContain(invited.url)
})

it('an invitation without a choice is mailed in the language of the request', async () => {
  const { body } = await operator.call(
    owner,
    'POST',
    '/operator/v1/organizations/main/invitations',
    {
      body: { email: 'reader@example.com', role: 'viewer' },
      headers: { 'accept-language': 'en' },
    },
  )
  expect(body.mail.outcome).toBe('sent')
  expect(mail.mails.at(-1)?.text).toContain('You are invited')
})

it('an invitation remains valid if the mail server is down, and the response reports it', async () => {
  await mail.close()
  const invited = await call('POST', '/organizations/main/invitations', {
    email: 'late@example.com',
    role: 'viewer',
  })
  await mail.start()
  expect(invited.mail).toMatchObject({
    outcome: 'failed',
    detail: expect.stringContaining('ECONNREFUSED'),
    cure: expect.stringContaining('SMTP_URL'),
  })
  expect((await fetch(new URL(new URL(invited.url).pathname, world.url))).status).toBe(200)
})

it('the refund limits of operators are read as they were set', async () => {
  expect(await organization()).toMatchObject({ id: 'main', operator_refund_limit: null })
  const limit = { amount: '500.00', currency: 'HNL' }
  await call('PATCH', '/organizations/main', { operator_refund_limit: limit })
  expect(await organization()).toMatchObject({ operator_refund_limit: limit })
  const aDay = { amount: '2000.00', currency: 'HNL' }
  await call('PATCH', '/organizations/main', { operator_refund_day_limit: aDay })
  expect(await organization()).toMatchObject({
    operator_refund_limit: limit,
    operator_refund_day_limit: aDay,
  })
  const none = await call('PATCH', '/organizations/main', { operator_refund_limit: null })
  expect(none).toMatchObject({ operator_refund_limit: null, operator_refund_day_limit: aDay })
  const wrong = await operator.call(owner, 'PATCH', '/operator/v1/organizations/main', {
    body: { operator_refund_day_limit: { amount: '-1', currency: 'HNL' } },
  })
  expect([wrong.status, JSON.stringify(wrong.body.errors)]).toEqual([
    422,
    expect.stringContaining('operator_refund_day_limit'),
  ])
})

it('the audit log is filtered by person, action and time, in the list and the CSV', async () => {
  await call('PATCH', `/stores/${TEST_STORE}`, { name: 'Tienda' })
  const actionsOf = async (filter: string): Promise<string[]> =>
    (await call('GET', `/audit?${filter}`)).data.map(({ action }: Json) => action)
  expect(await actionsOf(`actor_id=${owner.id}&action=changeStore`)).toEqual(['changeStore'])
  expect(await actionsOf('actor_id=nobody')).toEqual([])
  expect(await actionsOf('until=2000-01-01T00:00:00Z')).toEqual([])
  const table = String(await call('GET', '/audit.csv?action=changeStore'))
  expect(table.trim().split('\r\n')).toHaveLength(2)
})

it("an operator refunds no more per day than the organization's limit", async () => {
  await call('PATCH', '/organizations/main', {
    operator_refund_day_limit: { amount: '10.00', currency: 'HNL' },
  })
  const merchant = merchantOf(world, { prefix: 'O' })
  const [first, second] = [await merchant.paid(), await merchant.paid()]
  const { cookie } = await signedInPerson(world, { email: 'otto@tienda.example', role: 'operator' })
  const refund = async (externalId: string, amount: string): Promise<Json> => {
    const { id } = await world.puente.ctx.db.query
      .selectFrom('orders')
      .select('id')
      .where('external_id', '=', externalId)
      .executeTakeFirstOrThrow()
    const answer = await asPage(world, 'POST', `/operator/v1/orders/${id}/refunds`, {
      body: { amount },
      cookie,
      headers: { 'idempotency-key': `day-${externalId}-${amount}` },
    })
    const body: Json = await answer.json()
    return { status: answer.status, code: body.code }
  }
  expect((await refund(first.id, '6.00')).status).toBeLessThan(300)
  expect(await refund(second.id, '4.01')).toMatchObject({
    status: 403,
    code: 'refund_above_day_limit',
  })
  expect((await refund(second.id, '4.00')).status).toBeLessThan(300)
})

it('a reconciliation report names the order of each discrepancy by its path id', async () => {
  const { body } = await world.api('POST', '/v1/checkouts', {
    order: { id: 'D-1', amount: '125.50', currency: 'HNL' },
  })
  await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
  await world.pay(body.payment.checkout_url)
  const { id } = await reconcileNow(world)
  const { store_id, differences } = await call('GET', `/reconciliations/${id}`)
  expect(store_id).toBe(TEST_STORE)
  expect(differences.data).toMatchObject([
    { kind: 'missed_event', order: { id: expect.stringMatching(/^ord_/), external_id: 'D-1' } },
  ])
})
