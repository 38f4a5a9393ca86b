<?php
/**
 * Subscriptions of this payment method.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Finds the subscriptions that the engine charges through Puente.
 */
class Puente_Own_Subscriptions {

	const MOST = 100;
	// Subscriptions read at once, and how often: an old engine does not select by payment method.
	const PAGE  = 100;
	const PAGES = 10;

	/**
	 * Finds automatic subscriptions by a meta value.
	 *
	 * @param string $status Status.
	 * @param string $key    Name of the meta.
	 * @param string $from   Lowest text.
	 * @param string $until  Highest text.
	 * @return WC_Subscription[] At most MOST, newest first.
	 */
	public static function find( $status, $key, $from, $until ) {
		$own   = array();
		$query = array(
			'subscriptions_per_page' => self::PAGE,
			'subscription_status'    => $status,
			'orderby'                => 'start_date',
			// phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_query -- Once a day, and every few minutes on some screens.
			'meta_query'             => array(
				array(
					'key'     => $key,
					'value'   => array( $from, $until ),
					'compare' => 'BETWEEN',
				),
			),
		);
		add_filter( 'woocommerce_get_subscriptions_query_args', array( __CLASS__, 'only_ours' ) );
		for ( $page = 1; $page <= self::PAGES; $page++ ) {
			$found = wcs_get_subscriptions( array( 'paged' => $page ) + $query );
			foreach ( $found as $subscription ) {
				// Unreadable ones are false.
				if ( $subscription && self::is_one( $subscription ) ) {
					$own[] = $subscription;
				}
			}
			if ( count( $found ) < self::PAGE || count( $own ) >= self::MOST ) {
				break;
			}
		}
		remove_filter( 'woocommerce_get_subscriptions_query_args', array( __CLASS__, 'only_ours' ) );
		return array_slice( $own, 0, self::MOST );
	}

	/**
	 * Returns whether the engine charges a subscription through Puente.
	 *
	 * @param WC_Subscription $subscription Subscription.
	 */
	public static function is_one( $subscription ) {
		return Puente_Gateway::ID === $subscription->get_payment_method() && ! $subscription->is_manual();
	}

	/**
	 * Selects Puente's subscriptions in a query of the engine.
	 *
	 * @param array $query Arguments of wc_get_orders().
	 * @return array
	 */
	public static function only_ours( $query ) {
		return array( 'payment_method' => Puente_Gateway::ID ) + $query;
	}
}
