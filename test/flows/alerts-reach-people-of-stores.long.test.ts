import { afterAll, beforeAll, expect, it } from 'vitest'
import { StoreId } from '../../src/domain/ids.ts'
import { postReceiver } from '../support/alert-receivers.ts'
import { commandOf, settingsOf } from '../support/command.ts'
import { findGateway, loseGateway } from '../support/lost-gateway.ts'
import { startMailServer } from '../support/mail-server.ts'
import { pass } from '../support/merchant.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { connectTestStore, eventually, TEST_STORE } from '../support/world.ts'

const OTHER = StoreId.parse('otra')

const closers: (() => Promise<unknown>)[] = []
const mail = useStarted(startMailServer)
const world = useWorld(() => ({ SMTP_URL: mail.url, ALERT_EMAIL_FROM: 'puente@shop.example' }))
beforeAll(async () => {
  await connectTestStore(world.puente, { id: OTHER, notifyUrl: null, more: { locale: 'en' } })
})
afterAll(async () => {
  for (const close of closers) await close()
})

const stores = (...args: string[]) =>
  commandOf('stores', () => ({
    ...settingsOf(world),
    ...{ SMTP_URL: mail.url, ALERT_EMAIL_FROM: 'puente@shop.example' },
  }))('alerts', ...args)

it('a store’s own channels get only its alerts, in its language', async () => {
  const set = await stores('--id', TEST_STORE, '--alert-webhook-url', 'http://127.0.0.1:1/nobody')
  const [, secret = ''] = /Webhook secret {2}(whsec_\S+)/.exec(set.stdout) ?? []
  const posts = await postReceiver(secret)
  closers.push(posts.close)
  expect((await stores('--id', OTHER, '--alert-email', 'ana@shop.example')).exitCode).toBe(0)
  const { sealed_receiver } = await world.puente.ctx.db.query
    .selectFrom('store_alert_channels')
    .selectAll()
    .where('store_id', '=', OTHER)
    .executeTakeFirstOrThrow()
  expect(sealed_receiver).toMatch(/^v1\.test\./)
  expect(sealed_receiver).not.toContain('ana')

  const { query } = world.puente.ctx.db
  await loseGateway(world, OTHER)
  await eventually(async () => {
    await pass(world, 20)
    return mail.mails.length > 0
  })
  expect(mail.mails.map(({ to }) => to)).toEqual([['ana@shop.example']])
  expect(mail.mails[0]?.headers.get('subject')).toMatch(/^\[Puente\] Tienda de prueba: The gateway/)

  await findGateway(world)
  await eventually(async () => {
    await pass(world, 20)
    return mail.mails.length > 1
  })
  expect(mail.mails[1]?.text).toContain('Resolved after')

  const sealer = world.puente.sealer
  const id = `store:${TEST_STORE}:webhook`
  const context = `store_alert_channels/${id}/sealed_receiver`
  const { sealed_receiver: sealed } = await query
    .selectFrom('store_alert_channels')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const receiver = JSON.parse(sealer.open(sealed, context))
  expect(receiver).toEqual({ kind: 'webhook', url: 'http://127.0.0.1:1/nobody', secret })
  const resealed = sealer.seal(JSON.stringify({ ...receiver, url: posts.signedUrl }), context)
  await query
    .updateTable('store_alert_channels')
    .set({ sealed_receiver: resealed })
    .where('id', '=', id)
    .execute()
  await eventually(async () => {
    await pass(world, 10 * 60)
    return posts.signed.length > 1
  })
  expect(posts.signed.map(({ type, data }) => [type, data.store.id, data.stores])).toEqual([
    ['alert.opened', TEST_STORE, 1],
    ['alert.closed', TEST_STORE, 1],
  ])
  expect(posts.signed[0]?.data.what).toContain('La pasarela no responde')
})

it('the stores command tests a channel, removes it, and rejects an invalid address', async () => {
  const tested = await stores('--id', OTHER, '--test')
  expect(tested.stdout).toMatch(/^store:otra:email \(ana@shop\.example\): sent, 250/m)
  expect(tested.exitCode).toBe(0)
  expect((await stores('--id', OTHER, '--alert-email', 'nobody')).stderr).toContain(
    '--alert-email: expected e-mail addresses',
  )
  const gone = await stores('--id', OTHER, '--alert-email', '')
  expect(gone.stdout).toContain('has no alert channels')
})
