<?php
/**
 * What the row of a refund remembers of having been asked for.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Written before Puente is asked, so that a row whose answer nobody heard, because PHP was ended in
 * the middle, is known for what it is.
 */
class Puente_Refund_Asked {

	/**
	 * How the refund stood at Puente when it last answered; `asked` as long as it did not.
	 */
	const STATE = '_puente_refund_state';
	/**
	 * When Puente was last asked, in the name of which store, and `test` if no real cards are charged there.
	 */
	const META = '_puente_refund_asked';

	/**
	 * Of an order: the rows of which Puente found that they stand for what was given back otherwise, as
	 * JSON by their ids.
	 */
	const ADOPTED = '_puente_adopted_refunds';

	const UNANSWERED = 'asked';
	// Nothing was done about it, and nothing will be.
	const REFUSED = 'failed';
	const DONE    = 'succeeded';
	// Nobody looks after it any more.
	const LOST = 'lost';

	const TEST = 'test';

	// The signature of a call is good for five minutes, by a clock that may be five minutes off.
	const ARRIVES_WITHIN = 10 * MINUTE_IN_SECONDS;

	/**
	 * Notes that a store is being asked with a row.
	 *
	 * @param WC_Order_Refund $row      The row.
	 * @param string          $store_id Puente's id of the store.
	 */
	public static function note( $row, $store_id ) {
		if ( '' === self::state( $row ) ) {
			$row->update_meta_data( self::STATE, self::UNANSWERED );
		}
		$test = Puente_Facts::is_test_store( $store_id ) ? ' ' . self::TEST : '';
		$row->update_meta_data( self::META, time() . ' ' . $store_id . $test );
		$row->save_meta_data();
	}

	/**
	 * Notes how the refund of a row stands.
	 *
	 * @param WC_Order_Refund $row   The row.
	 * @param string          $state Puente's word for it, or one of the constants.
	 */
	public static function note_state( $row, $state ) {
		$row->update_meta_data( self::STATE, $state );
		$row->save_meta_data();
	}

	/**
	 * How the refund of a row stood when that was last heard.
	 *
	 * @param WC_Order_Refund $row The row.
	 * @return string Empty when Puente was never asked with the row.
	 */
	public static function state( $row ) {
		return (string) $row->get_meta( self::STATE );
	}

	/**
	 * Whether Puente was asked, and it is not known what it did.
	 *
	 * @param WC_Order_Refund $row The row.
	 * @return bool
	 */
	public static function is_unanswered( $row ) {
		return self::UNANSWERED === self::state( $row );
	}

	/**
	 * The refund, made in the gateway's portal, for which a row counts.
	 *
	 * @param WC_Order        $order The order.
	 * @param WC_Order_Refund $row   The row.
	 * @return string Puente's id of it; empty when there is none.
	 */
	public static function adopted_for( WC_Order $order, $row ) {
		$adopted = json_decode( (string) $order->get_meta( self::ADOPTED ), true );
		$id      = is_array( $adopted ) && isset( $adopted[ $row->get_id() ] ) ? $adopted[ $row->get_id() ] : '';
		return is_string( $id ) ? sanitize_text_field( $id ) : '';
	}

	/**
	 * Whether money may go back by a row that has not gone back yet, as far as is known here.
	 *
	 * @param WC_Order_Refund $row The row.
	 * @return bool
	 */
	public static function may_be_open( $row ) {
		return ! in_array( self::state( $row ), array( '', self::DONE, self::REFUSED ), true );
	}

	/**
	 * Whether a row stands for a refund that was made, as far as is known here: one that it asked for, or one
	 * that Puente entered.
	 *
	 * @param WC_Order_Refund $row The row.
	 * @return bool
	 */
	public static function is_made( $row ) {
		return self::DONE === self::state( $row ) || ( '' === self::state( $row ) && '' !== (string) $row->get_meta( Puente_Refunds::META ) );
	}

	/**
	 * Whether a call may still be on its way to Puente.
	 *
	 * @param WC_Order_Refund $row The row.
	 * @return bool
	 */
	public static function may_arrive( $row ) {
		return time() - (int) self::parts( $row )[0] < self::ARRIVES_WITHIN;
	}

	/**
	 * A client of the store that was asked with a row. No other one can say what became of it.
	 *
	 * @param WC_Order_Refund $row The row.
	 * @return Puente_Client|null `null` when the site is not connected to that store.
	 */
	public static function client( $row ) {
		$pairing  = Puente_Pairings::current();
		$store_id = self::parts( $row )[1];
		return $pairing && in_array( $store_id, array( '', $pairing->store_id ), true ) ? new Puente_Client( $pairing ) : null;
	}

	/**
	 * Whether no real money goes back by a row: Puente was asked for it in the name of a store of test,
	 * and a store with orders of test never goes live.
	 *
	 * @param WC_Order_Refund $row The row.
	 * @return bool
	 */
	public static function was_test( $row ) {
		return self::TEST === self::parts( $row )[2];
	}

	/**
	 * When a row was last asked for, the id of the store, and what kind of store it is.
	 *
	 * @param WC_Order_Refund $row The row.
	 * @return string[] Three texts.
	 */
	private static function parts( $row ) {
		return array_pad( explode( ' ', (string) $row->get_meta( self::META ), 3 ), 3, '' );
	}
}
