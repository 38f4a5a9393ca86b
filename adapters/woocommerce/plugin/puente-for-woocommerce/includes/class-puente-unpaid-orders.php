<?php
/**
 * The unpaid orders of a visit.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * A customer who goes back and changes the cart gets another order, while the page to pay the first
 * one is still open. So the new order names the one that it takes the place of. Which orders are of one
 * visit stands at the orders: of two requests at once, the one that saves the session last undoes what
 * the other one wrote there.
 */
class Puente_Unpaid_Orders {

	const META = '_puente_visit';
	const HOOK = 'puente_close_links';
	const MOST = 10;
	// No visit is longer; a session of WooCommerce ends after that time.
	const LONGEST = 2 * DAY_IN_SECONDS;

	/**
	 * Listens to orders that are to be paid in another way, and to customers who log in.
	 */
	public static function listen() {
		add_action( 'woocommerce_checkout_order_processed', array( __CLASS__, 'close_links_before' ) );
		add_action( 'woocommerce_store_api_checkout_order_processed', array( __CLASS__, 'close_links_before' ) );
		add_action( 'woocommerce_guest_session_to_user_id', array( __CLASS__, 'follow_login' ), 10, 2 );
		add_action( self::HOOK, array( __CLASS__, 'close_links' ), 10, 2 );
	}

	/**
	 * The orders that this one takes the place of.
	 *
	 * @param WC_Order $order An order that is sent to be paid.
	 * @return int[] Ids.
	 */
	public static function abandoned_by( WC_Order $order ) {
		// An old order that is paid on its own page takes no other's place.
		return self::is_of_this_checkout( $order ) ? self::older_than( $order ) : array();
	}

	/**
	 * Notes the visit in the order meta; the caller saves it.
	 *
	 * @param WC_Order $order An order that is sent to be paid.
	 */
	public static function remember( WC_Order $order ) {
		if ( self::is_of_this_checkout( $order ) ) {
			$order->update_meta_data( self::META, self::key_of( WC()->session->get_customer_id() ) );
		}
	}

	/**
	 * Forgets an order whose customer came back from paying it: it was not abandoned. Who came because
	 * nobody knows whether the card was charged may still have to pay, perhaps for another cart.
	 *
	 * @param WC_Order $order The order.
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
	 * The order that this one would pay a second time: of the same visit and cart, and paid when a moment ago
	 * nobody knew whether it was. WooCommerce makes a new order then, as the first one needs no payment any more.
	 *
	 * @param WC_Order $order An order that is sent to be paid.
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
	 * Whether the order comes from the cart of this visit, not from a link to pay an order.
	 *
	 * @param WC_Order $order The order.
	 * @return bool
	 */
	public static function is_of_this_checkout( WC_Order $order ) {
		if ( ! WC()->session || is_checkout_pay_page() ) {
			return false;
		}
		// The classic checkout and the checkout block remember their order in different places.
		$ids = array( WC()->session->get( 'order_awaiting_payment' ), WC()->session->get( 'store_api_draft_order' ) );
		return in_array( $order->get_id(), array_map( 'absint', $ids ), true );
	}

	/**
	 * An order was placed that is not paid by Puente: nobody calls Puente for it, so the links of the orders
	 * before it are closed by a task, in which nobody waits.
	 *
	 * @param int|WC_Order $placed The order.
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
	 * Has Puente close the links of orders, as long as they are still unpaid here.
	 *
	 * @param int[] $ids   The orders.
	 * @param int   $tries The number of this try.
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
		$answer = $client->call( 'POST', '/v1/woocommerce/abandoned-orders', array( 'orders' => $orders ), array( 'timeouts' => array( 10 ) ) );
		if ( ! $answer->is_last_word() && $tries < 5 ) {
			as_schedule_single_action( time() + $tries * MINUTE_IN_SECONDS, self::HOOK, array( $orders, $tries + 1 ), Puente_Refund_Task::GROUP );
		}
	}

	/**
	 * Who logs in goes on with the same visit.
	 *
	 * @param string     $guest The id of the session before.
	 * @param int|string $user  The id of the user.
	 */
	public static function follow_login( $guest, $user ) {
		foreach ( self::orders_of( $guest ) as $order ) {
			$order->update_meta_data( self::META, self::key_of( $user ) );
			$order->save_meta_data();
		}
	}

	/**
	 * The other orders of this visit that still wait for a payment by Puente.
	 *
	 * @param WC_Order $order An order.
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
	 * The orders of a visit that were sent to be paid.
	 *
	 * @param string   $customer_id The id of its session.
	 * @param string[] $statuses    In which statuses.
	 * @return WC_Order[] The latest first.
	 */
	private static function orders_of( $customer_id, array $statuses = array( 'pending', 'failed', 'checkout-draft' ) ) {
		return wc_get_orders(
			array(
				'type'         => 'shop_order',
				'status'       => $statuses,
				'limit'        => self::MOST,
				'date_created' => '>' . ( time() - self::LONGEST ),
				// phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_key -- Of two days, once for an order.
				'meta_key'     => self::META,
				// phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_value -- As above.
				'meta_value'   => self::key_of( $customer_id ),
			)
		);
	}

	/**
	 * What stands for a visit at its orders: who reads an order learns no session from it.
	 *
	 * @param string|int $customer_id The id of its session.
	 * @return string
	 */
	private static function key_of( $customer_id ) {
		return hash_hmac( 'sha256', 'visit ' . $customer_id, wp_salt() );
	}

	/**
	 * Whether an order is one of Puente's that still waits for its payment.
	 *
	 * @param WC_Order|mixed $order Perhaps an order.
	 * @return bool
	 */
	private static function is_unpaid( $order ) {
		return $order instanceof WC_Order && Puente_Chosen_Method::is_waiting( $order );
	}
}
