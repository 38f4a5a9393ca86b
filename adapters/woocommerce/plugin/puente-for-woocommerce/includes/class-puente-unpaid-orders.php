<?php
/**
 * The unpaid orders of a visit.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * A customer who goes back and changes the cart gets another order, while the page to pay the first
 * one is still open. So the new order names the one that it takes the place of.
 */
class Puente_Unpaid_Orders {

	const SESSION_KEY = 'puente_unpaid_orders';
	const MOST        = 5;

	/**
	 * The orders that this one takes the place of.
	 *
	 * @param WC_Order $order An order that is sent to be paid.
	 * @return int[] Ids.
	 */
	public static function abandoned_by( WC_Order $order ) {
		// An old order that is paid on its own page takes no other's place.
		if ( ! self::is_of_this_checkout( $order ) ) {
			return array();
		}
		$older = array_diff( self::known(), array( $order->get_id() ) );
		return array_values( array_filter( $older, array( __CLASS__, 'is_unpaid' ) ) );
	}

	/**
	 * Remembers an order that was sent to be paid; those that it names are forgotten.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function remember( WC_Order $order ) {
		if ( WC()->session && self::is_of_this_checkout( $order ) ) {
			WC()->session->set( self::SESSION_KEY, array( $order->get_id() ) );
		}
	}

	/**
	 * Forgets an order whose customer came back from paying it: it was not abandoned. Who came because
	 * nobody knows whether the card was charged may still have to pay, perhaps for another cart.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function forget( WC_Order $order ) {
		if ( WC()->session && ! Puente_Unknown_Charge::is_of( $order ) && in_array( $order->get_id(), self::known(), true ) ) {
			WC()->session->set( self::SESSION_KEY, array_values( array_diff( self::known(), array( $order->get_id() ) ) ) );
		}
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
	 * The ids that the session remembers.
	 *
	 * @return int[]
	 */
	private static function known() {
		$ids = WC()->session ? WC()->session->get( self::SESSION_KEY ) : null;
		return is_array( $ids ) ? array_slice( array_map( 'absint', $ids ), -self::MOST ) : array();
	}

	/**
	 * Whether an order is one of Puente's that still waits for its payment.
	 *
	 * @param int $id The id of an order.
	 * @return bool
	 */
	private static function is_unpaid( $id ) {
		$order = wc_get_order( $id );
		return $order instanceof WC_Order && Puente_Gateway::ID === $order->get_payment_method() && $order->needs_payment();
	}
}
