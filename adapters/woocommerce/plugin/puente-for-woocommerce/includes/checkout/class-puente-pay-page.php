<?php
/**
 * Order-pay page.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Explains a decline and keeps the card selected.
 */
class Puente_Pay_Page {

	const DECLINED = 'puente_declined';

	/**
	 * Hooks into the page.
	 */
	public static function listen() {
		add_action( 'before_woocommerce_pay', array( __CLASS__, 'notify' ), 5 );
		add_action( 'before_woocommerce_pay_form', array( __CLASS__, 'choose' ), 10, 3 );
	}

	/**
	 * Selects the card: WooCommerce selects its first method, so a retry after a decline would
	 * order by bank transfer.
	 *
	 * @param WC_Order             $order    Order.
	 * @param string               $button   Label.
	 * @param WC_Payment_Gateway[] $gateways Payment methods.
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
