import { mkdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { axeFindingsWithin } from '../browser/axe.ts'
import { launchChromium } from '../browser/chromium.ts'
import { saveCard } from '../support/merchant.ts'
import { CARDS, cardOf, eventually } from '../support/world.ts'
import { logIn } from './log-in.ts'
import { paid } from './paid-order.ts'
import { type GivenShop, givenShop, type RealShop, startRealShop } from './real-shop.ts'
import { runPhp, WOO_PHP } from './run-php.ts'
import { shopAdminIn } from './shop-admin.ts'

const TEST_MS = 360_000
const PATIENCE_MS = 60_000
/** Screenshot folder, if set. */
const PICTURES = process.env.PICTURES_DIR
const LANGUAGES = [
  { language: 'en', locale: '' },
  { language: 'es', locale: 'es_ES' },
] as const
const SIZES = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
} as const
type Size = keyof typeof SIZES
/** An alternative of the box; the classic checkout names its fields otherwise than the block. */
const CARD_FIELDS = '[id^=puente-card-fields-]'

interface Screen {
  name: string
  who: 'admin' | 'customer'
  address(): string
  /** Part of the page that is Puente's. */
  part: string
  /** What a picture shows, if more than the part. */
  picture?: string
  /** Texts of the part. */
  says: { en: RegExp; es: RegExp }
  /** What a person does before the part is there. */
  open?(page: Page): Promise<void>
}

const launched = givenShop ? await launchChromium(['--ignore-certificate-errors']) : undefined
afterAll(() => launched?.close())

// A run that skips these tests calls nothing below.
const given = givenShop as GivenShop
const browser = launched as Browser
const siteUrl = given?.url

let real: RealShop
let orders: { once: number; twice: number; onceUrl: string; list: string }
let classicCheckout: string

const newOrder = (): Promise<{ id: number; url: string }> =>
  runPhp(`
    $user  = get_user_by( 'login', 'customer' );
    $order = wc_create_order( array( 'customer_id' => $user->ID ) );
    $order->set_created_via( 'checkout' );
    $order->add_product( wc_get_product( ${given.productId} ), 2 );
    $order->set_address( array( 'first_name' => 'Ana', 'last_name' => 'Mejía', 'email' => $user->user_email, 'phone' => '+504 9999-9999', 'address_1' => 'Col. Palmira', 'city' => 'Tegucigalpa', 'country' => 'HN' ) );
    $order->set_payment_method( wc_get_payment_gateway_by_order( 'puente' ) ?: 'puente' );
    $order->calculate_totals();
    $order->save();
    $answer = array( 'id' => $order->get_id(), 'url' => Puente_Checkout::pay( $order, array( 'type' => 'hosted' ) ) )`)

/** Opens a pay link. Returns the gateway's page. */
const openLink = async (url: string): Promise<string> => {
  const link = await fetch(url, { redirect: 'manual' })
  return link.headers.get('location') ?? ''
}

const payByCardFields = async (id: number): Promise<void> => {
  const { payment_token } = await real.world.control('/sandbox/tokens', {
    publishable_key: 'pk_test_sandbox',
    card: cardOf(CARDS.approved),
  })
  await runPhp(`
    Puente_Checkout::pay( wc_get_order( ${id} ), array( 'type' => 'card_fields', 'payment_token' => '${payment_token}' ) );
    $answer = true`)
}

const connect = async (): Promise<void> => {
  const code = await real.connect(siteUrl)
  await runPhp(`
    Puente_Pairings::keep_pending( Puente_Pairing::from_code( '${code}' ) );
    Puente_Pairings::promote_pending();
    update_option( 'woocommerce_puente_settings', array( 'enabled' => 'yes', 'way' => 'fields', 'saved_cards' => 'yes' ) );
    Puente_Facts::refresh();
    $answer = true`)
}

