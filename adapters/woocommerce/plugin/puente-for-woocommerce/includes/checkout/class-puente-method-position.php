<?php
/**
 * Position of the payment method.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Puts the method first at the checkout. WooCommerce's own pages keep the merchant's order, so that
 * saving it there loses nothing.
 */
class Puente_Method_Position {

	/**
	 * Hooks into WooCommerce's order of methods, which both checkouts follow.
	 */
	public static function listen() {
		add_filter( 'option_woocommerce_gateway_order', array( __CLASS__, 'put_first' ) );
		add_filter( 'default_option_woocommerce_gateway_order', array( __CLASS__, 'put_first' ) );
	}

	/**
	 * Puts the method first on pages for customers.
	 *
	 * @param array|mixed $order Places by id.
	 */
	public static function put_first( $order ) {
		if ( ! Puente_Settings::is_on( 'first' ) || is_admin() || ( defined( 'REST_REQUEST' ) && REST_REQUEST ) ) {
			return $order;
		}
		$order  = is_array( $order ) ? $order : array();
		$places = array_map( 'intval', array_filter( $order, 'is_numeric' ) );

		$order[ Puente_Gateway::ID ] = min( array( 0 ) + $places ) - 1;
		return $order;
	}
}
