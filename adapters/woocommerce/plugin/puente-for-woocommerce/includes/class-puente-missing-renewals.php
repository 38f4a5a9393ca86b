<?php
/**
 * Renewals that did not come.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Looks daily for active subscriptions whose renewal is overdue. WooCommerce Subscriptions renews by
 * the site's scheduler: without it, no renewal is charged and nobody hears of it.
 */
class Puente_Missing_Renewals {

	const OPTION = 'puente_missing_renewals';
	const LOOKED = 'puente_looked_for_renewals';
	const EVERY  = 10 * MINUTE_IN_SECONDS;
	const LATE   = 6 * HOUR_IN_SECONDS;
	const MOST   = 100;
	const SHOWN  = 5;

	/**
	 * Hooks into the daily run and the merchant's screens.
	 */
	public static function listen() {
		add_action( Puente_Facts::DAILY, array( __CLASS__, 'look' ) );
		// Also without a scheduler, which is a cause.
		add_action( 'load-woocommerce_page_wc-orders', array( __CLASS__, 'look_from_list' ) );
		add_action( 'admin_notices', array( __CLASS__, 'show' ) );
	}

	/**
	 * Looks for them from the pages of orders, which must not search all subscriptions each time.
	 */
	public static function look_from_list() {
		if ( ! get_transient( self::LOOKED ) ) {
			set_transient( self::LOOKED, '1', self::EVERY );
			self::look();
		}
	}

	/**
	 * Records overdue subscriptions.
	 */
	public static function look() {
		if ( ! function_exists( 'wcs_get_subscriptions' ) ) {
			return;
		}
		$overdue = array();
		$query   = array(
			'subscriptions_per_page' => self::MOST,
			'subscription_status'    => 'active',
			'orderby'                => 'start_date',
			// phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_query -- Once a day.
			'meta_query'             => array(
				array(
					'key'     => '_schedule_next_payment',
					'value'   => array( '2000-01-01 00:00:00', gmdate( 'Y-m-d H:i:s', time() - self::LATE ) ),
					'compare' => 'BETWEEN',
				),
			),
		);
		foreach ( wcs_get_subscriptions( $query ) as $subscription ) {
			if ( Puente_Gateway::ID === $subscription->get_payment_method() && ! $subscription->is_manual() ) {
				$overdue[] = $subscription->get_id();
			}
		}
		$before = (array) get_option( self::OPTION, array() );
		if ( $overdue !== $before ) {
			update_option( self::OPTION, $overdue, false );
		}
		if ( array_diff( $overdue, $before ) ) {
			Puente_Log::error( 'renewals are overdue', array( 'subscriptions' => array_slice( $overdue, 0, self::SHOWN ) ) );
		}
	}

	/**
	 * Shows them to the merchant until they are renewed.
	 */
	public static function show() {
		$overdue = array_map( 'absint', (array) get_option( self::OPTION, array() ) );
		if ( ! $overdue || ! current_user_can( 'manage_woocommerce' ) ) {
			return;
		}
		$links = '';
		foreach ( array_slice( $overdue, 0, self::SHOWN ) as $id ) {
			$links .= sprintf( ' <a href="%1$s">#%2$d</a>', esc_url( admin_url( 'post.php?post=' . $id . '&action=edit' ) ), $id );
		}
		printf(
			'<div class="notice notice-error"><p><strong>%1$s</strong> %2$s%3$s</p></div>',
			esc_html__( 'Renewals did not come.', 'puente-for-woocommerce' ),
			esc_html__( 'These active subscriptions are overdue by more than six hours. Check that the scheduler of this site runs (WooCommerce → Status → Scheduled actions), then renew them by hand:', 'puente-for-woocommerce' ),
			$links // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- Escaped above.
		);
	}
}
