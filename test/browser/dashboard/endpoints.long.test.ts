import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { merchantOf } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { type Shop, startShop } from '../../support/shop.ts'
import { useWorld } from '../../support/use-world.ts'
import { eventually, type Json, NOTIFY_SECRET, TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, useVisits } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()
const visit = useVisits(() => world, browser)
let receiver: Shop
beforeAll(async () => {
  receiver = await startShop(NOTIFY_SECRET)
})
afterAll(() => receiver.close())

const STORE = `/stores/${TEST_STORE}`
const endpoints = async (): Promise<Json[]> => (await world.api('GET', '/v1/endpoints')).body.data
const removeAll = async () => {
  for (const { id } of await endpoints()) await world.api('DELETE', `/v1/endpoints/${id}`)
}
const receiveWith = async (secret: string) => {
  const port = Number(new URL(receiver.url).port)
  await receiver.close()
  receiver = await startShop(secret, port)
}

describe.skipIf(!browser)('an owner who manages notification endpoints', () => {
  it.each(EVERY_READER)(
    'the owner adds an endpoint for some events and sees its secret once (%o)',
    async (reader) => {
      const isSpanish = reader.language === 'es'
      const { page, press, sees, isFineAs } = await visit(STORE, reader)
      await press(isSpanish ? 'Agregar un destino' : 'Add an endpoint')
      const dialog = page.getByRole('dialog')
      const address = dialog.getByLabel(isSpanish ? 'Dirección' : 'Address')
      await address.fill('ftp://erp.example')
      await dialog.getByLabel(isSpanish ? 'Descripción' : 'Description').fill('ERP')
      await dialog.getByLabel(isSpanish ? 'Solo estos eventos' : 'Only these events').check()
      const send = dialog.getByRole('button', {
        name: isSpanish ? 'Agregar destino' : 'Add endpoint',
      })
      expect(await send.isDisabled()).toBe(true)
      await dialog.getByRole('checkbox').first().check()
      await isFineAs('endpoint-form')
      await send.click()
      await sees(isSpanish ? /http o https/ : /http or https/)
      await address.fill(`${receiver.url}?${'a'.repeat(200)}`)
      await send.click()
      await sees(/whsec_/)
      await isFineAs('endpoint-secret')
      await press(isSpanish ? 'Ya lo tengo' : 'I have it')
      expect(await endpoints()).toMatchObject([{ events: ['order.paid'], description: 'ERP' }])
      await isFineAs('endpoints')
      await removeAll()
    },
  )

  it('the owner tests an endpoint, replaces its secret, disables it and replays its missed notifications', async () => {
    const added = await world.api('POST', '/v1/endpoints', { url: receiver.url })
    await receiveWith(added.body.secret)
    const { page, sees, isFineAs } = await visit(STORE)
    const button = (name: string) =>
      page.getByRole('button', { name: `${name}: ${receiver.url}` }).first()
    const confirm = (name: string) =>
      page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
    await button('Send a test').click()
    await sees('Accepted: HTTP 204')
    receiver.answerNext([500])
    await button('Send a test').click()
    await sees('Not accepted')

    await button('New secret').click()
    await confirm('New secret')
    await sees('Notifications are also signed with the previous secret until')

    await button('Disable').click()
    await confirm('Disable')
    await sees('Disabled. Enable the endpoint, then replay the missed notifications.')
    await isFineAs('endpoint-disabled')
    const { id } = await merchantOf(world, { prefix: 'R' }).paid()
    await settled(world)
    await button('Enable').click()
    await button('Replay').click()
    await sees('1 notification of 1 order.')
    await isFineAs('endpoint-replay')
    await page.getByRole('button', { name: 'Send notifications' }).click()
    await eventually(async () => receiver.messages.some(({ order }) => order?.id === id))

    await button('Remove').click()
    await confirm('Remove')
    await eventually(async () => (await endpoints()).length === 0)
  })
})
