<?php
/**
 * Renewals that did not come.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Looks daily for subscriptions whose renewal is overdue. WooCommerce Subscriptions renews by the
 * site's scheduler: without it, no renewal is charged and nobody hears of it.
 */
class Puente_Missing_Renewals {

	const OPTION = 'puente_missing_renewals';
	const LATE   = 6 * HOUR_IN_SECONDS;
	const SHOWN  = 5;
	// Seconds between two looks of the merchant's screens.
	const LOOKS_EVERY = 15 * MINUTE_IN_SECONDS;
	// Lists of orders and subscriptions with order tables, and post types of those without.
	const SCREENS    = array( 'woocommerce_page_wc-orders', 'woocommerce_page_wc-orders--shop_subscription' );
	const POST_TYPES = array( 'shop_order', 'shop_subscription' );

	/**
	 * Hooks into the daily run and the merchant's screens.
	 */
	public static function listen() {
		add_action( Puente_Facts::DAILY, array( __CLASS__, 'look' ) );
		// Also without a scheduler, which is a cause.
		foreach ( self::SCREENS as $screen ) {
			add_action( 'load-' . $screen, array( __CLASS__, 'look_on_screen' ) );
		}
		add_action( 'load-edit.php', array( __CLASS__, 'look_on_posts' ) );
		add_action( 'admin_notices', array( __CLASS__, 'show' ) );
	}

	/**
	 * Looks before a list of posts, if it is one of orders.
	 */
	public static function look_on_posts() {
		global $typenow;
		if ( in_array( $typenow, self::POST_TYPES, true ) ) {
			self::look_on_screen();
		}
	}

	/**
	 * Looks before a screen, at most every few minutes.
	 */
	public static function look_on_screen() {
		if ( function_exists( 'wcs_get_subscriptions' ) && Puente_Claim::claim( 'missing renewals', self::LOOKS_EVERY ) ) {
			self::look();
		}
	}

	/**
	 * Finds overdue subscriptions, and those whose renewal the engine began without creating its order.
	 *
	 * @return int[]
	 */
	private static function overdue() {
		$late  = time() - self::LATE;
		$found = array_merge(
			Puente_Own_Subscriptions::find( 'active', '_schedule_next_payment', '2000-01-01 00:00:00', gmdate( 'Y-m-d H:i:s', $late ) ),
			Puente_Interrupted_Renewal::find( self::LATE )
		);
		return array_map(
			static function ( $subscription ) {
				return $subscription->get_id();
			},
			$found
		);
	}

	/**
	 * Records overdue subscriptions.
	 */
	public static function look() {
		if ( ! function_exists( 'wcs_get_subscriptions' ) ) {
			return;
		}
		Puente_Interrupted_Renewal::take_up();
		$overdue = self::overdue();
		$before  = (array) get_option( self::OPTION, array() );
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
		if ( ! $overdue || ! function_exists( 'wcs_get_subscription' ) || ! current_user_can( 'manage_woocommerce' ) ) {
			return;
		}
		$links = '';
		foreach ( array_slice( $overdue, 0, self::SHOWN ) as $id ) {
			$subscription = wcs_get_subscription( $id );
			if ( $subscription ) {
				$links .= sprintf( ' <a href="%1$s">#%2$s</a>', esc_url( $subscription->get_edit_order_url() ), esc_html( $subscription->get_order_number() ) );
			}
		}
		printf(
			'<div class="notice notice-error"><p><strong>%1$s</strong> %2$s%3$s</p></div>',
			esc_html__( 'Renewals did not come.', 'puente-for-woocommerce' ),
			esc_html__( 'These subscriptions are overdue by more than six hours. Check that the scheduler of this site runs (WooCommerce → Status → Scheduled actions), then renew them by hand:', 'puente-for-woocommerce' ),
			$links // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- Escaped above.
		);
	}
}
