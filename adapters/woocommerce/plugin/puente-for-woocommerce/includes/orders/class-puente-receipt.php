<?php
/**
 * Receipt of a payment.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * The link in e-mails and pages leads to this site, which asks Puente when a customer opens it:
 * marking an order paid does not wait for the gateway's receipt.
 */
class Puente_Receipt {

	const META    = '_puente_receipt';
	const ROUTE   = 'puente_receipt';
	const SECONDS = 10;

	/**
	 * Hooks into WooCommerce's API, which works with any permalinks.
	 */
	public static function listen() {
		add_action( 'woocommerce_api_' . self::ROUTE, array( __CLASS__, 'open' ) );
	}

	/**
	 * Returns the link to an order's receipt.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function link( WC_Order $order ) {
		return add_query_arg(
			array(
				'order' => $order->get_id(),
				'key'   => rawurlencode( $order->get_order_key() ),
			),
			WC()->api_request_url( self::ROUTE )
		);
	}

	/**
	 * Redirects to the receipt, or says that it is not available now.
	 */
	public static function open() {
		nocache_headers();
		// phpcs:disable WordPress.Security.NonceVerification.Recommended -- The order's key says who may see it.
		$id  = isset( $_GET['order'] ) && is_scalar( $_GET['order'] ) ? absint( $_GET['order'] ) : 0;
		$key = isset( $_GET['key'] ) && is_string( $_GET['key'] ) ? sanitize_text_field( wp_unslash( $_GET['key'] ) ) : '';
		// phpcs:enable
		$order = wc_get_order( $id );
		if ( ! self::may_open( $order, $key ) ) {
			wp_die( esc_html__( 'This receipt was not found. Open it again from your order or its e-mail.', 'puente-for-woocommerce' ), '', array( 'response' => 404 ) );
		}
		$url = self::address( $order, $key );
		if ( null !== $url ) {
			// phpcs:ignore WordPress.Security.SafeRedirect.wp_redirect_wp_redirect -- The receipt is on the gateway's site; Puente signed for it.
			wp_redirect( $url );
			exit;
		}
		wp_die( esc_html__( 'The receipt is not available right now. Try again in a few minutes.', 'puente-for-woocommerce' ), '', array( 'response' => 503 ) );
	}

	/**
	 * Returns the address of an order's receipt; asks Puente the first time.
	 *
	 * @param WC_Order|mixed $order Order.
	 * @param string         $key   Visitor's order key.
	 * @return string|null `null` if unknown, not theirs, or Puente is away.
	 */
	public static function address( $order, $key ) {
		if ( ! self::may_open( $order, $key ) ) {
			return null;
		}
		$transaction = (string) $order->get_transaction_id();
		$kept        = $order->get_meta( self::META );
		// Of this charge: a second payment has another receipt.
		if ( is_string( $kept ) && 0 === strpos( $kept, $transaction . ' ' ) ) {
			return self::only_safe( substr( $kept, strlen( $transaction ) + 1 ) );
		}
		$client = Puente_Client::current();
		$answer = $client ? $client->call(
			'GET',
			'/v1/orders/' . $order->get_id() . '/receipt',
			null,
			array(
				'timeoutSeconds' => self::SECONDS,
				'expects'        => array( 'receipt_url' ),
			)
		) : null;
		$url    = $answer && $answer->is_fine() && $answer->text( 'transaction_id' ) === $transaction ? self::only_safe( $answer->body['receipt_url'] ) : null;
		if ( null !== $url ) {
			$order->update_meta_data( self::META, $transaction . ' ' . $url );
			$order->save_meta_data();
		}
		return $url;
	}

	/**
	 * Returns whether a visitor has the key of a paid order.
	 *
	 * @param WC_Order|mixed $order Order.
	 * @param string         $key   Visitor's order key.
	 */
	private static function may_open( $order, $key ) {
		return $order instanceof WC_Order && '' !== $order->get_order_key() && hash_equals( $order->get_order_key(), $key ) && Puente_Payment_Details::is_shown( $order );
	}

	/**
	 * Returns an https address, or one at the connected Puente.
	 *
	 * @param string $url Address.
	 * @return string|null
	 */
	private static function only_safe( $url ) {
		$pairing = Puente_Pairings::current();
		$is_web  = preg_match( '#^https?://[^\s"\'<>\\\\]+$#iD', $url );
		$is_safe = 0 === stripos( $url, 'https://' ) || ( $pairing && 0 === strpos( $url, $pairing->address . '/' ) );
		return $is_web && $is_safe ? $url : null;
	}
}
