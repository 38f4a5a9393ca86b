import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, eventually } from '../support/world.ts'
import { type CardPageVisitor, visitCardPage } from './card-page-visitor.ts'
import { launchChromium } from './chromium.ts'
import { HTTPS_URL } from './https-front.ts'
import { contrastOf, unnamedControls } from './readable.ts'

const CARDS = {
  approved: '4111111111111111',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  challenge: '4000000000003220',
} as const
const IDENTITY = '0801-1990-12345'
const DESKTOP = { viewport: { width: 1280, height: 900 } }

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld({ PUBLIC_URL: HTTPS_URL })
let visitor: CardPageVisitor
afterEach(() => visitor.leave())

const decide = (policy: NonNullable<Parameters<typeof connectTestStore>[1]['policy']>) =>
  connectTestStore(world.puente, { notifyUrl: world.shop.url, apiKey: world.apiKey, policy })

const visit = async (options: Parameters<typeof visitCardPage>[2] = {}) => {
  visitor = await visitCardPage(browser, world, options)
  return visitor
}

describe.skipIf(!browser)('a customer on the card page', () => {
  it('the customer pays and arrives at the return page', async () => {
    const { payBy, sees, page, read } = await visit()
    await payBy(CARDS.approved)
    await sees('Pago recibido')
    expect(page.url()).toMatch(new RegExp(`^${HTTPS_URL}/pay/[^/]+/return`))
    expect(await read()).toMatchObject({
      order: { status: 'paid' },
      payment: { mode: 'card_page', amount: '1250.50' },
    })
  })

  it('the customer reads why the card was declined and pays with another one', async () => {
    const { payBy, problem, sees, field, button, page } = await visit()
    await payBy(CARDS.noFunds)
    await problem.waitFor()
    expect(await problem.textContent()).toContain('no tiene fondos o límite suficientes')
    expect(await page.locator('main').innerText()).not.toMatch(/51|sufficient|error/i)
    await eventually(async () => (await field('number').inputValue()) === '')
    expect(await button.isDisabled()).toBe(true)
    await payBy(CARDS.approved)
    await sees('Pago recibido')
  })

  it('the button is disabled until the card is complete, and during the charge', async () => {
    const { type, field, button, page, sees } = await visit()
    await field('number').waitFor()
    expect(await button.isDisabled()).toBe(true)
    await type(CARDS.approved)
    await eventually(() => button.isEnabled())
    await field('cvc').clear()
    await eventually(() => button.isDisabled())
    await field('cvc').pressSequentially('123')

    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route('**/card?lang=*', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.fallback()
    })
    await button.click()
    await page.getByRole('button', { name: 'Procesando el pago…' }).waitFor()
    expect(await button.isDisabled()).toBe(true)
    go()
    await sees('Pago recibido')
  })

  it('a double click charges once', async () => {
    const { type, button, sees, charges, page } = await visit()
    let posts = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/card?')) posts++
    })
    await type(CARDS.approved)
    await button.dblclick()
    await sees('Pago recibido')
    expect({ posts, charges: await charges() }).toEqual({ posts: 1, charges: 1 })
  })

  it('a token that was used before makes the page ask for the card again', async () => {
    const { payBy, page, problem, sees, charges } = await visit()
    let used: string | undefined
    await page.route('**/card?lang=*', async (route) => {
      const request = route.request()
      if (request.method() !== 'POST' || used) return route.fallback()
      const body = request.postDataJSON()
      used = body.payment_token as string
      const order = { id: 'elsewhere', amount: '1.00', currency: 'HNL' }
      await world.api('POST', '/v1/checkouts', { order })
      await world.api('POST', '/v1/orders/elsewhere/confirm', { payment_token: used })
      return route.fallback()
    })
    await payBy(CARDS.approved)
    await problem.waitFor()
    expect(await problem.textContent()).toContain('escriba la tarjeta otra vez')
    await payBy(CARDS.approved)
    await sees('Pago recibido')
    expect(await charges()).toBe(1)
  })

  it('a lost response makes the page wait, and the customer is charged once', async () => {
    const { payBy, page, sees, charges } = await visit()
    await page.route('**/card?lang=*', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      const url = route.request().url().replace(HTTPS_URL, world.url)
      await route.fetch({ url })
      return route.abort('connectionreset')
    })
    await payBy(CARDS.approved)
    await sees('Pago recibido')
    expect(await charges()).toBe(1)
  })

  it('a customer who goes offline after paying waits until the page is reachable', async () => {
    const { payBy, page, sees } = await visit()
    let isOffline = true
    await page.route(`${HTTPS_URL}/**`, (route) =>
      isOffline ? route.abort('internetdisconnected') : route.fallback(),
    )
    await payBy(CARDS.approved)
    await page.getByRole('heading', { name: 'Estamos confirmando su pago' }).waitFor()
    expect(await page.locator('#pay').isVisible()).toBe(false)
    isOffline = false
    // Nothing was sent: the return page reports it and leads back.
    await sees('El pago no se completó')
    await page.getByRole('link', { name: 'Intentar otra vez' }).click()
    await page.waitForURL('**/card**')
  })

  it('the pay link of a paid order shows that it is paid', async () => {
    const { payBy, sees, page, payUrl } = await visit()
    await payBy(CARDS.approved)
    await sees('Pago recibido')
    await page.goto(`${payUrl}/card`)
    await sees('Pago recibido')
  })

  it('the page reports card fields that fail to load, and offers a retry', async () => {
    const { page, payUrl, field } = await visit()
    let isAway = true
    await page.route('**/sdk/v1/connect.js', (route) => (isAway ? route.abort() : route.continue()))
    await page.goto(`${payUrl}/card`)
    await page.getByText('No se pudieron cargar los campos').first().waitFor()
    expect(await page.locator('#pay').isVisible()).toBe(false)
    isAway = false
    await page.getByRole('link', { name: 'Intentar otra vez' }).click()
    await field('number').waitFor()
  })

  it('an amount that changed in the meantime is not charged', async () => {
    const { payBy, page, problem, read } = await visit()
    const { order } = await read()
    const changed = { id: order.id, amount: '99.00', currency: 'HNL' }
    await world.api('POST', '/v1/checkouts', { order: changed, mode: 'card_page' })
    await payBy(CARDS.approved)
    await page.waitForURL('**/card?changed=1**')
    expect(await problem.textContent()).toContain('El monto del pedido cambió')
    await page.getByRole('button', { name: 'Pagar L 99.00' }).waitFor()
    expect((await read()).order.status).toBe('awaiting_payment')
  })
})

