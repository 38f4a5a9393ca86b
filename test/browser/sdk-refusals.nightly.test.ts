import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { CARDS } from '../contract/support/harness.ts'
import { nonTestCard } from '../support/non-test-card.ts'
import { launchChromium } from './chromium.ts'
import { useSdkWorld } from './sdk-shopper.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useSdkWorld(browser)
afterEach(() => world.clear())

describe.skipIf(!browser)('4.14 payment_failed: refused cards', () => {
  it('a card outside the test cards fails with 14, and the field explains it', async () => {
    const shopper = await world.visit({ locale: 'en' })
    await shopper.typeCard(nonTestCard())
    await shopper.pay()
    await shopper.sees('failed 14')
    expect(await shopper.events('payment_failed')).toMatchObject([
      { IsoResponseCode: '14', Errors: [{ Code: '14', Message: 'Invalid card number' }] },
    ])
    expect(await shopper.errorOf('number')).toBe('This card is not accepted. Check the number.')
    await expect.poll(shopper.mayPay).toBe(false)
    expect(JSON.stringify(await shopper.run('[messages, events]'))).not.toContain('4242')

    await shopper.typeCard(CARDS.approved)
    expect(await shopper.errorOf('number')).toBe('')
    await shopper.pay()
    await shopper.sees('approved')
  })

  it.each([
    ['54', 'expiry', 'La tarjeta ya venció.', '01/24'],
    ['14', 'number', 'El número de tarjeta no es válido. Revíselo.', '4111111111111112'],
    ['30', 'cvc', 'El CVC tiene 3 o 4 dígitos.', '12'],
    ['30', 'expiry', 'Escríbalo como MM/AA, por ejemplo 08/39.', '13/39'],
    ['30', 'holder', 'Escriba el nombre que está en la tarjeta.', ' '],
  ] as const)('submit() fails with %s for a wrong %s: %s', async (code, name, text, typed) => {
    const shopper = await world.visit()
    await shopper.typeCard(CARDS.approved)
    await shopper.type({ [name]: typed })
    await shopper.run('component.submit()')
    await shopper.sees(`failed ${code}`)
    expect(await shopper.errorOf(name)).toBe(text)
    const input = shopper.fields.locator(`#${name}`)
    expect(await input.getAttribute('aria-invalid')).toBe('true')
    expect(await input.getAttribute('aria-describedby')).toContain(`${name}-error`)
    expect(await shopper.events('payment_token_ready')).toEqual([])
  })

  it('submit() of an empty form names the missing value and focuses the first field', async () => {
    const shopper = await world.visit()
    await shopper.run('component.submit()')
    await shopper.sees('failed 30')
    expect(await shopper.errorOf('number')).toBe('Escriba el número de la tarjeta.')
    expect(await shopper.fields.locator(':focus').getAttribute('id')).toBe('number')
  })

  it("a card that has expired by the service's clock fails with 54", async () => {
    const shopper = await world.visit()
    await shopper.typeCard(CARDS.approved)
    await world.gateway.advance(20 * 365 * 86_400)
    try {
      await shopper.pay()
      await shopper.sees('failed 54')
      expect(await shopper.errorOf('expiry')).toBe('La tarjeta ya venció.')
    } finally {
      await world.gateway.control('POST', '/clock', { now: new Date().toISOString() })
    }
  })

  it('the fields report an unreachable service, and the same card works afterwards', async () => {
    const shopper = await world.visit()
    await shopper.typeCard(CARDS.approved)
    await shopper.page.route('**/embed/v1/tokens', (route) => route.abort())
    await shopper.pay()
    await shopper.sees('failed 91')
    const notice = shopper.fields.getByRole('alert')
    expect(await notice.textContent()).toContain('Revise su conexión')
    await shopper.page.unroute('**/embed/v1/tokens')
    await shopper.pay()
    await shopper.sees('approved')
    expect(await notice.count()).toBe(0)
  })

  it('a nonsensical response of the service fails with 96', async () => {
    const shopper = await world.visit()
    await shopper.typeCard(CARDS.approved)
    await shopper.page.route('**/embed/v1/tokens', (route) =>
      route.fulfill({ status: 503, body: 'x' }),
    )
    await shopper.pay()
    await shopper.sees('failed 96')
  })

  it('an unknown payment fails with 12', async () => {
    const shopper = await world.visit({ paymentId: 99_999_999 })
    await shopper.typeCard(CARDS.approved)
    await shopper.pay()
    await shopper.sees('failed 12')
  })

  it('an unknown publishable key fails immediately, and the frame explains it', async () => {
    const shopper = await world.visit({}, { publishableKey: 'pk_test_other' })
    await shopper.sees('failed 03')
    const notice = shopper.fields.getByRole('alert')
    expect(await notice.textContent()).toContain('clave publicable')
  })
})
