import { expect, it, onTestFinished } from 'vitest'
import type { StoreReceiver } from '../../src/alerting/channels/store-channel.ts'
import { addAlertChannel, postReceiver } from '../support/alert-receivers.ts'
import { startMailServer } from '../support/mail-server.ts'
import { personWith, startOperatorApi } from '../support/operator.ts'
import { useWorld } from '../support/use-world.ts'
import { type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()
const owner = personWith('olga', { main: 'owner' })
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const PATH = `/operator/v1/stores/${TEST_STORE}/alert-test`

const startApi = async (options: Parameters<typeof startOperatorApi>[1] = {}) => {
  const operator = await startOperatorApi(world, options)
  onTestFinished(() => operator.close())
  const { query } = world.puente.ctx.db
  onTestFinished(async () => {
    await query.deleteFrom('store_alert_channels').execute()
    await query.deleteFrom('sign_in_attempts').execute()
  })
  return operator
}

const addChannel = (receiver: StoreReceiver) => addAlertChannel(world, receiver)

const withMailServer = async () => {
  const server = await startMailServer()
  onTestFinished(() => server.close())
  return { server, mailServer: { smtpUrl: server.url, from: 'puente@shop.example' } }
}

it("a test reaches the store's channels and the installation's, and says which failed and why", async () => {
  const { server, mailServer } = await withMailServer()
  const alerts = {
    language: 'es' as const,
    mailServer,
    emailTo: ['ops@shop.example'],
    slackUrl: 'http://127.0.0.1:1/',
  }
  const operator = await startApi({ alerts })
  await addChannel({ kind: 'email', to: ['ana@shop.example'] })
  const { status, body } = await operator.call(owner, 'POST', PATH)
  expect(status).toBe(200)
  expect(body.data).toMatchObject([
    {
      channel: 'email',
      owner: 'store',
      receiver: 'ana@shop.example',
      outcome: 'delivered',
      reason: null,
    },
    { channel: 'email', owner: 'installation', receiver: null, outcome: 'delivered' },
    { channel: 'slack', owner: 'installation', outcome: 'failed' },
  ])
  expect(body.data[2].reason).toEqual(expect.any(String))
  expect(body.data[2].fix).toEqual(expect.any(String))
  expect(server.mails.flatMap(({ to }) => to).toSorted()).toEqual([
    'ana@shop.example',
    'ops@shop.example',
  ])
})

it('a double click sends one test, and 30 seconds later there is another', async () => {
  const { server, mailServer } = await withMailServer()
  const operator = await startApi({ alerts: { language: 'es', mailServer } })
  await addChannel({ kind: 'email', to: ['ana@shop.example'] })
  const test = async (): Promise<string[]> =>
    (await operator.call(owner, 'POST', PATH)).body.data.map(({ outcome }: Json) => outcome)
  const both = await Promise.all([test(), test()])
  expect(both.flat().toSorted()).toEqual(['delivered', 'tested_recently'])
  expect(server.mails).toHaveLength(1)
  const later = new Date(world.puente.ctx.clock.now().getTime() - 1)
  await world.puente.ctx.db.query.updateTable('sign_in_attempts').set({ until: later }).execute()
  expect(await test()).toEqual(['delivered'])
  expect(server.mails).toHaveLength(2)
})

it('a store without any channel gets an empty answer', async () => {
  const operator = await startApi()
  expect(await operator.call(owner, 'POST', PATH)).toMatchObject({
    status: 200,
    body: { data: [] },
  })
})

it('a test is in the audit log, and an operator may not send one', async () => {
  const operator = await startApi()
  await operator.call(owner, 'POST', PATH)
  const { body } = await operator.call(owner, 'GET', '/operator/v1/audit')
  expect(body.data[0]).toMatchObject({ action: 'testAlertChannels', store_id: TEST_STORE })
  for (const role of ['operator', 'viewer'] as const) {
    const person = personWith(role, { main: role })
    expect((await operator.call(person, 'POST', PATH)).status).toBe(403)
  }
})

it('a webhook of the store gets the test with its signature', async () => {
  const posts = await postReceiver(SECRET)
  onTestFinished(() => posts.close())
  const operator = await startApi()
  await addChannel({ kind: 'webhook', url: posts.signedUrl, secret: SECRET })
  const { body } = await operator.call(owner, 'POST', PATH)
  expect(body.data).toMatchObject([{ channel: 'webhook', outcome: 'delivered' }])
  expect(posts.signed).toMatchObject([{ type: 'alert.opened', data: { kind: 'test' } }])
})