const keepCard = async (): Promise<void> => {
  const card = await saveCard(real.world)
  await runPhp(`
    Puente_Saved_Cards::keep( get_user_by( 'login', 'customer' )->ID, array( 'id' => '${card}', 'brand' => 'visa', 'last_four' => '1111', 'exp_month' => 12, 'exp_year' => 2039, 'is_default' => true ) );
    $answer = true`)
}

const speak = (locale: string) =>
  runPhp(`update_option( 'WPLANG', '${locale}' ); $answer = get_locale()`)

const putIntoCart = async (page: Page) => {
  await page.goto(`${siteUrl}/?add-to-cart=${given.productId}`)
}
const chooseNewCard = async (page: Page) => {
  await page.locator('.blockOverlay').first().waitFor({ state: 'detached' })
  const method = page.locator(
    '#radio-control-wc-payment-method-options-puente, #wc-puente-payment-token-new',
  )
  await method.first().waitFor({ state: 'attached' })
  await method.first().check({ force: true })
  await page.frameLocator(`${CARD_FIELDS} iframe`).locator('#number').waitFor()
}

const SCREENS: readonly Screen[] = [
  {
    name: 'settings',
    who: 'admin',
    address: () => '/wp-admin/admin.php?page=wc-settings&tab=checkout&section=puente',
    part: '.puente-connection',
    says: { en: /Works\./, es: /Funciona\./ },
  },
  {
    name: 'order',
    who: 'admin',
    address: () => `/wp-admin/post.php?post=${orders.once}&action=edit`,
    part: '#puente-payment',
    says: { en: /Card payment/, es: /Pago con tarjeta/ },
  },
  {
    name: 'charged-twice',
    who: 'admin',
    address: () => `/wp-admin/post.php?post=${orders.twice}&action=edit`,
    part: '#puente-payment',
    says: { en: /Refund the second payment/, es: /Reembolsar el segundo pago/ },
  },
  {
    name: 'orders',
    who: 'admin',
    address: () => orders.list,
    part: '.puente-badge',
    picture: '.wp-list-table',
    says: { en: /Needs attention/, es: /Por revisar/ },
    open: (page) => page.locator('.puente-badge:visible').first().waitFor(),
  },
  {
    name: 'status',
    who: 'admin',
    address: () => '/wp-admin/admin.php?page=wc-status',
    part: '.wc_status_table:has(th[data-export-label="Puente"])',
    says: { en: /Puente/, es: /Puente/ },
  },
  {
    name: 'checkout',
    who: 'customer',
    address: () => '/checkout/',
    part: '.wp-block-woocommerce-checkout-payment-block, .wc-block-checkout__payment-method',
    says: { en: /Test mode/, es: /Modo de prueba/ },
    open: async (page) => {
      await chooseNewCard(page)
    },
  },
  {
    name: 'classic-checkout',
    who: 'customer',
    address: () => classicCheckout,
    part: 'li.payment_method_puente',
    says: { en: /Test mode/, es: /Modo de prueba/ },
    open: async (page) => {
      await page.locator('label[for=payment_method_puente]').click()
      await chooseNewCard(page)
    },
  },
  {
    name: 'order-received',
    who: 'customer',
    address: () => orders.onceUrl,
    part: '.puente-payment',
    says: { en: /Paid with/, es: /Pagado con/ },
  },
  {
    name: 'saved-cards',
    who: 'customer',
    address: () => '/my-account/payment-methods/',
    part: '.puente-how-to-save',
    picture: '.woocommerce-MyAccount-content',
    says: { en: /To save a card, pay with it/, es: /Para guardar una tarjeta, pague con ella/ },
  },
]

const visiblePart = (page: Page, part: string) =>
  page.locator(part).filter({ visible: true }).first()

/** Elements of the part that a person has to scroll to sideways. */
const wideIn = (page: Page, part: string): Promise<string[]> =>
  visiblePart(page, part).evaluate((element, width) => {
    const all = [element, ...element.querySelectorAll('*')]
    return all
      .filter((one) => {
        const { left, right, width: own } = one.getBoundingClientRect()
        // Texts for screen readers are a pixel wide.
        return own > 1 && (right > width + 1 || left < -1)
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 200))
  }, page.viewportSize()?.width ?? 0)

