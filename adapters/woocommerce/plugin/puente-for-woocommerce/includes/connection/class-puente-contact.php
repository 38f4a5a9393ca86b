<?php
/**
 * Times of the last calls.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Shows whether both directions work without a call of its own. Writes each time at most once a
 * minute, one option each, so that concurrent calls lose nothing.
 */
class Puente_Contact {

	const PREFIX = 'puente_last_';
	// Puente answered the site; it called the site; it changed an order.
	const ANSWERED = 'answered';
	const CALLED   = 'called';
	const NOTIFIED = 'notified';
	const EVERY    = MINUTE_IN_SECONDS;
	const AGENT    = 'Puente';

	/**
	 * Hooks into WooCommerce's REST API, with which Puente reads and changes orders.
	 */
	public static function listen() {
		add_filter( 'rest_request_after_callbacks', array( __CLASS__, 'see' ), 10, 3 );
	}

	/**
	 * Records an authorized REST call of Puente.
	 *
	 * @param WP_REST_Response|WP_Error|mixed $response Response.
	 * @param array                           $handler  Route.
	 * @param WP_REST_Request                 $request  Request.
	 * @return mixed The response.
	 */
	public static function see( $response, $handler, $request ) {
		$is_of_puente = self::AGENT === $request->get_header( 'user-agent' ) && 0 === strpos( (string) $request->get_route(), '/wc/' );
		if ( $is_of_puente && ! is_wp_error( $response ) && current_user_can( 'manage_woocommerce' ) ) {
			self::note( self::CALLED );
			if ( 'GET' !== $request->get_method() && false !== strpos( $request->get_route(), '/orders/' ) ) {
				self::note( self::NOTIFIED );
			}
		}
		return $response;
	}

	/**
	 * Records a call.
	 *
	 * @param string $kind A constant.
	 */
	public static function note( $kind ) {
		if ( self::at( $kind ) < time() - self::EVERY ) {
			update_option( self::PREFIX . $kind, time(), false );
		}
	}

	/**
	 * Returns the time of the last call.
	 *
	 * @param string $kind A constant.
	 * @return int Unix timestamp; 0 without any.
	 */
	public static function at( $kind ) {
		return (int) get_option( self::PREFIX . $kind, 0 );
	}

	/**
	 * Clears the times; another connection has its own.
	 */
	public static function forget() {
		foreach ( array( self::ANSWERED, self::CALLED, self::NOTIFIED ) as $kind ) {
			delete_option( self::PREFIX . $kind );
		}
	}
}
