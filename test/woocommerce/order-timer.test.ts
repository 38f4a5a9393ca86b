import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pass, setSandbox } from '../support/merchant.ts'
import { eventually } from '../support/world.ts'
import { type GivenShop, givenShop, type RealShop, startRealShop } from './real-shop.ts'
import { runPhp, WOO_PHP } from './run-php.ts'

const { WOO_TIMER_ORDERS = '500' } = process.env
const TEST_MS = 1_800_000
const HOLD_MINUTES = 60

// A run that skips these tests calls nothing below.
const given = givenShop as GivenShop
let real: RealShop
let productId: number

interface Placed {
  id: number
  url: string
}

interface Ended {
  statuses: Record<string, string>
  transactions: Record<string, string>
  stock: number
  calls: number
}

/** Places orders as the checkout does, an hour and more ago, and sends each to Puente. */
const place = (count: number): Promise<Placed[]> =>
  runPhp(`
    $answer = array();
    for ( $i = 0; $i < ${count}; $i++ ) {
      $order = wc_create_order();
      $order->set_created_via( 'checkout' );
      $order->add_product( wc_get_product( ${productId} ) );
      $order->set_payment_method( 'puente' );
      $order->calculate_totals();
      $order->save();
      $url = Puente_Checkout::pay( $order, array( 'type' => 'hosted' ) );
      $answer[] = array( 'id' => $order->get_id(), 'url' => $url );
    }
    foreach ( $answer as $one ) {
      $order = wc_get_order( $one['id'] );
      $order->set_date_modified( time() - 2 * HOUR_IN_SECONDS );
      $order->save();
    }`)

/** Runs WooCommerce's timer and reports the orders afterwards, from the database. */
const runTimer = (ids: readonly number[]): Promise<Ended> =>
  runPhp(`
    $calls = 0;
    add_action( 'http_api_debug', function ( $response, $context, $class, $arguments, $url ) use ( &$calls ) {
      $calls += false !== strpos( $url, '/orders/ask' ) ? 1 : 0;
    }, 10, 5 );
    do_action( 'woocommerce_cancel_unpaid_orders' );
    wp_cache_flush();
    $answer = array( 'statuses' => (object) array(), 'transactions' => (object) array(), 'calls' => $calls );
    foreach ( array( ${ids.join()} ) as $id ) {
      $order = wc_get_order( $id );
      $answer['statuses']->{$id} = $order->get_status();
      $answer['transactions']->{$id} = $order->get_transaction_id();
    }
    $answer['stock'] = wc_get_product( ${productId} )->get_stock_quantity();`)

/** The claim of a run lasts 20 seconds. */
const nextRun = async (ids: readonly number[]): Promise<Ended> => {
  await new Promise((resolve) => setTimeout(resolve, 21_000))
  return runTimer(ids)
}

/** Runs the timer while it changes orders: in the seconds of a run, a slow shop completes few. */
const runUntilNone = async (
  ids: readonly number[],
  left: (ended: Ended) => number,
): Promise<Ended[]> => {
  const runs: Ended[] = []
  let [before, now] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  do {
    const ended = await nextRun(ids)
    runs.push(ended)
    before = now
    now = left(ended)
  } while (now > 0 && now < before)
  return runs
}

const payAt = async (url: string) => {
  const link = await fetch(url, { redirect: 'manual' })
  return real.world.pay(link.headers.get('location') ?? '')
}
const setStock = (quantity: number) =>
  runPhp(`
    $product = wc_get_product( ${productId} );
    $product->set_stock_quantity( ${quantity} );
    $answer = $product->save()`)
const statusesOf = (ids: readonly number[]) =>
  runPhp<string[]>(
    `$answer = array_map( function ( $id ) { return wc_get_order( $id )->get_status(); }, array( ${ids.join()} ) )`,
  )
const REFUSAL = "WPMU_PLUGIN_DIR . '/puente-refuse-rest.php'"
/** Refuses the REST API over HTTP. */
const refuseRest = () =>
  runPhp(`
    $code = "<?php if ( false !== strpos( \\$_SERVER['REQUEST_URI'], '/wp-json/' ) ) { http_response_code( 503 ); exit; }";
    $answer = file_put_contents( ${REFUSAL}, $code )`)
const allowRest = () => runPhp(`$answer = ! file_exists( ${REFUSAL} ) || unlink( ${REFUSAL} )`)
const dropEvents = (drop: number) => setSandbox(real.world, 'faults', { webhooks: { drop } })
const countOf = (ended: Ended, status: string) =>
  Object.values(ended.statuses).filter((each) => each === status).length

