<?php
/**
 * Orders of which nobody knows whether the card was charged.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Remembers at the order that an answer about its charge was lost, until Puente has said more. As long
 * as that is so, no failed try may tell the customer that nothing was charged.
 */
class Puente_Unknown_Charge {

	const META = '_puente_charge_unknown';

	/**
	 * Whether a charge of the order may have been made.
	 *
	 * @param WC_Order $order The order.
	 * @return bool
	 */
	public static function is_of( WC_Order $order ) {
		return '' !== (string) $order->get_meta( self::META );
	}

	/**
	 * Whether an answer about its charge was lost in the last hour. Whoever buys the same after that wants it again.
	 *
	 * @param WC_Order $order The order.
	 * @return bool
	 */
	public static function was_lately( WC_Order $order ) {
		return strtotime( (string) $order->get_meta( self::META ) ) > time() - HOUR_IN_SECONDS;
	}

	/**
	 * Whether a charge of the order may have been made that this visit is about to pay.
	 *
	 * @return bool
	 */
	public static function is_of_this_visit() {
		$session = WC()->session;
		if ( is_checkout_pay_page() ) {
			$ids = array( get_query_var( 'order-pay' ) );
		} else {
			$ids = $session ? array( $session->get( 'order_awaiting_payment' ), $session->get( 'store_api_draft_order' ) ) : array();
		}
		foreach ( array_filter( array_map( 'absint', $ids ) ) as $id ) {
			$order = wc_get_order( $id );
			if ( $order instanceof WC_Order && self::is_of( $order ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Remembers that it may.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function note( WC_Order $order ) {
		$order->update_meta_data( self::META, gmdate( 'Y-m-d\TH:i:s\Z' ) );
		$order->save_meta_data();
	}

	/**
	 * Forgets it: Puente has said how the order stands.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function clear( WC_Order $order ) {
		if ( self::is_of( $order ) ) {
			$order->delete_meta_data( self::META );
			$order->save_meta_data();
		}
	}
}
