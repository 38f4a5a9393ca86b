<?php
/**
 * Expired saved cards.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Leaves expired cards out of the choice at the checkout, and marks them in the account, where
 * customers delete them.
 */
class Puente_Expired_Cards {

	/**
	 * Hooks into WooCommerce's lists.
	 */
	public static function listen() {
		add_filter( 'woocommerce_get_customer_payment_tokens', array( __CLASS__, 'without_expired' ), 20 );
		add_filter( 'woocommerce_payment_methods_list_item', array( __CLASS__, 'mark' ), 20, 2 );
	}

	/**
	 * Removes expired cards from the choice.
	 *
	 * @param WC_Payment_Token[] $tokens Of any payment method.
	 * @return WC_Payment_Token[]
	 */
	public static function without_expired( $tokens ) {
		if ( is_admin() || ! ( is_checkout() || is_cart() ) ) {
			return $tokens;
		}
		return array_filter(
			$tokens,
			static function ( $token ) {
				return ! self::is_expired( $token );
			}
		);
	}

	/**
	 * Marks an expired card in the account.
	 *
	 * @param array            $item  Row of WooCommerce's list.
	 * @param WC_Payment_Token $token Its token.
	 */
	public static function mark( $item, $token ) {
		if ( self::is_expired( $token ) && isset( $item['expires'] ) ) {
			/* translators: %s: a month and a year such as 05/24 */
			$item['expires'] = sprintf( __( '%s (expired)', 'puente-for-woocommerce' ), $item['expires'] );
		}
		return $item;
	}

	/**
	 * Returns whether a card of ours has expired: a card is good to the end of its month, anywhere on
	 * earth.
	 *
	 * @param WC_Payment_Token $token Token.
	 */
	public static function is_expired( $token ) {
		if ( Puente_Gateway::ID !== $token->get_gateway_id() ) {
			return false;
		}
		$month = (int) $token->get_expiry_month();
		$year  = (int) $token->get_expiry_year();
		return $month >= 1 && $month <= 12 && $year >= 2000 && time() >= gmmktime( 12, 0, 0, $month + 1, 1, $year );
	}
}
