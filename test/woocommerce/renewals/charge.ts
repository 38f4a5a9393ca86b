import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { runPhp, WOO_PHP } from '../run-php.ts'

/** PHP prints it where it is to be killed. */
const HERE = '@@here'
/** Upper bound on the delay of a kill during the call, which then meets Puente and the gateway. */
const CALL_MS = 300

const CHARGE = (id: number) => `
  $order = wc_get_order( ${id} );
  if ( $order->needs_payment() ) {
    do_action( 'woocommerce_scheduled_subscription_payment_puente', $order->get_total(), $order );
  }
  $answer = true`

/** Charges a renewal as the gateways of WooCommerce Subscriptions do. */
export const charge = (id: number) => runPhp(CHARGE(id))

export const LOSSES = ['no reply', '502 of a proxy', 'cut JSON'] as const

const LOST: Record<(typeof LOSSES)[number], string> = {
  'no reply': "new WP_Error( 'http_request_failed', 'cURL error 52: Empty reply from server' )",
  '502 of a proxy': `array_merge( $answer, array(
    'body' => '<html><head><title>502 Bad Gateway</title></head></html>',
    'response' => array( 'code' => 502, 'message' => 'Bad Gateway' ),
  ) )`,
  'cut JSON':
    "array_merge( $answer, array( 'body' => substr( $answer['body'], 0, strlen( $answer['body'] ) - 9 ) ) )",
}

/** Charges a renewal; Puente answers each request, and the answers do not reach the shop. */
export const chargeAndLoseAnswers = (id: number, loss: (typeof LOSSES)[number]) =>
  runPhp(`
    add_filter( 'pre_http_request', function ( $before, $arguments, $url ) use ( &$sends ) {
      if ( $sends || false === strpos( $url, '/v1/woocommerce/checkouts' ) ) {
        return $before;
      }
      $sends  = true;
      $answer = wp_remote_request( $url, $arguments );
      $sends  = false;
      return is_wp_error( $answer ) ? $answer : ${LOST[loss]};
    }, 10, 3 );
    ${CHARGE(id)}`)

export const KILLS = ['before the call', 'during the call', 'after the answer'] as const

/** Prints the marker at the step, and waits to be killed unless the call goes on meanwhile. */
const MARKERS: Record<(typeof KILLS)[number], string> = {
  'before the call': `
    add_filter( 'pre_http_request', function ( $before, $arguments, $url ) {
      if ( false !== strpos( $url, '/v1/woocommerce/checkouts' ) ) {
        fwrite( STDOUT, '${HERE}' );
        sleep( 60 );
      }
      return $before;
    }, 10, 3 );`,
  'during the call': `
    add_filter( 'pre_http_request', function ( $before, $arguments, $url ) {
      if ( false !== strpos( $url, '/v1/woocommerce/checkouts' ) ) {
        fwrite( STDOUT, '${HERE}' );
      }
      return $before;
    }, 10, 3 );`,
  // The plugin has read nothing of it.
  'after the answer': `
    add_filter( 'http_response', function ( $answer, $arguments, $url ) {
      if ( false !== strpos( $url, '/v1/woocommerce/checkouts' ) ) {
        fwrite( STDOUT, '${HERE}' );
        sleep( 60 );
      }
      return $answer;
    }, 10, 3 );`,
}

/** Charges a renewal and kills PHP at the step. Returns whether PHP was still running there. */
export const chargeAndKill = async (
  id: number,
  at: (typeof KILLS)[number],
  share: number,
): Promise<boolean> => {
  const code = `${MARKERS[at]} ${CHARGE(id)};`
  const child = spawn(WOO_PHP ?? '', [code], { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(child, 'exit')
  let printed = ''
  child.stdout.on('data', (text) => {
    printed += text
    if (!printed.includes(HERE)) return
    setTimeout(() => child.kill('SIGKILL'), at === 'during the call' ? share * CALL_MS : 0)
  })
  const [, signal] = await ended
  return signal === 'SIGKILL'
}
