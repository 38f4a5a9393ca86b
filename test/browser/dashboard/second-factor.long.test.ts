import { Secret, TOTP } from 'otpauth'
import { afterAll, describe, expect, it } from 'vitest'
import { setSecondFactorRequired } from '../../../src/db/people/members.ts'
import { authenticatorOf } from '../../support/authenticator.ts'
import { merchantOf } from '../../support/merchant.ts'
import { asPage, PASSWORD } from '../../support/people.ts'
import { useWorld } from '../../support/use-world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, useVisits, type Visitor } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld({ SECOND_FACTOR_REFUNDS: '50.00 HNL' })

const visit = useVisits(() => world, browser)

const cookieOf = async ({ page }: Visitor) =>
  (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')

const oldFactors = () =>
  world.puente.ctx.db.query
    .updateTable('person_sessions')
    .set({ factor_confirmed_at: new Date(Date.now() - 3_600_000) })
    .where('factor_confirmed_at', 'is not', null)
    .execute()

const WORDS = {
  en: {
    setUp: 'Set up an authenticator app…',
    turnOn: 'Turn on',
    digits: 'Six digits',
    on: 'Set up.',
    email: 'E-mail',
    password: 'Password',
    signIn: 'Sign in',
    code: 'Code',
    enterCode: 'Enter your code',
    wrong: 'The code is wrong',
    required: 'Set up a second factor',
    continue: 'Continue',
    orders: 'Orders',
  },
  es: {
    setUp: 'Configurar una aplicación de autenticación…',
    turnOn: 'Activar',
    digits: 'Seis dígitos',
    on: 'Configurada.',
    email: 'Correo',
    password: 'Contraseña',
    signIn: 'Iniciar sesión',
    code: 'Código',
    enterCode: 'Escriba su código',
    wrong: 'El código no es correcto',
    required: 'Configure un segundo factor',
    continue: 'Continuar',
    orders: 'Pedidos',
  },
} as const

describe.skipIf(!browser)('a second factor in the dashboard', () => {
  it.each(EVERY_READER)(
    'a person scans the key, enters a code, and signs in with a recovery code ($language, $size)',
    async (reader) => {
      const words = WORDS[reader.language]
      const here = await visit('/people', { ...reader, role: 'viewer' })
      await here.press(words.setUp)
      const secret = await here.page.locator('.copyable .code').first().innerText()
      await here.page.getByRole('img', { name: /QR/ }).waitFor()
      await here.isFineAs('second-factor-key', { fullPage: false })
      await here.page.getByLabel(words.digits).fill('000000')
      await here.press(words.turnOn)
      await here.sees(words.wrong)
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
      await here.page.getByLabel(words.digits).fill(code)
      await here.press(words.turnOn)
      await here.sees(words.on)
      const codes = (await here.page.locator('.once .code').innerText()).split('\n')
      expect(codes).toHaveLength(10)
      await here.isFineAs('second-factor-codes')

      await here.page.context().clearCookies({ name: /puente/ })
      await here.page.goto(`${world.url}/sign-in?next=%2Fpeople`)
      await here.page.getByLabel(words.email).fill(here.email)
      await here.page.getByLabel(words.password).fill(PASSWORD)
      await here.press(words.signIn)
      await here.sees(words.enterCode)
      await here.page.getByLabel(words.code, { exact: true }).fill('aaaa-bbbb-cccc-dddd')
      await here.press(words.signIn)
      await here.sees(words.wrong)
      await here.isFineAs('second-factor-sign-in')
      await here.page.getByLabel(words.code, { exact: true }).fill(codes[0] ?? '')
      await here.press(words.signIn)
      await here.page.waitForURL('**/people')
      await here.sees(words.on)
    },
  )

  it('a sensitive action hours later asks for a code in place and continues', async () => {
    const here = await visit('/people')
    const { nextCode } = await authenticatorOf(world, await cookieOf(here))
    await oldFactors()
    await here.open('/people')
    await here.press('Remove the app')
    await here.page.getByRole('dialog').getByRole('button', { name: 'Remove the app' }).click()
    await here.sees('Confirm it is you')
    await here.isFineAs('second-factor-confirm', { fullPage: false })
    await here.page.getByLabel('Code').fill(nextCode())
    await here.press('Confirm')
    await here.sees('Off. Anyone who knows your password')
    const view = await asPage(world, 'GET', '/auth/second-factor', { cookie: await cookieOf(here) })
    expect(await view.json()).toMatchObject({ authenticator: false })
  })

  it('a refund from SECOND_FACTOR_REFUNDS on asks for a code in place, then the refund goes through', async () => {
    const merchant = merchantOf(world, { prefix: 'F' })
    const { id } = await merchant.paid()
    const here = await visit(`/orders?search=${id}`)
    const { nextCode } = await authenticatorOf(world, await cookieOf(here))
    await oldFactors()
    await here.page.getByRole('link', { name: id }).click()
    await here.press('Refund…')
    await here.page.getByRole('button', { name: 'Refund L 100.00' }).click()
    await here.sees('Confirm it is you')
    expect((await merchant.read(id)).refunds).toEqual([])
    await here.page.getByLabel('Code').fill(nextCode())
    await here.press('Confirm')
    await here.page.locator('h1 ~ * .status', { hasText: 'Voided' }).waitFor()
  })

  it('a person without a second factor reads why the refund needs one', async () => {
    const { id } = await merchantOf(world, { prefix: 'W' }).paid()
    const here = await visit(`/orders?search=${id}`)
    await here.page.getByRole('link', { name: id }).click()
    await here.press('Refund…')
    await here.page.getByRole('button', { name: 'Refund L 100.00' }).click()
    await here.sees('Set up a second factor first')
  })

  it.each(EVERY_READER)(
    'a member of an organization that requires a second factor sets it up before any screen ($language, $size)',
    async (reader) => {
      const words = WORDS[reader.language]
      const require = (isRequired: boolean) =>
        setSecondFactorRequired(world.puente.ctx.db.query, { organizationId: 'main', isRequired })
      await require(true)
      try {
        const here = await visit('/orders', { ...reader, role: 'viewer' })
        await here.sees(words.required)
        await here.page.waitForLoadState('networkidle')
        expect(await here.page.locator('.banner').count()).toBe(0)
        await here.isFineAs('second-factor-required')
        await here.press(words.setUp)
        const secret = await here.page.locator('.copyable .code').first().innerText()
        const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
        await here.page.getByLabel(words.digits).fill(code)
        await here.press(words.turnOn)
        await here.page.locator('.once .code').waitFor()
        await here.press(words.continue)
        await here.page.getByRole('heading', { level: 1, name: words.orders }).waitFor()
      } finally {
        await require(false)
      }
    },
  )

  it('an owner requires a second factor from all members, and must set one up first', async () => {
    const here = await visit('/people')
    await here.page.getByRole('switch', { name: 'Second factor for all members' }).click()
    await here.sees('Set up a second factor')
    await authenticatorOf(world, await cookieOf(here))
    await here.open('/people')
    expect(await here.page.getByLabel('Second factor for all members').isChecked()).toBe(true)
    await here.isFineAs('second-factor-required-of-all')
    await here.page.getByRole('switch', { name: 'Second factor for all members' }).click()
    await here.sees('Second factor no longer required.')
  })
})