describe.skipIf(!givenShop || !WOO_PHP)(
  "a real shop's timer of unpaid orders",
  { timeout: TEST_MS },
  () => {
    beforeAll(async () => {
      real = await startRealShop(given)
      const code = await real.connect(given.url)
      productId = await runPhp(`
        update_option( 'woocommerce_manage_stock', 'yes' );
        update_option( 'woocommerce_hold_stock_minutes', '${HOLD_MINUTES}' );
        Puente_Pairings::keep_pending( Puente_Pairing::from_code( '${code}' ) );
        Puente_Pairings::promote_pending();
        $product = new WC_Product_Simple();
        $product->set_name( 'Café del temporizador' );
        $product->set_regular_price( '100' );
        $product->set_manage_stock( true );
        $product->set_stock_quantity( 100000 );
        $answer = $product->save()`)
    }, TEST_MS)
    afterAll(async () => {
      await allowRest()
      await runPhp(`
        wc_get_product( ${productId} )->delete( true );
        Puente_Disconnection::notify();
        Puente_Pairings::forget_current();
        $answer = true`)
      await real?.close()
    }, TEST_MS)

    it(`of ${WOO_TIMER_ORDERS} orders whose events are late, no paid one is cancelled, and the stock is right`, async () => {
      const placed = await place(Number(WOO_TIMER_ORDERS))
      const ids = placed.map(({ id }) => id)
      await dropEvents(1)
      // Polls of Puente find payments without events: only the timer may tell the shop.
      await refuseRest()
      const paid = placed.filter((_, i) => i % 2 === 0)
      const transactions: Record<string, string> = {}
      for (const { id, url } of paid) {
        transactions[id] = (await payAt(url)).transaction_id ?? ''
      }
      await setStock(100_000)
      expect(new Set(await statusesOf(ids))).toEqual(new Set(['pending']))

      const runs = await runUntilNone(ids, (ended) => paid.length - countOf(ended, 'processing'))
      for (const run of runs) expect(countOf(run, 'cancelled')).toBe(0)
      const completed = runs.at(-1) as Ended
      expect(countOf(completed, 'processing')).toBe(paid.length)
      // Every run asks once more about the orders that stay.
      const calls = runs.reduce((sum, run) => sum + run.calls, 0)
      process.stderr.write(`${ids.length} orders took ${calls} calls in ${runs.length} runs\n`)
      for (const { id } of paid) expect(completed.transactions[id]).toBe(transactions[id])
      expect(completed.stock).toBe(100_000 - paid.length)
      await allowRest()

      await pass(real.world, 45 * 60)
      const later = await runUntilNone(ids, (run) => countOf(run, 'pending'))
      const ended = later.at(-1) as Ended
      expect(countOf(ended, 'cancelled')).toBe(ids.length - paid.length)
      expect(countOf(ended, 'processing')).toBe(paid.length)
      expect(ended.stock).toBe(100_000 - paid.length)
      await dropEvents(0)

      // The links of cancelled orders lead nowhere.
      const [, unpaid] = placed
      const link = await fetch(unpaid?.url ?? '', { redirect: 'manual' })
      expect(link.status).toBe(410)
    })

    it('the orders stay while Puente is away', async () => {
      const placed = await place(3)
      const ids = placed.map(({ id }) => id)
      const ended = await runPhp<string[]>(`
        add_filter( 'pre_http_request', function ( $before, $arguments, $url ) {
          return false !== strpos( $url, '/orders/ask' ) ? new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' ) : $before;
        }, 10, 3 );
        do_action( 'woocommerce_cancel_unpaid_orders' );
        wp_cache_flush();
        $answer = array_map( function ( $id ) { return wc_get_order( $id )->get_status(); }, array( ${ids.join()} ) )`)
      expect(ended).toEqual(['pending', 'pending', 'pending'])
    })

    it('a notification that comes while the timer runs pays the order once', async () => {
      const placed = await place(20)
      const ids = placed.map(({ id }) => id)
      await setStock(1_000)
      const notes = () =>
        runPhp<number[]>(`
          $answer = array_map( function ( $id ) {
            $changes = array_filter( wc_get_order_notes( array( 'order_id' => $id ) ), function ( $note ) {
              return false !== strpos( $note->content, 'Stock levels reduced' );
            } );
            return count( $changes );
          }, array( ${ids.join()} ) )`)
      await Promise.all([...placed.map(({ url }) => payAt(url)), nextRun(ids)])
      await eventually(async () => {
        const ended = await nextRun(ids)
        return countOf(ended, 'processing') === ids.length && ended.stock === 1_000 - ids.length
      }, TEST_MS)
      expect(await notes()).toEqual(ids.map(() => 1))
    })
  },
)
