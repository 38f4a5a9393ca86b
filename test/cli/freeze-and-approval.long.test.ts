import { expect, it } from 'vitest'
import { commandOf, settingsOf } from '../support/command.ts'
import { merchantOf } from '../support/merchant.ts'
import { useWorld } from '../support/use-world.ts'
import { TEST_STORE } from '../support/world.ts'

const world = useWorld()
const merchant = merchantOf(world, { prefix: 'FA' })
const puente = commandOf('puente', () => settingsOf(world))
const read = async (...args: string[]) => JSON.parse((await puente(...args, '--json')).stdout)
const ofStore = ['--id', TEST_STORE]

it('a store is frozen and thawed with a reason, which its page and the audit log show', async () => {
  expect((await puente('stores', 'freeze', ...ofStore)).exitCode).toBe(2)
  expect((await puente('stores', 'freeze', ...ofStore, '--why', ' ')).exitCode).toBe(1)
  const frozen = await puente('stores', 'freeze', ...ofStore, '--why', 'A stolen key')
  expect(frozen).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Froze the store') })
  expect((await merchant.checkout('FA-frozen')).body.code).toBe('store_frozen')
  expect((await puente('stores', 'show', ...ofStore)).stdout).toMatch(
    /Frozen +since .*A stolen key/,
  )
  expect((await puente('stores', 'list')).stdout).toMatch(/\tfrozen$/m)
  expect((await read('stores', 'show', ...ofStore)).frozen).toMatchObject({
    by: { kind: 'command_line' },
    why: 'A stolen key',
  })
  const thawed = await puente('stores', 'unfreeze', ...ofStore, '--why', 'A new key')
  expect(thawed.stdout).toContain('Thawed the store')
  const { stdout } = await puente('audit', '--json')
  const [last, first] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(last).toMatchObject({ action: 'stores unfreeze', request: { why: 'A new key' } })
  expect(first).toMatchObject({ action: 'stores freeze', request: { why: 'A stolen key' } })
})

it('the command line sets the limit, and approves and rejects the refunds of others', async () => {
  const set = await puente('stores', 'approval', ...ofStore, '--above', '50.00 HNL')
  expect(set.stdout).toContain('refunds above 50.00 HNL wait for a second person')
  const [one, other] = [await merchant.paid(), await merchant.paid()]
  const asked = await merchant.refundInFull(one.id)
  const rejected = await merchant.refundInFull(other.id)
  const waiting = await read('refunds', 'awaiting', '--store', TEST_STORE)
  expect(waiting.data.map(({ id }: { id: string }) => id)).toEqual([
    asked.body.refund.id,
    rejected.body.refund.id,
  ])
  const shown = await puente('orders', 'show', one.id)
  expect(shown.stdout).toContain('waits for a second person')
  const approved = await puente('refunds', 'approve', asked.body.refund.id, '--yes')
  expect(approved.exitCode, approved.stderr).toBe(0)
  await merchant.readWhen(one.id, ({ refunds }) => refunds[0].state === 'succeeded')
  const no = await puente('refunds', 'reject', rejected.body.refund.id, '--why', 'No reason')
  expect(no.stdout).toContain('no second person approved it')
  expect(await merchant.keptAtGateway(other.id)).toBe(100)
  const again = await puente('refunds', 'approve', rejected.body.refund.id, '--yes')
  expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('no approval') })
})

it('the command line does not approve a refund that it requested', async () => {
  const { id } = await merchant.paid()
  await puente('stores', 'approval', ...ofStore, '--above', '50.00 HNL')
  const { refund, message } = await read('refund', id, '--yes')
  expect(refund).toMatchObject({ state: 'waiting', approval: { requested_by: 'command_line' } })
  expect(message).toContain("another person's approval")
  const approved = await puente('refunds', 'approve', refund.id, '--yes')
  expect(approved).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('The command line requested this refund'),
  })
  expect(await merchant.keptAtGateway(id)).toBe(100)
})

it('a limit is shown, raised for tomorrow, and refused where it is no amount', async () => {
  await puente('stores', 'approval', ...ofStore, '--above', '50.00 HNL')
  const raised = await puente('stores', 'approval', ...ofStore, '--above', 'none')
  expect(raised.stdout).toMatch(/no second person[\s\S]*former limit of 50.00 HNL applies too/)
  const each = await puente('stores', 'approval', ...ofStore, '--above', '0 HNL')
  expect(each.stdout).toContain('each refund waits')
  for (const wrong of ['0', '-1 HNL', '50.00 LPS', '1,450 HNL']) {
    const refused = await puente('stores', 'approval', ...ofStore, '--above', wrong)
    expect(refused, wrong).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--above'),
    })
  }
})
