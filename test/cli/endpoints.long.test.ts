import { afterAll, beforeAll, expect, it } from 'vitest'
import { commandOf, settingsOf } from '../support/command.ts'
import { merchantOf } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { type Shop, startShop } from '../support/shop.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually, NOTIFY_SECRET, TEST_STORE } from '../support/world.ts'

const world = useWorld()
let receiver: Shop
beforeAll(async () => {
  receiver = await startShop(NOTIFY_SECRET)
})
afterAll(() => receiver.close())

const endpoints = (name: string, ...more: readonly string[]) =>
  commandOf('stores', () => settingsOf(world))('endpoints', name, '--id', TEST_STORE, ...more)

it('the terminal adds, tests, rotates, disables and catches up an endpoint', async () => {
  const added = await endpoints('add', '--url', receiver.url, '--events', 'order.paid')
  expect(added.stderr).toBe('')
  const id = /ep_\w+/.exec(added.stdout)?.[0] ?? ''
  const secret = /whsec_\S+/.exec(added.stdout)?.[0] ?? ''
  const named = ['--endpoint', id]
  const port = Number(new URL(receiver.url).port)
  await receiver.close()
  receiver = await startShop(secret, port)

  expect((await endpoints('test', ...named)).stdout).toContain('accepted a test notification')
  receiver.answerNext([403])
  const refused = await endpoints('test', ...named)
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('HTTP 403')])

  const listed = await endpoints('list', '--json')
  expect(JSON.parse(listed.stdout).data).toMatchObject([
    { id, events: ['order.paid'], state: 'enabled' },
  ])
  expect(listed.stdout).not.toContain(secret)
  expect((await endpoints('rotate', ...named)).stdout).toMatch(/whsec_/)

  expect((await endpoints('disable', ...named)).exitCode).toBe(0)
  const { id: order } = await merchantOf(world, { prefix: 'C' }).paid()
  await settled(world)
  const enabled = await endpoints('enable', ...named)
  const from = /--from (\S+)/.exec(enabled.stdout)?.[1] ?? ''
  const asked = await endpoints('replay', ...named, '--from', from)
  expect(asked.stderr).toContain('1 notification of 1 order')
  expect(receiver.messages.filter((message) => message.order)).toEqual([])
  const sent = await endpoints('replay', ...named, '--from', from, '--yes')
  expect(sent.stdout).toContain('sending 1 notification')
  await eventually(async () => receiver.messages.some((message) => message.order?.id === order))
  await settled(world)
  const again = await endpoints('replay', ...named, '--from', from, '--yes')
  expect(again.stdout).toContain('missed no notifications')

  expect((await endpoints('remove', ...named, '--yes')).exitCode).toBe(0)
  expect(JSON.parse((await endpoints('list', '--json')).stdout).data).toEqual([])
})

it('the command refuses an unknown event or endpoint, and lists the known ones', async () => {
  const event = await endpoints('add', '--url', receiver.url, '--events', 'order.payed')
  expect(event.exitCode).toBe(2)
  expect(event.stderr).toContain('Did you mean "order.paid"?')
  expect(event.stderr).toContain('order.attention_required')
  const { stdout } = await endpoints('add', '--url', `${receiver.url}?token=t-123`)
  const id = /ep_\w+/.exec(stdout)?.[0] ?? ''
  const unknown = await endpoints('test', '--endpoint', 'ep_x')
  expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining(id)])
  expect(unknown.stderr).not.toContain('t-123')
})
