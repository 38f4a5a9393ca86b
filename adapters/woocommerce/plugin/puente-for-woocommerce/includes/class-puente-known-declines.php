<?php
/**
 * Declines of a saved card that an order knows.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Puente answers a repeated charge with its earlier decline, since the answer may have been lost. A
 * customer or an engine that knows of the decline asks anew, so each charge says how many it knows.
 */
class Puente_Known_Declines {

	// Order meta: a card, and how many of its declines are known.
	const META = '_puente_declines';
	// Declines of a card after which Puente repeats the last one, to spare the bank.
	const MOST = 10;

	/**
	 * Returns how many declines of a card an order knows.
	 *
	 * @param WC_Order $order   Order.
	 * @param string   $card_id Gateway's reference.
	 */
	public static function of( WC_Order $order, $card_id ) {
		$known = explode( ' ', (string) $order->get_meta( self::META ) );
		return '' !== $card_id && 2 === count( $known ) && $known[0] === $card_id ? (int) $known[1] : 0;
	}

	/**
	 * Returns the meta after another decline.
	 *
	 * @param WC_Order $order   Order.
	 * @param string   $card_id Gateway's reference.
	 */
	public static function with_one_more( WC_Order $order, $card_id ) {
		return $card_id . ' ' . ( self::of( $order, $card_id ) + 1 );
	}

	/**
	 * Adds the number to a way to pay. An older Puente does not know the field, so a first charge has
	 * none.
	 *
	 * @param array    $way   Way to pay.
	 * @param WC_Order $order Order.
	 * @return array
	 */
	public static function in_way( array $way, WC_Order $order ) {
		$known = 'saved_card' === $way['type'] ? min( self::MOST, self::of( $order, $way['payment_method_id'] ) ) : 0;
		return $known > 0 ? $way + array( 'known_declines' => $known ) : $way;
	}
}
