<?php
/**
 * Privacy policy.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Text that WordPress offers under Settings → Privacy → Policy Guide.
 */
class Puente_Privacy_Policy {

	/**
	 * Hooks into the admin pages.
	 */
	public static function listen() {
		add_action( 'admin_init', array( __CLASS__, 'suggest' ) );
	}

	/**
	 * Suggests a text for the privacy policy.
	 */
	public static function suggest() {
		if ( ! function_exists( 'wp_add_privacy_policy_content' ) ) {
			return;
		}
		$sentences = array(
			__( 'When you pay by card, we send your order to Puente, the service that connects our shop to our payment gateway: its number, items and amounts, and your name, e-mail address, phone number and address. If you give an identity number, we send it too.', 'puente-for-woocommerce' ),
			__( 'The payment gateway processes your payment under its own privacy policy. You enter your card number with the gateway: neither our shop nor Puente receives it. If you save a card, we keep its brand, its last four digits and its expiry date.', 'puente-for-woocommerce' ),
			__( 'Puente keeps the amounts, times and references of payments and refunds for our accounts. On request, we export what it holds about you, and erase your name, contact data and order details there.', 'puente-for-woocommerce' ),
		);
		wp_add_privacy_policy_content(
			'Puente for WooCommerce',
			'<p class="privacy-policy-tutorial">' . esc_html__( 'Name your payment gateway and link its privacy policy.', 'puente-for-woocommerce' ) . '</p><p>' . implode( '</p><p>', array_map( 'esc_html', $sentences ) ) . '</p>'
		);
	}
}
