<?php
/**
 * The page to pay an order.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Tells a customer whose bank has said no why the page is here again.
 */
class Puente_Pay_Page {

	const DECLINED = 'puente_declined';

	/**
	 * Listens to the page.
	 */
	public static function listen() {
		add_action( 'before_woocommerce_pay', array( __CLASS__, 'tell' ), 5 );
	}

	/**
	 * Prints the notice.
	 */
	public static function tell() {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Shows a sentence, does nothing.
		if ( isset( $_GET[ self::DECLINED ] ) ) {
			wc_print_notice( esc_html__( 'Your bank did not confirm the payment. You can try again or use another card.', 'puente-for-woocommerce' ), 'error' );
		}
	}
}
