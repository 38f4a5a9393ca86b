<?php
/**
 * REST keys with plain permalinks.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Before 11.1, WooCommerce looks for its REST API in the path only, and ignores keys of calls by
 * `?rest_route=`, the only ones of a site with plain permalinks.
 */
class Puente_Plain_Permalinks {

	/**
	 * Hooks into WooCommerce's authentication.
	 */
	public static function listen() {
		add_filter( 'woocommerce_rest_is_request_to_rest_api', array( __CLASS__, 'is_rest_call' ) );
	}

	/**
	 * Returns whether WooCommerce may take keys of this request.
	 *
	 * @param bool $is_rest_call WooCommerce's decision.
	 */
	public static function is_rest_call( $is_rest_call ) {
		if ( $is_rest_call || '' !== (string) get_option( 'permalink_structure' ) ) {
			return $is_rest_call;
		}
		// phpcs:disable WordPress.Security.NonceVerification -- Compared only; the keys authenticate the request.
		// WordPress prefers a posted route.
		$route = isset( $_GET['rest_route'] ) && ! isset( $_POST['rest_route'] ) && is_string( $_GET['rest_route'] ) ? sanitize_text_field( wp_unslash( $_GET['rest_route'] ) ) : '';
		// phpcs:enable
		return 0 === strpos( $route, '/wc/' );
	}
}
