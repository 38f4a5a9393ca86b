import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { StoreId } from '../../src/domain/ids.ts'
import { launchChromium } from '../browser/chromium.ts'
import { HOUR_SECONDS, pass, setSandbox } from '../support/merchant.ts'
import { eventually, type Json } from '../support/world.ts'
import { type GivenShop, givenShop, type RealShop, startRealShop } from './real-shop.ts'
import { runPhp, WOO_PHP } from './run-php.ts'

const TEST_MS = 300_000
const PATIENCE_MS = 120_000
const LONGER_THAN_A_RELOAD_MS = 5_000

const launched = givenShop ? await launchChromium() : undefined
afterAll(() => launched?.close())

// A run that skips these tests calls nothing below.
const given = givenShop as GivenShop
let real: RealShop

/** Installs code as a must-use plugin, as a security plugin or a host would have it. */
const install = (code: string) =>
  runPhp(`
    wp_mkdir_p( WPMU_PLUGIN_DIR );
    $answer = file_put_contents( WPMU_PLUGIN_DIR . '/puente-awkward.php', base64_decode( '${Buffer.from(`<?php ${code}`).toString('base64')}' ) )`)
const uninstall = () =>
  runPhp(`
    $file = WPMU_PLUGIN_DIR . '/puente-awkward.php';
    $answer = ! file_exists( $file ) || unlink( $file )`)

/** Places an order with one line of 100.00, changed by `edit`, and sends it to Puente. */
const send = (edit = ''): Promise<{ id: number; url: string }> =>
  runPhp(`
    $order = wc_create_order();
    $order->set_created_via( 'checkout' );
    $item = new WC_Order_Item_Product();
    $item->set_props( array( 'name' => 'Café', 'product_id' => ${given.productId}, 'quantity' => 1, 'subtotal' => '100', 'total' => '100' ) );
    $order->add_item( $item );
    $order->set_payment_method( 'puente' );
    $order->save();
    ${edit}
    $order->calculate_totals( false );
    $order->save();
    try {
      $url = Puente_Checkout::pay( $order, array( 'type' => 'hosted' ) );
    } catch ( Puente_Cannot_Pay $refusal ) {
      $url = '';
    }
    $answer = array( 'id' => $order->get_id(), 'url' => $url )`)

/** A server in front that answers calls of the REST API by itself; PHP on the shop's machine has none. */
const inFront = (answer: string) =>
  `if ( false !== strpos( $_SERVER['REQUEST_URI'], '/wp-json/' ) ) { ${answer} exit; }`

const pay = async (url: string) => {
  const link = await fetch(url, { redirect: 'manual' })
  return real.world.pay(link.headers.get('location') ?? '')
}
const statusOf = (id: number) => runPhp<string>(`$answer = wc_get_order( ${id} )->get_status()`)
const isPaid = (id: number) =>
  eventually(async () => ['processing', 'completed'].includes(await statusOf(id)), PATIENCE_MS)
const payInFull = async (edit = ''): Promise<Json> => {
  const { id, url } = await send(edit)
  await pay(url)
  await isPaid(id)
  const [payment] = await real.atGateway(id)
  return payment
}
const connectAt = async (restUrl: string, siteUrl = given.url) => {
  const code = await real.connect(siteUrl)
  await real.world.puente.ctx.db.pool.query(
    `UPDATE stores SET connection = jsonb_set(connection::jsonb, '{rest_url}', to_jsonb($1::text))
      WHERE id = $2`,
    [restUrl, StoreId.parse('cafe')],
  )
  await runPhp(`
    Puente_Pairings::keep_pending( Puente_Pairing::from_code( '${code}' ) );
    Puente_Pairings::promote_pending();
    $answer = true`)
}

