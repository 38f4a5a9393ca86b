import { beforeAll, describe, expect, it } from 'vitest'
import { commandOf, settingsOf } from '../../support/command.ts'
import { type Merchant, merchantOf } from '../../support/merchant.ts'
import { useAlertedWorld } from '../../support/use-world.ts'
import { eventually, type Json } from '../../support/world.ts'

let merchant: Merchant
const world = useAlertedWorld()
beforeAll(async () => {
  merchant = merchantOf(world, { prefix: 'DOUBLE' })
})

const puente = () => commandOf('puente', () => settingsOf(world))

const paidTwice = async () => {
  const { id, checkoutUrl } = await merchant.open()
  const confirmed = await merchant.confirm(id, await merchant.token())
  expect(confirmed.body.order.status).toBe('paid')
  await world.pay(checkoutUrl)
  const read = await merchant.readWhen(id, ({ order }) => order.conflict === 'paid_twice')
  const duplicate = read.payments.find(
    ({ id: payment }: Json) => payment !== read.order.effective_payment_id,
  )
  return { id, effective: read.order.effective_payment_id, duplicate: duplicate.id }
}

describe('an order that was paid twice', () => {
  it('the alert names the command that refunds the right payment, and the order stays paid', async () => {
    const { id, effective, duplicate } = await paidTwice()
    await world.pass(90)
    await eventually(async () => world.mails.length > 0 && world.signed.length > 0)
    expect(world.received()).toEqual([['alert.opened', 'order_paid_twice']])
    const command = /puente (refund \S+ --payment pay_\w+)/.exec(world.mails[0]?.text ?? '')?.[1]
    expect(command).toContain(duplicate)
    expect(world.signed[0]?.data.money).toEqual([{ amount: '100.00', currency: 'HNL' }])

    const { exitCode, stdout } = await puente()(...(command ?? '').split(' '), '--yes', '--json')
    expect([exitCode, JSON.parse(stdout).refund]).toMatchObject([
      0,
      { payment_id: duplicate, state: 'succeeded' },
    ])
    const { order, payments } = await merchant.read(id)
    expect(order).toMatchObject({
      status: 'paid',
      conflict: null,
      effective_payment_id: effective,
    })
    expect(payments.find((each: Json) => each.id === effective).state).toBe('paid')
    expect(await merchant.keptAtGateway(id)).toBe(100)
    await world.pass(60)
    await eventually(async () => world.signed.length > 1)
    expect(world.received()[1]).toEqual(['alert.closed', 'order_paid_twice'])
  })

  it('the refund command requires the payment, and says which one to refund', async () => {
    const { id, effective, duplicate } = await paidTwice()
    const { exitCode, stderr } = await puente()('refund', id, '--yes')
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(new RegExp(`--payment ${duplicate} .*the one to refund`))
    expect(stderr).toMatch(new RegExp(`--payment ${effective} .*pays the order`))
    expect(await merchant.keptAtGateway(id)).toBe(200)
  })
})