describe.skipIf(!browser)('a customer with a challenge of the bank', () => {
  it('the customer authenticates in the whole window and has paid', async () => {
    const { payBy, page, sees, read } = await visit()
    await payBy(CARDS.challenge)
    await page.waitForURL('**/3ds/**')
    await page.locator('button[value=authenticated]').click()
    await page.waitForURL(`${HTTPS_URL}/pay/*/return**`)
    await sees('Pago recibido')
    expect((await read()).order.status).toBe('paid')
  })

  it('a failed authentication charges nothing, and another card pays', async () => {
    const { payBy, page, problem, sees, charges } = await visit()
    await payBy(CARDS.challenge)
    await page.waitForURL('**/3ds/**')
    await page.locator('button[value=failed]').click()
    await page.waitForURL('**/card?failed=1**')
    expect(await problem.textContent()).toContain('No se le cobró nada')
    await payBy(CARDS.approved)
    await sees('Pago recibido')
    expect(await charges()).toBe(1)
  })
})

type Box = Record<'left' | 'width' | 'top' | 'bottom', number>

const typeIdentity = async (page: CardPageVisitor['page'], identity: string): Promise<void> => {
  const checked = page.waitForResponse((response) => response.url().endsWith('/card/identity'))
  await page.locator('#identity').fill(identity)
  await page.locator('#identity').blur()
  await checked
  await page.locator('#card-fields iframe[src*="save_card=1"]').waitFor()
}

describe.skipIf(!browser)('a stranger with the pay link', () => {
  it('the page shows shop, order and amount, and no customer data, even in its source', async () => {
    await decide({ save_cards: true })
    const customer = {
      name: 'Ana Mejía Zelaya',
      email: 'ana.mejia@correo.example',
      phone: '+504 9876-5432',
      identity_number: IDENTITY,
    }
    const order = { customer, description: 'Pastel para Ana' }
    const { page, field, payUrl } = await visit({ order })
    await field('number').waitFor()
    const seen = [await page.content(), await page.locator('body').innerText()]
    for (const way of ['', '/card', '/status', '/return', '/return/status', '/card?failed=1']) {
      seen.push(await (await fetch(payUrl.replace(HTTPS_URL, world.url) + way)).text())
    }
    for (const datum of [
      'Ana',
      'Mejía',
      'Zelaya',
      'ana.mejia',
      'correo',
      '9876',
      '0801-1990',
      '08011990',
      '1990',
    ]) {
      expect(seen.filter((text) => text.includes(datum))).toEqual([])
    }
    expect(seen[1]).toMatch(/L\s1,250\.50/)
    expect(seen[1]).not.toContain('termina en')
    const frame = await page.locator('#card-fields iframe').getAttribute('src')
    expect(frame).not.toContain('Ana')
    await decide({})
  })
})