describe.skipIf(!givenShop || !WOO_PHP)('a real shop in an awkward setup', () => {
  beforeAll(async () => {
    real = await startRealShop(given)
    await runPhp(`$answer = update_option( 'woocommerce_hold_stock_minutes', '60' )`)
    await connectAt(`${given.url}/wp-json/`)
  }, TEST_MS)
  afterEach(async () => {
    await uninstall()
    await setSandbox(real.world, 'profile', { currencies: ['340', '840'] })
  }, TEST_MS)
  afterAll(async () => {
    await runPhp(`Puente_Pairings::forget_current(); $answer = true`)
    await real?.close()
  }, TEST_MS)

  it(
    'with plain permalinks, an order is paid',
    async () => {
      const before = await runPhp<string>(`$answer = get_option( 'permalink_structure' )`)
      await runPhp(`update_option( 'permalink_structure', '' ); $answer = true`)
      try {
        await connectAt(`${given.url}/index.php?rest_route=/`)
        await payInFull()
      } finally {
        // The next request makes the rules again, with the endpoints of all plugins.
        await runPhp(`
          update_option( 'permalink_structure', '${before}' );
          $answer = delete_option( 'rewrite_rules' )`)
        await connectAt(`${given.url}/wp-json/`)
      }
    },
    TEST_MS,
  )

  it(
    'in a subdirectory, an order is paid',
    async () => {
      const siteUrl = `${given.url}/tienda`
      await install(`
        foreach ( array( 'option_home', 'option_siteurl' ) as $name ) {
          add_filter( $name, function () { return '${siteUrl}'; }, 20 );
        }`)
      try {
        await connectAt(`${siteUrl}/wp-json/`, siteUrl)
        await payInFull()
      } finally {
        await uninstall()
        await connectAt(`${given.url}/wp-json/`)
      }
    },
    TEST_MS,
  )

  it.each([
    ...[401, 403, 404, 503].map((status) => [
      `a security plugin answers ${status}`,
      `add_filter( 'rest_authentication_errors', function ( $error ) {
        return isset( $_SERVER['REMOTE_ADDR'] ) ? new WP_Error( 'rest_refused', 'No', array( 'status' => ${status} ) ) : $error;
      }, 99 );`,
    ]),
    [
      'the host asks for a password',
      inFront(`http_response_code( 401 ); header( 'WWW-Authenticate: Basic realm="Staging"' );`),
    ],
    [
      'the site is in maintenance',
      inFront(
        `http_response_code( 503 ); header( 'Retry-After: 600' ); echo '<h1>Maintenance</h1>';`,
      ),
    ],
    [
      'the site redirects to https',
      inFront(
        `header( 'Location: https://' . $_SERVER['HTTP_HOST'] . $_SERVER['REQUEST_URI'], true, 301 );`,
      ),
    ],
    [
      'the site redirects to a slash',
      inFront(`header( 'Location: ' . $_SERVER['REQUEST_URI'] . '/', true, 308 );`),
    ],
  ])(
    'while %s, the timer completes the paid order, and later nothing is doubled',
    async (_, code) => {
      const { id, url } = await send()
      await install(code)
      await pay(url)
      expect(await statusOf(id)).toBe('pending')
      await runPhp(`
        $order = wc_get_order( ${id} );
        $order->set_date_modified( time() - 2 * HOUR_IN_SECONDS );
        $order->save();
        Puente_Claim::forget_old();
        global $wpdb;
        $wpdb->query( "DELETE FROM {$wpdb->options} WHERE option_name LIKE '_puente_once_%'" );
        do_action( 'woocommerce_cancel_unpaid_orders' );
        $answer = true`)
      expect(await statusOf(id)).toBe('processing')
      await uninstall()
      await pass(real.world, HOUR_SECONDS)
      const [payment] = await real.atGateway(id)
      const { transaction_id } = await real.shop.look(String(id))
      expect(payment).toMatchObject({ status: 'paid', transaction_id })
    },
    TEST_MS,
  )

  it(
    'although the shop prints a warning before each answer, an order is paid',
    async () => {
      await install(
        `if ( isset( $_SERVER['REMOTE_ADDR'] ) ) { echo '<b>Warning</b>: foreach() {oops}'; }`,
      )
      await payInFull()
    },
    TEST_MS,
  )

  it(
    'without WP-Cron, an order is paid',
    async () => {
      await install(`defined( 'DISABLE_WP_CRON' ) || define( 'DISABLE_WP_CRON', true );`)
      await payInFull()
    },
    TEST_MS,
  )

  it.skipIf(!launched)(
    'a cached order-received page reloads once and then says in place that the order is paid',
    async () => {
      const cache = `WP_CONTENT_DIR . '/cached-page.html'`
      onTestFinished(async () => {
        await runPhp(`$answer = ! file_exists( ${cache} ) || unlink( ${cache} )`)
      }, TEST_MS)
      await install(`
        add_action( 'template_redirect', function () {
          if ( ! is_order_received_page() ) {
            return;
          }
          if ( file_exists( ${cache} ) ) {
            readfile( ${cache} );
            exit;
          }
          ob_start( function ( $page ) {
            file_put_contents( ${cache}, $page );
            return $page;
          } );
        }, 0 );`)
      const { id, url } = await send()
      const address = await runPhp<string>(
        `$answer = wc_get_order( ${id} )->get_checkout_order_received_url()`,
      )
      const page = await launched?.newPage()
      if (!page) return
      let loads = 0
      page.on('load', () => {
        loads += 1
      })
      await page.goto(address)
      await page.getByText('We are confirming your payment').waitFor()
      await pay(url)
      await isPaid(id)
      await eventually(async () => loads === 2, PATIENCE_MS)
      await page.getByText('Your payment is confirmed').waitFor({ timeout: PATIENCE_MS })
      await page.waitForTimeout(LONGER_THAN_A_RELOAD_MS)
      expect(loads).toBe(2)
      await page.close()
    },
    TEST_MS,
  )

  it(
    'an order with a sequential number is paid under its id, and named by its number',
    async () => {
      await install(`
        add_filter( 'woocommerce_order_number', function () { return 'CAFÉ/2026-000078'; } );`)
      const payment = await payInFull()
      expect(payment.name).toContain('CAFÉ/2026-000078')
    },
    TEST_MS,
  )

  it.each([
    [
      'negative fee',
      90,
      `$fee = new WC_Order_Item_Fee(); $fee->set_name( 'Socio' ); $fee->set_amount( '-10' ); $fee->set_total( '-10' ); $order->add_item( $fee );`,
    ],
    [
      'tax rounded per line',
      153.33,
      `$second = new WC_Order_Item_Product();
       $second->set_props( array( 'name' => 'Pan', 'quantity' => 1, 'subtotal' => '33.33', 'total' => '33.33' ) );
       $second->set_taxes( array( 'total' => array( 1 => '4.9995' ), 'subtotal' => array( 1 => '4.9995' ) ) );
       $order->add_item( $second );
       $item->set_taxes( array( 'total' => array( 1 => '15' ), 'subtotal' => array( 1 => '15' ) ) );
       $item->save();
       $order->save();
       $order->update_taxes();`,
    ],
    [
      'name of 220 characters with emojis and markup',
      100,
      `$item->set_name( '<b>Café ☕️</b> ' . str_repeat( '👩‍🌾', 30 ) . str_repeat( 'ñ', 100 ) ); $item->save();`,
    ],
  ])(
    'an order with a %s is charged exactly',
    async (_, amount, edit) => {
      expect((await payInFull(edit)).amount).toBe(amount)
    },
    TEST_MS,
  )

  it(
    'an order in another currency than the shop is charged in its own',
    async () => {
      const payment = await payInFull(`$order->set_currency( 'USD' );`)
      expect(payment).toMatchObject({ currency_iso: 'USD', amount: 100 })
    },
    TEST_MS,
  )

  it(
    'an order that a coupon makes free is not charged',
    async () => {
      const { id, url } = await send(`$item->set_total( '0' ); $item->save();`)
      expect(url).toBe('')
      expect(await real.atGateway(id)).toEqual([])
    },
    TEST_MS,
  )

  it(
    'the stock of a variation is reduced once',
    async () => {
      const variation = await runPhp<number>(`
        $parent = new WC_Product_Variable();
        $parent->set_name( 'Camisa' );
        $parent->save();
        $variation = new WC_Product_Variation();
        $variation->set_parent_id( $parent->get_id() );
        $variation->set_regular_price( '100' );
        $variation->set_manage_stock( true );
        $variation->set_stock_quantity( 5 );
        $answer = $variation->save()`)
      await payInFull(`
        $item->set_props( array( 'variation_id' => ${variation}, 'product_id' => wc_get_product( ${variation} )->get_parent_id() ) );
        $item->save();`)
      const stock = await runPhp(`$answer = wc_get_product( ${variation} )->get_stock_quantity()`)
      expect(stock).toBe(4)
    },
    TEST_MS,
  )
})
