import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { CARDS, uniqueReference } from '../contract/support/harness.ts'
import { startReceiver } from '../contract/support/receiver.ts'
import { launchChromium } from './chromium.ts'
import { useSdkWorld } from './sdk-shopper.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useSdkWorld(browser)
afterEach(() => world.clear())

const savedCards = async (identityNumber: string) => {
  const query = new URLSearchParams({ 'customer[identity_number]': identityNumber })
  return (await world.gateway.call('GET', `/v1/payment-methods?${query}`)).body.data
}

describe.skipIf(!browser)("4.14 payments with the browser SDK on a merchant's page", () => {
  it("the customer pays with a card that the merchant's page never sees", async () => {
    const shopper = await world.visit()
    expect(await shopper.mayPay()).toBe(false)
    await shopper.typeCard(CARDS.approved)
    expect(await shopper.valueOf('number')).toBe('4111 1111 1111 1111')
    expect(await shopper.valueOf('expiry')).toBe('12/39')
    await shopper.pay()
    await shopper.sees('approved')
    expect(world.merchant.confirmed.at(-1)).toMatchObject({
      status: 200,
      body: { status: 'approved' },
    })

    const seen = JSON.stringify(await shopper.run('[messages, events]')).replaceAll(' ', '')
    expect(seen).toMatch(/"payment_token":"tok_/)
    for (const secret of [CARDS.approved, '411111', '12/39', '1239', '"123"', 'Ana']) {
      expect(seen).not.toContain(secret)
    }
    expect(JSON.stringify(await world.gateway.journal())).not.toContain(CARDS.approved)
  })

  it('handlers that read x.complete and handlers that read x.data.complete get the same', async () => {
    const shopper = await world.visit()
    await shopper.typeCard(CARDS.approved)
    await shopper.pay()
    await shopper.sees('approved')
    const [completed] = await shopper.events('form_complete')
    expect(completed).toEqual({ complete: true, data: { complete: true } })
    const [{ payment_token, data }] = await shopper.events('payment_token_ready')
    expect(data).toEqual({ payment_token })
  })

  it('form_complete fires only when completeness changes', async () => {
    const shopper = await world.visit()
    await shopper.typeCard(CARDS.approved)
    await shopper.type({ cvc: '12' })
    await shopper.type({ cvc: '1234' })
    const completions = async () =>
      (await shopper.events('form_complete')).map(({ complete }) => complete)
    await expect.poll(completions).toEqual([true, false, true])
  })

  it('fields remounted after a decline are empty, and another card pays', async () => {
    const shopper = await world.visit()
    await shopper.typeCard(CARDS.noFunds)
    await shopper.pay()
    await shopper.sees('declined 51')
    await shopper.run("component.mount('#card')")
    expect(await shopper.mayPay()).toBe(false)
    expect(await shopper.valueOf('number')).toBe('')
    await shopper.typeCard(CARDS.approved)
    await shopper.pay()
    await shopper.sees('approved')
    expect(await shopper.page.locator('iframe').count()).toBe(1)
  })

  it("a challenge is pending and returns the bank's address", async () => {
    const shopper = await world.visit()
    await shopper.typeCard(CARDS.challenge)
    await shopper.pay()
    await shopper.sees('pending')
    expect(world.merchant.confirmed.at(-1)?.status).toBe(202)
    expect(await shopper.run('answer.authentication_url')).toMatch(/^http.*signature=/)
  })

  it('a component created for a payment pays it', async () => {
    const { id } = await world.gateway.createPayment()
    const shopper = await world.visit({ paymentId: id })
    await shopper.typeCard(CARDS.approved)
    await shopper.pay()
    await shopper.sees('approved')
    expect((await world.gateway.getPayment(id)).status).toBe('paid')
  })

  it("saveCard saves the customer's card: an event arrives, and the list by identity number has it", async () => {
    const identity_number = uniqueReference()
    const shopper = await world.visit({ saveCard: true, customer: { identity_number } })
    const address = await shopper.page.locator('iframe').getAttribute('src')
    expect(address).toContain('save_card=1')
    expect(address).not.toContain(identity_number)
    const receiver = await startReceiver()
    await world.gateway.addEndpoint(receiver.url)
    await shopper.typeCard(CARDS.approved)
    await shopper.pay()
    await shopper.sees('approved')
    const saved = { last_four: '1111', exp_month: 12, exp_year: 2039 }
    expect(await savedCards(identity_number)).toMatchObject([saved])
    const [delivery] = await receiver.waitUntil(({ type }) => type === 'payment_method.saved')
    expect(delivery?.event.data).toMatchObject(saved)
    await receiver.close()
  })

  it("without saveCard: true no card is saved, and the iframe's address does not ask for it", async () => {
    const identity_number = uniqueReference()
    const shopper = await world.visit({ saveCard: 'false', customer: { identity_number } })
    expect(await shopper.page.locator('iframe').getAttribute('src')).not.toContain('save_card')
    await shopper.typeCard(CARDS.approved)
    await shopper.pay()
    await shopper.sees('approved')
    expect(await savedCards(identity_number)).toEqual([])
  })
})