describe.skipIf(!browser)('a store that saves cards', () => {
  const savedCards = async () =>
    (await world.api('GET', `/v1/saved-cards?identity_number=${IDENTITY}`)).body.data
  const ana = { customer: { name: 'Ana', identity_number: IDENTITY } }

  it('the page asks for consent and saves the card with it', async () => {
    await decide({ save_cards: true })
    const { saveCard, payBy, sees, page } = await visit({ order: ana })
    expect(await saveCard.isChecked()).toBe(false)
    await saveCard.check()
    // Grouped differently than in the shop.
    await typeIdentity(page, '0801 1990 12345')
    await payBy(CARDS.approved)
    await sees('Pago recibido')
    expect(await savedCards()).toMatchObject([{ last_four: '1111' }])
    await decide({})
  })

  it('the page saves no card under an identity number unknown to the shop, and reports it', async () => {
    await decide({ save_cards: true })
    const { saveCard, type, button, page, sees, field } = await visit({ order: ana })
    await saveCard.check()
    await page.locator('#identity').fill('0801-1990-99999')
    await page.locator('#identity').blur()
    await page.getByText('No es el número de identidad que tiene la tienda').waitFor()
    // No fields to fill before it is decided whether they save the card.
    expect(await page.locator('#card-fields iframe').count()).toBe(0)
    expect(await button.isDisabled()).toBe(true)
    await page.getByText('Para continuar, escriba su número de identidad').waitFor()
    await saveCard.uncheck()
    await field('number').waitFor()
    await type(CARDS.approved)
    await eventually(() => button.isEnabled())
    const before = await savedCards()
    await button.click()
    await sees('Pago recibido')
    expect(await savedCards()).toEqual(before)
    await decide({})
  })

  it('the page distinguishes a number that it cannot check from a wrong one', async () => {
    await decide({ save_cards: true })
    const { saveCard, page } = await visit({ order: ana, request: { locale: 'en' } })
    const answers = [429, 503]
    await page.route('**/card/identity', (route) => {
      const status = answers.shift()
      return status ? route.fulfill({ status, json: { code: 'busy' } }) : route.fallback()
    })
    await saveCard.check()
    for (const typed of [IDENTITY, `${IDENTITY} `]) {
      await page.locator('#identity').fill(typed)
      await page.locator('#identity').blur()
      await page.getByText('We cannot check the number right now').waitFor()
      expect(await page.getByText('This is not the identity number').isVisible()).toBe(false)
      await page.locator('#identity').fill('')
      await page.locator('#identity').blur()
    }
    await typeIdentity(page, IDENTITY)
    expect(await page.locator('#identity-problem').isVisible()).toBe(false)
    await decide({})
  })

  it('the card fields stay untouched during a charge, whatever the identity check returns', async () => {
    await decide({ save_cards: true })
    const { saveCard, page, type, button, sees, charges } = await visit({ order: ana })
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/card/identity', async (route) => {
      await asked
      await route.fallback()
    })
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route('**/card?lang=*', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.fallback()
    })
    await saveCard.check()
    await page.locator('#identity').fill(IDENTITY)
    await page.locator('#identity').blur()
    await saveCard.uncheck()
    await type(CARDS.approved)
    await eventually(() => button.isEnabled())
    await button.click()
    await page.getByRole('button', { name: 'Procesando el pago…' }).waitFor()
    const checked = page.waitForResponse((response) => response.url().endsWith('/card/identity'))
    answer()
    await checked
    await page.waitForTimeout(300)
    expect(await button.textContent()).toBe('Procesando el pago…')
    go()
    await sees('Pago recibido')
    expect(await charges()).toBe(1)
    await decide({})
  })

  it('the page limits guesses of the identity number', async () => {
    await decide({ save_cards: true })
    const { payUrl, page } = await visit({ order: ana })
    const guess = (identity_number: string) =>
      page.evaluate(
        async ([url, number]) =>
          (
            await fetch(`${url}/card/identity`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ identity_number: number }),
            })
          ).status,
        [payUrl, identity_number] as const,
      )
    const statuses = []
    for (let number = 0; number < 6; number++) statuses.push(await guess(`0801-1990-0000${number}`))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(await guess(IDENTITY)).toBe(429)
    await decide({})
  })

  it('the page offers to save a card only to an identified customer, and only if the policy allows it', async () => {
    await decide({ save_cards: true })
    const unknown = await visit()
    await unknown.field('number').waitFor()
    expect(await unknown.saveCard.count()).toBe(0)
    await unknown.leave()
    await decide({})
    const known = await visit({ order: ana })
    await known.field('number').waitFor()
    expect(await known.saveCard.count()).toBe(0)
  })
})

