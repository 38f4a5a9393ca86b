<?php
/**
 * Orders with an unknown charge.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Records in order meta that a charge's response was lost. Until Puente resolves it, no failed
 * attempt may claim that the card was not charged.
 */
class Puente_Unknown_Charge {

	const META = '_puente_charge_unknown';

	/**
	 * Returns whether the order may have been charged.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function is_of( WC_Order $order ) {
		return '' !== (string) $order->get_meta( self::META );
	}

	/**
	 * Returns whether a response was lost within the last hour; later, the same cart is a new
	 * purchase.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function was_lately( WC_Order $order ) {
		return strtotime( (string) $order->get_meta( self::META ) ) > time() - HOUR_IN_SECONDS;
	}

	/**
	 * Returns whether the order about to be paid may have been charged.
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
	 * Records an unknown charge.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function note( WC_Order $order ) {
		$order->update_meta_data( self::META, gmdate( 'Y-m-d\TH:i:s\Z' ) );
		$order->save_meta_data();
	}

	/**
	 * Clears it after Puente's response.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function clear( WC_Order $order ) {
		if ( self::is_of( $order ) ) {
			$order->delete_meta_data( self::META );
			$order->save_meta_data();
		}
	}
}
