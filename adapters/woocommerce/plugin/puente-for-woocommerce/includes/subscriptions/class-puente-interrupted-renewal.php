<?php
/**
 * Renewals whose creation was interrupted.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * WooCommerce Subscriptions puts a subscription on hold, creates its renewal, and writes the payment
 * method last. If PHP ends in between, its action does not run again, and a renewal without a method is
 * never charged. A mark on the subscription tells such an end from a suspension.
 */
class Puente_Interrupted_Renewal {

	// Action of WooCommerce Subscriptions, which works at priority 1.
	const ENGINE = 'woocommerce_scheduled_subscription_payment';
	// Meta of a subscription: Unix time at which the engine began a renewal.
	const META = '_puente_renewal_due';
	// Age in seconds from which a renewal counts as interrupted.
	const LATE = HOUR_IN_SECONDS;

	/**
	 * Hooks into the engine; Puente_Missing_Renewals takes up before each look.
	 */
	public static function listen() {
		add_action( self::ENGINE, array( __CLASS__, 'begin' ), 0 );
		add_action( self::ENGINE, array( __CLASS__, 'finish' ), 1000 );
	}

	/**
	 * Marks a subscription before the engine renews it.
	 *
	 * @param int $subscription_id Subscription.
	 */
	public static function begin( $subscription_id ) {
		$subscription = function_exists( 'wcs_get_subscription' ) ? wcs_get_subscription( $subscription_id ) : null;
		if ( $subscription && Puente_Own_Subscriptions::is_one( $subscription ) && $subscription->has_status( 'active' ) ) {
			$subscription->update_meta_data( self::META, (string) time() );
			$subscription->save_meta_data();
		}
	}

	/**
	 * Removes the mark after the engine, which may have created nothing.
	 *
	 * @param int $subscription_id Subscription.
	 */
	public static function finish( $subscription_id ) {
		$subscription = function_exists( 'wcs_get_subscription' ) ? wcs_get_subscription( $subscription_id ) : null;
		if ( $subscription ) {
			self::end( $subscription );
		}
	}

	/**
	 * Removes the mark.
	 *
	 * @param WC_Subscription $subscription Subscription.
	 */
	public static function end( $subscription ) {
		if ( '' !== (string) $subscription->get_meta( self::META ) ) {
			$subscription->delete_meta_data( self::META );
			$subscription->save_meta_data();
		}
	}

	/**
	 * Returns the subscriptions whose renewal was interrupted.
	 *
	 * @param int $age Least age in seconds.
	 * @return WC_Subscription[]
	 */
	public static function find( $age ) {
		return Puente_Own_Subscriptions::find( 'on-hold', self::META, '1', (string) ( time() - $age ) );
	}

	/**
	 * Plans the charge of interrupted renewals. Where the interruption lost the order too, the mark
	 * stays for the alert.
	 */
	public static function take_up() {
		foreach ( self::find( self::LATE ) as $subscription ) {
			$order = $subscription->get_last_order( 'all', 'renewal' );
			$made  = $order ? $order->get_date_created() : null;
			if ( ! $made || $made->getTimestamp() < (int) $subscription->get_meta( self::META ) ) {
				continue;
			}
			if ( ! Puente_Order_Completion::hold( $order->get_id(), Puente_Order_Completion::WAITS ) ) {
				continue;
			}
			try {
				self::take_up_order( $order->get_id() );
				self::end( $subscription );
			} finally {
				Puente_Order_Completion::let_go( $order->get_id() );
			}
		}
	}

	/**
	 * Plans the charge of a renewal, unless it has a method, a mark or an outcome by now.
	 *
	 * @param int $order_id Renewal.
	 */
	private static function take_up_order( $order_id ) {
		$order = Puente_Fresh_Order::read_order( $order_id );
		if ( ! $order || ! $order->has_status( 'pending' ) || '' !== (string) $order->get_payment_method() || null !== $order->get_date_paid() || (float) $order->get_total() <= 0 ) {
			return;
		}
		Puente_Renewal::open( $order );
		Puente_Renewal::plan( $order, 0 );
		$order->add_order_note( __( 'This site stopped while it created the renewal. Its card is charged now.', 'puente-for-woocommerce' ) );
		Puente_Log::error( 'a renewal was interrupted', array( 'order' => $order_id ) );
	}
}