const pageAs = async (who: Screen['who'], size: Size): Promise<Page> => {
  const context = await browser.newContext({ viewport: SIZES[size], ignoreHTTPSErrors: true })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  if (!given.customer) throw new Error('nobody has an account')
  await logIn(page, siteUrl, who === 'admin' ? given.admin : given.customer)
  return page
}

const takePicture = async (page: Page, name: string, part: string): Promise<void> => {
  if (!PICTURES) return
  mkdirSync(PICTURES, { recursive: true })
  // They stay at the top of the window, over a part that is taller.
  const content = '#wpadminbar, .woocommerce-layout__header { display: none !important }'
  await page.addStyleTag({ content })
  await page.screenshot({ path: `${PICTURES}/${name}-page.png`, fullPage: true })
  await visiblePart(page, part).screenshot({ path: `${PICTURES}/${name}.png` })
}

describe.skipIf(!givenShop || !launched || !WOO_PHP || !givenShop.customer)(
  'the screens of a real shop',
  { timeout: TEST_MS },
  () => {
    let page: Page
    beforeAll(async () => {
      real = await startRealShop(given)
      await connect()
      await keepCard()
      const once = await newOrder()
      await real.world.pay(await openLink(once.url))
      await paid(real, once.id)
      const twice = await newOrder()
      const otherTab = await openLink(twice.url)
      await payByCardFields(twice.id)
      await real.world.pay(otherTab)
      await paid(real, twice.id)
      await eventually(async () => {
        const answer = await runPhp<string>(
          `$answer = Puente_Client::current()->call( 'GET', '/v1/woocommerce/orders/${twice.id}?fingerprint=' . Puente_Order_View::fingerprint( wc_get_order( ${twice.id} ) ) )->body['found']['order']['conflict'] ?? ''`,
        )
        return answer === 'paid_twice'
      }, PATIENCE_MS)
      orders = {
        once: once.id,
        twice: twice.id,
        onceUrl: await runPhp(
          `$answer = wc_get_order( ${once.id} )->get_checkout_order_received_url()`,
        ),
        list: await runPhp(
          `$answer = 'yes' === get_option( 'woocommerce_custom_orders_table_enabled' ) ? '/wp-admin/admin.php?page=wc-orders' : '/wp-admin/edit.php?post_type=shop_order'`,
        ),
      }
      const admin = await shopAdminIn(browser, { siteUrl, user: given.admin })
      classicCheckout = await admin.makeClassicCheckout()
      await admin.leave()
    }, TEST_MS)
    afterEach(() => page?.context().close())
    afterAll(async () => {
      await speak('')
      await runPhp(`
        Puente_Disconnection::notify();
        Puente_Pairings::forget_current();
        $answer = true`)
      await real?.close()
    }, TEST_MS)

    describe.each(LANGUAGES)('in $language', ({ language, locale }) => {
      beforeAll(() => speak(locale), PATIENCE_MS)

      it.each(
        SCREENS.flatMap((screen) =>
          (['desktop', 'phone'] as const).map((size) => ({ ...screen, size })),
        ),
      )('$name fits on a $size, is accessible and in its language', async (screen) => {
        page = await pageAs(screen.who, screen.size)
        if (screen.name.endsWith('checkout')) await putIntoCart(page)
        await page.goto(new URL(screen.address(), siteUrl).href, { waitUntil: 'networkidle' })
        await screen.open?.(page)
        const part = visiblePart(page, screen.part)
        await part.waitFor()
        const picture = `${screen.name}-${language}-${screen.size}`
        await takePicture(page, picture, screen.picture ?? screen.part)
        expect(await part.innerText()).toMatch(screen.says[language])
        expect(await wideIn(page, screen.part)).toEqual([])
        expect(await axeFindingsWithin(page, screen.part)).toEqual([])
      })
    })
  },
)
