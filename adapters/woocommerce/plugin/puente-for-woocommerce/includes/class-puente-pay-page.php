<?php
/**
 * The page to pay an order.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Tells a customer whose bank has said no why the page is here again, and keeps the card chosen.
 */
class Puente_Pay_Page {

	const DECLINED = 'puente_declined';

	/**
	 * Listens to the page.
	 */
	public static function listen() {
		add_action( 'before_woocommerce_pay', array( __CLASS__, 'notify' ), 5 );
		add_action( 'before_woocommerce_pay_form', array( __CLASS__, 'choose' ), 10, 3 );
	}

	/**
	 * Chooses the card for an order that was to be paid by card. WooCommerce chooses the first of its ways
	 * to pay, and who tries again after a decline would order by bank transfer.
	 *
	 * @param WC_Order             $order    The order.
	 * @param string               $button   What the button says.
	 * @param WC_Payment_Gateway[] $gateways The ways to pay.
	 */
	public static function choose( $order, $button, $gateways ) {
		if ( ! Puente_Chosen_Method::is_ours( $order ) || ! isset( $gateways[ Puente_Gateway::ID ] ) ) {
			return;
		}
		foreach ( $gateways as $id => $gateway ) {
			$gateway->chosen = Puente_Gateway::ID === $id;
		}
	}

	/**
	 * Prints the notice.
	 */
	public static function notify() {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Shows a sentence, does nothing.
		if ( isset( $_GET[ self::DECLINED ] ) ) {
			wc_print_notice( esc_html__( 'Your bank did not confirm the payment. You can try again or use another card.', 'puente-for-woocommerce' ), 'error' );
		}
	}
}
