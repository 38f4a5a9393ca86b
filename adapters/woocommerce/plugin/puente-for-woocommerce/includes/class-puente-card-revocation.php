<?php
/**
 * Has the gateway forget cards.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * The customer does not wait for it: it is done at once if Puente answers, and later if not. Only the
 * store to which a card belongs can do it: another one does not know the card, which says nothing.
 */
class Puente_Card_Revocation {

	const HOOK  = 'puente_revoke_cards';
	const WAITS = array( 5, 30, 120, 720, 1440 );

	/**
	 * Listens to the calendar. What the tries did not get done is tried each day.
	 */
	public static function listen() {
		add_action( self::HOOK, array( __CLASS__, 'carry_out' ) );
		add_action( Puente_Facts::DAILY, array( __CLASS__, 'carry_out_once' ) );
	}

	/**
	 * Revokes a card.
	 *
	 * @param string $card_id The gateway's reference.
	 * @param string $home    Where it belongs, as Puente_Card_Home names it.
	 * @param bool   $at_once Whether somebody may be kept waiting for the first try.
	 */
	public static function revoke( $card_id, $home, $at_once ) {
		// Written down first: a card that was deleted here must not stay chargeable.
		Puente_Cards_To_Revoke::add( $card_id, $home );
		if ( ! in_array( $card_id, Puente_Cards_To_Revoke::here(), true ) ) {
			return;
		}
		if ( ! $at_once || ! self::is_revoked( $card_id ) ) {
			self::plan( $at_once ? self::WAITS[0] : 0, 1 );
		}
	}

	/**
	 * Revokes what is on the list soon: a store was connected.
	 */
	public static function carry_out_soon() {
		if ( Puente_Cards_To_Revoke::here() ) {
			self::plan( 0, 1 );
		}
	}

	/**
	 * Revokes what is on the list and belongs to the connected store.
	 *
	 * @param int $tries How many tries there were before.
	 */
	public static function carry_out( $tries = 1 ) {
		$is_done = true;
		foreach ( Puente_Cards_To_Revoke::here() as $card_id ) {
			$is_revoked = self::is_revoked( $card_id );
			$is_done    = $is_done && true === $is_revoked;
			if ( null === $is_revoked ) {
				break;
			}
		}
		if ( ! $is_done && $tries < count( self::WAITS ) ) {
			self::plan( self::WAITS[ $tries ], $tries + 1 );
		}
	}

	/**
	 * The same, without a try after it.
	 */
	public static function carry_out_once() {
		self::carry_out( count( self::WAITS ) );
	}

	/**
	 * Asks Puente. A card that is gone already is fine.
	 *
	 * @param string $card_id The gateway's reference.
	 * @return bool|null Whether nobody can charge it any more; `null` when Puente does not answer.
	 */
	private static function is_revoked( $card_id ) {
		$client = Puente_Client::current();
		$answer = $client ? $client->call(
			'DELETE',
			'/v1/saved-cards/' . rawurlencode( $card_id ),
			null,
			array(
				'timeouts' => array( 8 ),
				'expects'  => array( 'id' ),
			)
		) : null;
		if ( ! $answer || ! ( $answer->is_fine() || ( $answer->is_refusal() && 404 === $answer->status ) ) ) {
			Puente_Log::error( 'a deleted card is not revoked at the gateway yet', array( 'card' => $card_id ) + ( $answer ? $answer->for_log() : array() ) );
			return $answer && $answer->is_refusal() ? false : null;
		}
		Puente_Cards_To_Revoke::remove( $card_id );
		return true;
	}

	/**
	 * Puts a try on the calendar.
	 *
	 * @param int $minutes How long it waits.
	 * @param int $tries   How many tries there will have been before it.
	 */
	private static function plan( $minutes, $tries ) {
		as_schedule_single_action( time() + $minutes * MINUTE_IN_SECONDS, self::HOOK, array( $tries ), Puente_Refund_Task::GROUP );
	}
}