describe.skipIf(!browser).each([
  ['a phone, in Spanish', {}, 'es'],
  ['a desk, in English', DESKTOP, 'en'],
  ['a phone in the dark, in English', { colorScheme: 'dark' as const }, 'en'],
])('the card page on %s', (_where, context, locale) => {
  it('each control has a name, the text is readable, and the page fits the screen', async () => {
    await decide({ save_cards: true })
    const order = { customer: { identity_number: IDENTITY } }
    const { page, field, payBy, problem } = await visit({ context, order, request: { locale } })
    await field('number').waitFor()
    const check = async () => {
      expect(await unnamedControls(page)).toEqual([])
      expect(await contrastOf(page, 4.5)).toEqual([])
      const beyond = 'document.documentElement.scrollWidth - window.innerWidth'
      expect(await page.evaluate(beyond)).toBeLessThanOrEqual(0)
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    }
    await check()
    await payBy(CARDS.declined)
    await problem.waitFor()
    expect(await problem.and(page.locator(':focus')).count()).toBe(1)
    await field('number').waitFor()
    await check()
    await decide({})
  })

  it('the identity number is fully visible below its label', async () => {
    await decide({ save_cards: true })
    const order = { customer: { identity_number: IDENTITY } }
    const { page, saveCard } = await visit({ context, order, request: { locale } })
    await saveCard.check()
    await page.locator('#identity').fill('0801-1990-99999')
    await page.locator('#identity').blur()
    await page.locator('#identity-problem:not([hidden])').waitFor()
    const [label, input, why] = await page.evaluate<[Box, Box, Box]>(`['label', 'input', 'p'].map(
      (part) => document.querySelector('.identity ' + part).getBoundingClientRect().toJSON())`)
    expect([input.left, input.width, why.left, why.width]).toEqual([
      label.left,
      label.width,
      label.left,
      label.width,
    ])
    expect(input.top).toBeGreaterThanOrEqual(label.bottom)
    expect(why.top).toBeGreaterThanOrEqual(input.bottom)
    const cut = await page.evaluate(
      `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.getElementById('identity'))`,
    )
    expect(cut).toBe(false)
    expect(await unnamedControls(page)).toEqual([])
    expect(await contrastOf(page, 4.5)).toEqual([])
    await decide({})
  })

  it('the page is available in the other language', async () => {
    const { page, field } = await visit({ context, request: { locale } })
    await field('number').waitFor()
    await page.getByRole('link', { name: locale === 'es' ? 'English' : 'Español' }).click()
    const words = locale === 'es' ? ['Pay by card', 'Card number'] : ['Pagar con tarjeta', 'Número']
    await page.getByRole('heading', { name: words[0] }).waitFor()
    await page
      .frameLocator('#card-fields iframe')
      .getByText(words[1] ?? '')
      .first()
      .waitFor()
  })
})

describe.skipIf(!browser)('a device that switches between light and dark', () => {
  const themes = async (page: CardPageVisitor['page']) => {
    const frame = await page.locator('#card-fields iframe').getAttribute('src')
    const ofPage = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    return [
      ofPage === 'rgb(18, 22, 20)' ? 'dark' : 'light',
      new URL(frame ?? '').searchParams.get('theme'),
    ]
  }

  it('the page and its fields switch together, and never while the customer types a card', async () => {
    const { page, field, type, button, payBy, problem } = await visit({
      context: { colorScheme: 'light' },
    })
    await field('number').waitFor()
    expect(await themes(page)).toEqual(['light', 'light'])
    await page.emulateMedia({ colorScheme: 'dark' })
    await eventually(async () => String(await themes(page)) === 'dark,dark')
    await field('number').waitFor()
    await field('number').click()
    await type(CARDS.noFunds)
    await page.emulateMedia({ colorScheme: 'light' })
    await eventually(() => button.isEnabled())
    expect(await themes(page)).toEqual(['dark', 'dark'])
    expect((await field('number').inputValue()).replace(/\D/g, '')).toBe(CARDS.noFunds)
    await button.click()
    await problem.waitFor()
    await eventually(async () => String(await themes(page)) === 'light,light')
    await payBy(CARDS.approved)
  })
})

describe.skipIf(!browser)('a store with a theme for the card page', () => {
  it('the button and the fields have the colours of the store', async () => {
    await decide({ card_page_theme: 'dark', card_page_accent_color: '#ffcc00' })
    const { page, type, field } = await visit()
    await field('number').waitFor()
    const frame = await page.locator('#card-fields iframe').getAttribute('src')
    expect(new URL(frame ?? '').searchParams.get('theme')).toBe('dark')
    expect(new URL(frame ?? '').searchParams.get('accent')).toBe('#ffcc00')
    await type(CARDS.approved)
    await page.locator('#pay:enabled').waitFor()
    expect(await contrastOf(page, 4.5)).toEqual([])
    const colours = 'getComputedStyle(document.getElementById("pay")).backgroundColor'
    expect(await page.evaluate(colours)).toBe('rgb(255, 204, 0)')
    await decide({})
  })
})
