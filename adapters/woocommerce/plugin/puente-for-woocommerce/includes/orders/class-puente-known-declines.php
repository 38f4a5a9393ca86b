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

	// Order meta: JSON object of cards with the number of their known declines, the latest card last.
	const META = '_puente_declines';
	// Cards that the meta keeps.
	const MOST_CARDS = 10;
	// Declines of a card after which Puente repeats the last one, to spare the bank.
	const MOST = 10;

	/**
	 * Returns how many declines of a card an order knows.
	 *
	 * @param WC_Order $order   Order.
	 * @param string   $card_id Gateway's reference.
	 */
	public static function of( WC_Order $order, $card_id ) {
		$known = self::all( $order );
		return '' !== $card_id && isset( $known[ $card_id ] ) ? (int) $known[ $card_id ] : 0;
	}

	/**
	 * Returns the meta after another decline.
	 *
	 * @param WC_Order $order   Order.
	 * @param string   $card_id Gateway's reference.
	 */
	public static function with_one_more( WC_Order $order, $card_id ) {
		$known = self::all( $order );
		$count = self::of( $order, $card_id ) + 1;
		unset( $known[ $card_id ] );
		$known[ $card_id ] = $count;
		return wp_json_encode( (object) array_slice( $known, -self::MOST_CARDS, null, true ) );
	}

	/**
	 * Returns the counts by card.
	 *
	 * @param WC_Order $order Order.
	 * @return array
	 */
	private static function all( WC_Order $order ) {
		$known = json_decode( (string) $order->get_meta( self::META ), true );
		return is_array( $known ) ? array_filter( $known, 'is_int' ) : array();
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
