import { expect, it } from 'vitest'
import { merchantOf } from '../support/merchant.ts'
import { signedInPerson } from '../support/people.ts'
import { useWorld } from '../support/use-world.ts'
import { type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()

const DAYS = 'from=2026-01-01&to=2026-01-02'

const call = async (
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Json; body?: Json } = {},
): Promise<{ status: number; body: Json }> => {
  const answer = await fetch(`${world.url}/operator/v1${path}`, {
    method,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return { status: answer.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text }
}

it('a signed-in person refunds from our page, and the audit log records it', async () => {
  const { cookie, email } = await signedInPerson(world, { email: 'ana@tienda.example' })
  const { id: externalId } = await merchantOf(world).paid()
  const { body } = await call(`/orders?search=${externalId}`, { headers: { cookie } })
  const { id } = body.data[0]
  const seen = await fetch(`${world.url}/operator/v1/orders/${id}`, { headers: { cookie } })
  expect(seen.headers.get('cache-control')).toBe('no-store')
  const refund = (headers: Json) =>
    call(`/orders/${id}/refunds`, {
      ...{ method: 'POST', body: { amount: '10.00' } },
      headers: { 'idempotency-key': 'one', ...headers },
    })
  expect((await refund({})).status).toBe(401)
  expect(await refund({ cookie })).toMatchObject({ status: 403, body: { code: 'wrong_origin' } })
  const elsewhere = { cookie, origin: 'https://elsewhere.example' }
  expect((await refund(elsewhere)).status).toBe(403)
  expect((await refund({ cookie, origin: world.url })).status).toBeLessThan(300)
  // The audit log writes refusals a moment later.
  const audit = await call('/audit?limit=5', { headers: { cookie } })
  expect(audit.body.data).toContainEqual(
    expect.objectContaining({
      actor: expect.objectContaining({ kind: 'person', name: email.split('@')[0] }),
      action: 'createRefund',
      subject: id,
      store_id: TEST_STORE,
      organization_id: 'main',
      outcome: 'done',
    }),
  )
  const table = await call('/audit.csv', { headers: { cookie } })
  expect(String(table.body).split('\r\n')[1]).toContain('createRefund')
})

it('a table that a person exports opens in Excel with its accents', async () => {
  const { cookie } = await signedInPerson(world, { email: 'sara@tienda.example' })
  const tables = ['/orders.csv', '/audit.csv', `/stores/${TEST_STORE}/settlements.csv?${DAYS}`]
  for (const path of tables) {
    const answer = await fetch(`${world.url}/operator/v1${path}`, { headers: { cookie } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([path, bytes.subarray(0, 3).toString('hex')]).toEqual([path, 'efbbbf'])
  }
})

it('an owner invites, changes and removes people, but not the last owner', async () => {
  const { cookie, id: own } = await signedInPerson(world, { email: 'olga@tienda.example' })
  const headers = { cookie, origin: world.url }
  const invited = await call('/organizations/main/invitations', {
    ...{ method: 'POST', headers, body: { email: 'omar@tienda.example', role: 'viewer' } },
  })
  expect(invited).toMatchObject({
    status: 201,
    body: { url: expect.stringContaining('/welcome/') },
  })
  const omar = await signedInPerson(world, { email: 'omar2@tienda.example', role: 'viewer' })
  const change = { organization_id: 'main', role: 'operator' }
  expect(
    (await call(`/people/${omar.id}`, { method: 'PATCH', headers, body: change })).status,
  ).toBe(200)
  const { body } = await call('/people', { headers })
  expect(body.data).toContainEqual(expect.objectContaining({ id: omar.id, role: 'operator' }))
  const limit = { operator_refund_limit: { amount: '5.00', currency: 'HNL' } }
  const limited = await call('/organizations/main', { method: 'PATCH', headers, body: limit })
  expect(limited).toMatchObject({ status: 200, body: limit })
  const out = (id: string) =>
    call(`/people/${id}?organization_id=main`, { method: 'DELETE', headers })
  expect((await out(omar.id)).status).toBe(200)
  expect((await call('/orders', { headers: { cookie: omar.cookie } })).status).toBe(401)
  for (const { id, role } of body.data) if (role === 'owner' && id !== own) await out(id)
  expect(await out(own)).toMatchObject({ status: 409, body: { code: 'last_owner' } })
})
