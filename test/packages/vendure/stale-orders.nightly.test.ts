import { expect, it } from 'vitest'
import { merchantOf } from '../../support/merchant.ts'
import { useWorld } from '../../support/use-world.ts'
import { type Json, NOTIFY_SECRET } from '../../support/world.ts'
import { notify } from '../signed-by.ts'
import { holdOrder } from './held-order.ts'
import type { Customer } from './vendure-customer.ts'
import { useVendureShop } from './vendure-shop.ts'

const world = useWorld()
const shop = useVendureShop(world)

/** The error of a call, or `done`. */
const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: Error) => error.message,
  )

/** Begins a change of the cart while the notification of its payment waits for the order. */
const changeWhilePaid = async (code: string, payUrl: string, change: () => Promise<unknown>) => {
  const held = await holdOrder(shop.databaseUrl, code)
  await shop.pay(payUrl)
  await held.waiters(1)
  const changing = outcomeOf(change())
  await held.waiters(2)
  await held.release()
  const outcome = await changing
  await expect.poll(async () => (await shop.order(code)).payments).toHaveLength(1)
  return { outcome, order: await shop.order(code) }
}

const makeCoupon = (couponCode: string) =>
  shop.admin(
    `mutation ($input: CreatePromotionInput!) { createPromotion(input: $input) { __typename } }`,
    {
      input: {
        enabled: true,
        couponCode,
        conditions: [],
        actions: [
          { code: 'order_fixed_discount', arguments: [{ name: 'discount', value: '100' }] },
        ],
        translations: [{ languageCode: 'en', name: couponCode, description: '' }],
      },
    },
  )

const CHANGES: readonly { what: string; change: (customer: Customer) => Promise<unknown> }[] = [
  { what: 'goes back to the cart', change: ({ moveTo }) => moveTo('AddingItems') },
  {
    what: 'changes the address',
    change: (customer) =>
      customer.shop(
        'mutation { setOrderShippingAddress(input: { streetLine1: "Calle 2", countryCode: "HN" }) { __typename } }',
      ),
  },
  {
    what: 'types a coupon',
    change: async (customer) => {
      await makeCoupon('LATE')
      await customer.shop('mutation { applyCouponCode(couponCode: "LATE") { __typename } }')
    },
  },
  {
    what: 'changes the name',
    change: (customer) =>
      customer.shop(
        'mutation { setCustomerForOrder(input: { firstName: "Eva", lastName: "Paz", emailAddress: "eva@example.com" }) { __typename } }',
      ),
  },
]

it.each(CHANGES)(
  'an order that is placed while its customer $what stays placed and paid',
  async ({ change }) => {
    const { customer, code, payUrl } = await shop.openOrder()
    const { totalWithTax } = await shop.order(code)

    const { outcome, order } = await changeWhilePaid(code, payUrl, () => change(customer))

    expect(outcome).toMatch(/was paid meanwhile/)
    expect(order).toMatchObject({ state: 'PaymentSettled', totalWithTax, payments: [{}] })
    expect(order.orderPlacedAt).not.toBeNull()
    expect(await customer.shop('{ activeOrder { code } }')).toEqual({ activeOrder: null })
  },
)

it('an order that is placed while its customer adds an item stays placed', async () => {
  const { customer, code, payUrl } = await shop.openOrder()
  await customer.moveTo('AddingItems')
  await shop.renameCustomer(code, 'Slow')
  const adding = outcomeOf(customer.addItem())
  await shop.pay(payUrl)
  await expect.poll(async () => (await shop.order(code)).state).toBe('PaymentSettled')
  const placed = await shop.order(code)

  expect(await adding).toMatch(/was paid meanwhile/)
  expect(await shop.order(code)).toEqual(placed)
})

it('a part payment that arrives while its customer goes to the payment keeps its order', async () => {
  const { customer, code, payUrl } = await shop.openOrder()
  await customer.moveTo('AddingItems')
  await customer.addItem()

  const { outcome, order } = await changeWhilePaid(code, payUrl, () =>
    customer.moveTo('ArrangingPayment'),
  )

  expect(outcome).toMatch(/was paid meanwhile/)
  expect(order).toMatchObject({ state: 'AddingItems', payments: [{ state: 'Settled' }] })
  const rest = await customer.checkout()
  await shop.pay(rest.payUrl)
  await expect.poll(async () => (await shop.order(code)).state).toBe('PaymentSettled')
  const { payments, totalWithTax } = await shop.order(code)
  expect(payments.reduce((sum: number, { amount }: Json) => sum + amount, 0)).toBe(totalWithTax)
})

/** Pays an order of which Puente notifies nobody. */
const paidInSilence = async () => {
  await world.api('PATCH', '/v1/store', { notify_url: `${shop.url}/nowhere` })
  const opened = await shop.openOrder()
  await shop.pay(opened.payUrl)
  const merchant = merchantOf(world)
  await merchant.readWhen(opened.code, ({ order }) => order.status === 'paid')
  return { ...opened, merchant }
}

it('an order that is voided between the return of its customer and the record is not placed', async () => {
  const { customer, code, merchant } = await paidInSilence()
  const held = await holdOrder(shop.databaseUrl, code)
  const settling = customer.settle(code)
  await held.waiters(1)

  await merchant.refundInFull(code)
  await held.release()

  expect(await settling).toEqual({ __typename: 'PuenteOrderUnpaid' })
  expect(await shop.order(code)).toMatchObject({ state: 'ArrangingPayment', payments: [] })
  await world.api('PATCH', '/v1/store', { notify_url: shop.notifyUrl })
})

it('a notification of a payment that arrives after its void places nothing', async () => {
  const { code, merchant } = await paidInSilence()
  const { body: paid } = await world.api('GET', `/v1/orders/${code}`)
  await merchant.refundInFull(code)
  const { body: voided } = await world.api('GET', `/v1/orders/${code}`)

  for (const [type, data] of [
    ['order.voided', voided],
    ['order.paid', paid],
  ])
    expect(await notify(shop.notifyUrl, NOTIFY_SECRET, { type, data })).toBe(204)

  expect(await shop.order(code)).toMatchObject({ state: 'ArrangingPayment', payments: [] })
  await world.api('PATCH', '/v1/store', { notify_url: shop.notifyUrl })
})
