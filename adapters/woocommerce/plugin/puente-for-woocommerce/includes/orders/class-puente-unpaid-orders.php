<?php
/**
 * Unpaid orders of a visit.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * A changed cart makes a new order while the first one's pay page stays open, so the new order
 * names those it replaces. Order meta records the visit, since the session is last-write-wins.
 */
class Puente_Unpaid_Orders {

	const META = '_puente_visit';
	const HOOK = 'puente_close_links';
	const MOST = 10;
	// Upper bound on a visit: WooCommerce's session expiry.
	const LONGEST = 2 * DAY_IN_SECONDS;

	/**
	 * Hooks into orders with another payment method, and into logins.
	 */
	public static function listen() {
		add_action( 'woocommerce_checkout_order_processed', array( __CLASS__, 'close_links_before' ) );
		add_action( 'woocommerce_store_api_checkout_order_processed', array( __CLASS__, 'close_links_before' ) );
		add_action( 'woocommerce_guest_session_to_user_id', array( __CLASS__, 'follow_login' ), 10, 2 );
		add_action( self::HOOK, array( __CLASS__, 'close_links' ), 10, 2 );
	}

	/**
	 * Returns the orders that this one replaces.
	 *
	 * @param WC_Order $order Order to pay.
	 * @return int[] Ids.
	 */
	public static function abandoned_by( WC_Order $order ) {
		// An order paid on its own pay page replaces none.
		return self::is_of_this_checkout( $order ) ? self::older_than( $order ) : array();
	}

	/**
	 * Records the visit in order meta; the caller saves it.
	 *
	 * @param WC_Order $order Order to pay.
	 */
	public static function remember( WC_Order $order ) {
		if ( self::is_of_this_checkout( $order ) ) {
			$order->update_meta_data( self::META, self::key_of( WC()->session->get_customer_id() ) );
		}
	}

	/**
	 * Drops an order when its customer returns from paying, unless a charge is unknown: the
	 * customer may still pay, perhaps for another cart.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function forget( WC_Order $order ) {
		if ( null !== $order->get_date_paid() ) {
			Puente_Unknown_Charge::clear( $order );
		}
		if ( '' !== (string) $order->get_meta( self::META ) && ! Puente_Unknown_Charge::is_of( $order ) ) {
			$order->delete_meta_data( self::META );
			$order->save_meta_data();
		}
	}

	/**
	 * Finds an order of this visit and cart, paid after an unknown charge. WooCommerce then makes a
	 * new order, because the first needs no payment.
	 *
	 * @param WC_Order $order Order to pay.
	 * @return WC_Order|null
	 */
	public static function paid_before( WC_Order $order ) {
		if ( ! self::is_of_this_checkout( $order ) || '' === $order->get_cart_hash() ) {
			return null;
		}
		$statuses = array_diff( array_keys( wc_get_order_statuses() ), array( 'wc-pending', 'wc-failed', 'wc-cancelled', 'wc-refunded', 'wc-checkout-draft' ) );
		foreach ( self::orders_of( WC()->session->get_customer_id(), array_values( $statuses ) ) as $other ) {
			if ( $other->get_id() !== $order->get_id() && $other->get_cart_hash() === $order->get_cart_hash() && Puente_Unknown_Charge::was_lately( $other ) ) {
				return $other;
			}
		}
		return null;
	}

	/**
	 * Returns whether the order comes from this visit's cart rather than a link.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function is_of_this_checkout( WC_Order $order ) {
		if ( ! WC()->session || is_checkout_pay_page() ) {
			return false;
		}
		// Classic checkout and block store their order in different places.
		$ids = array( WC()->session->get( 'order_awaiting_payment' ), WC()->session->get( 'store_api_draft_order' ) );
		return in_array( $order->get_id(), array_map( 'absint', $ids ), true );
	}

	/**
	 * Closes earlier pay links after an order with another payment method, which sends Puente
	 * nothing else.
	 *
	 * @param int|WC_Order $placed Order.
	 */
	public static function close_links_before( $placed ) {
		$order = $placed instanceof WC_Order ? $placed : wc_get_order( $placed );
		if ( ! $order instanceof WC_Order || ! WC()->session || Puente_Gateway::ID === $order->get_payment_method() ) {
			return;
		}
		$older = self::older_than( $order );
		if ( $older ) {
			as_schedule_single_action( time(), self::HOOK, array( $older, 1 ), Puente_Refund_Task::GROUP );
		}
	}

	/**
	 * Closes the pay links of orders still unpaid here.
	 *
	 * @param int[] $ids   Orders.
	 * @param int   $tries Number of this attempt.
	 */
	public static function close_links( $ids, $tries = 1 ) {
		$unpaid = array_values( array_filter( array_map( 'wc_get_order', (array) $ids ), array( __CLASS__, 'is_unpaid' ) ) );
		$client = Puente_Client::current();
		if ( ! $unpaid || ! $client ) {
			return;
		}
		$orders = array_map(
			static function ( $order ) {
				return $order->get_id();
			},
			$unpaid
		);
		$answer = $client->call( 'POST', '/v1/woocommerce/abandoned-orders', array( 'orders' => $orders ), array( 'timeoutSeconds' => 10 ) );
		if ( ! $answer->is_last_word() && $tries < 5 ) {
			as_schedule_single_action( time() + $tries * MINUTE_IN_SECONDS, self::HOOK, array( $orders, $tries + 1 ), Puente_Refund_Task::GROUP );
		}
	}

	/**
	 * Moves the visit to the account at login.
	 *
	 * @param string     $guest Previous session id.
	 * @param int|string $user  User id.
	 */
	public static function follow_login( $guest, $user ) {
		foreach ( self::orders_of( $guest ) as $order ) {
			$order->update_meta_data( self::META, self::key_of( $user ) );
			$order->save_meta_data();
		}
	}

	/**
	 * Returns the visit's other orders awaiting payment by Puente.
	 *
	 * @param WC_Order $order Order.
	 * @return int[] Ids.
	 */
	private static function older_than( WC_Order $order ) {
		$older = array();
		foreach ( self::orders_of( WC()->session->get_customer_id() ) as $other ) {
			if ( $other->get_id() !== $order->get_id() && self::is_unpaid( $other ) ) {
				$older[] = $other->get_id();
			}
		}
		return $older;
	}

	/**
	 * Returns the orders of a visit.
	 *
	 * @param string   $customer_id Session id.
	 * @param string[] $statuses    Order statuses.
	 * @return WC_Order[] Latest first.
	 */
	private static function orders_of( $customer_id, array $statuses = array( 'pending', 'failed', 'checkout-draft' ) ) {
		return wc_get_orders(
			array(
				'type'         => 'shop_order',
				'status'       => $statuses,
				'limit'        => self::MOST,
				'date_created' => '>' . ( time() - self::LONGEST ),
				// phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_key -- Searches two days' orders, once per order.
				'meta_key'     => self::META,
				// phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_value -- Searches two days' orders, once per order.
				'meta_value'   => self::key_of( $customer_id ),
			)
		);
	}

	/**
	 * Hashes the session id, so orders do not reveal it.
	 *
	 * @param string|int $customer_id Session id.
	 */
	private static function key_of( $customer_id ) {
		return hash_hmac( 'sha256', 'visit ' . $customer_id, wp_salt() );
	}

	/**
	 * Returns whether this is a waiting order of Puente's.
	 *
	 * @param WC_Order|mixed $order Order.
	 */
	private static function is_unpaid( $order ) {
		return $order instanceof WC_Order && Puente_Chosen_Method::is_waiting( $order );
	}
}
