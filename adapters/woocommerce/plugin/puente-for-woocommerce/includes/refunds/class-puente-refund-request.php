<?php
/**
 * Request state of a refund row.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Written before the request, so the row stays recognizable if PHP ends before the response.
 */
class Puente_Refund_Request {

	/**
	 * State in Puente's last response; `asked` until then.
	 */
	const STATE = '_puente_refund_state';
	/**
	 * Time and store of the last request, plus `test` for a test store.
	 */
	const META = '_puente_refund_asked';

	/**
	 * Order meta: rows that Puente adopted for refunds made elsewhere; JSON by row id.
	 */
	const ADOPTED = '_puente_adopted_refunds';

	const UNANSWERED = 'asked';
	// Final: no money moved.
	const REFUSED = 'failed';
	const DONE    = 'succeeded';
	// Given up: no further retries.
	const LOST = 'lost';

	const TEST = 'test';

	// Longer than a request and what follows its answer.
	const CLAIM_SECONDS = 60;

	// A signature is valid for five minutes, with clock skew of up to five.
	const ARRIVES_WITHIN = 10 * MINUTE_IN_SECONDS;

	/**
	 * Records a request.
	 *
	 * @param WC_Order_Refund $row      Row.
	 * @param string          $store_id Store.
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
	 * Claims a row: a retry that leaves while a deletion finds that nothing arrived would refund
	 * without a row.
	 *
	 * @param int $row_id Row.
	 * @return bool Whether free.
	 */
	public static function claim( $row_id ) {
		return true === Puente_Claim::claim( 'refund ' . $row_id, self::CLAIM_SECONDS );
	}

	/**
	 * Ends a claim; the row stays.
	 *
	 * @param int $row_id Row.
	 */
	public static function release( $row_id ) {
		Puente_Claim::release( 'refund ' . $row_id );
	}

	/**
	 * Records the state of the refund.
	 *
	 * @param WC_Order_Refund $row   Row.
	 * @param string          $state Puente's state, or one of the constants.
	 */
	public static function note_state( $row, $state ) {
		$row->update_meta_data( self::STATE, $state );
		$row->save_meta_data();
	}

	/**
	 * Returns the last known state.
	 *
	 * @param WC_Order_Refund $row Row.
	 * @return string Empty if never requested.
	 */
	public static function state( $row ) {
		return (string) $row->get_meta( self::STATE );
	}

	/**
	 * Returns whether a request's outcome is unknown.
	 *
	 * @param WC_Order_Refund $row Row.
	 */
	public static function is_unanswered( $row ) {
		return self::UNANSWERED === self::state( $row );
	}

	/**
	 * Returns the portal refund for which a row was adopted.
	 *
	 * @param WC_Order        $order Order.
	 * @param WC_Order_Refund $row   Row.
	 * @return string Puente's id; empty if none.
	 */
	public static function adopted_for( WC_Order $order, $row ) {
		$adopted = json_decode( (string) $order->get_meta( self::ADOPTED ), true );
		$id      = is_array( $adopted ) && isset( $adopted[ $row->get_id() ] ) ? $adopted[ $row->get_id() ] : '';
		return is_string( $id ) ? sanitize_text_field( $id ) : '';
	}

	/**
	 * Returns whether the row may still move money.
	 *
	 * @param WC_Order_Refund $row Row.
	 */
	public static function may_be_open( $row ) {
		return ! in_array( self::state( $row ), array( '', self::DONE, self::REFUSED ), true );
	}

	/**
	 * Returns whether the row's refund succeeded: requested by it, or booked by Puente.
	 *
	 * @param WC_Order_Refund $row Row.
	 */
	public static function is_made( $row ) {
		return self::DONE === self::state( $row ) || ( '' === self::state( $row ) && '' !== (string) $row->get_meta( Puente_Refunds::META ) );
	}

	/**
	 * Returns whether a request may still be in flight.
	 *
	 * @param WC_Order_Refund $row Row.
	 */
	public static function may_arrive( $row ) {
		return time() - (int) self::parts( $row )[0] < self::ARRIVES_WITHIN;
	}

	/**
	 * Returns a client of the store that got the request; only it knows the outcome.
	 *
	 * @param WC_Order_Refund $row Row.
	 * @return Puente_Client|null `null` if not connected.
	 */
	public static function client( $row ) {
		$pairing  = Puente_Pairings::current();
		$store_id = self::parts( $row )[1];
		return $pairing && in_array( $store_id, array( '', $pairing->store_id ), true ) ? new Puente_Client( $pairing ) : null;
	}

	/**
	 * Returns whether the request went to a test store, so no real money moves: a store with test
	 * orders never goes live.
	 *
	 * @param WC_Order_Refund $row Row.
	 */
	public static function was_test( $row ) {
		return self::TEST === self::parts( $row )[2];
	}

	/**
	 * Returns the last request's time, store id and kind.
	 *
	 * @param WC_Order_Refund $row Row.
	 * @return string[] Three.
	 */
	private static function parts( $row ) {
		return array_pad( explode( ' ', (string) $row->get_meta( self::META ), 3 ), 3, '' );
	}
}
