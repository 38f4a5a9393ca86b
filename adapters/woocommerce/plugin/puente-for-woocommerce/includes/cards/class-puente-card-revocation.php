<?php
/**
 * Card revocation.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Revokes deleted cards at the gateway, immediately or by retries. Only the card's own store can.
 */
class Puente_Card_Revocation {

	const HOOK  = 'puente_revoke_cards';
	const WAITS = array( 5, 30, 120, 720, 1440 );

	/**
	 * Hooks into the scheduler; a daily run follows the last retry.
	 */
	public static function listen() {
		add_action( self::HOOK, array( __CLASS__, 'carry_out' ) );
		add_action( Puente_Facts::DAILY, array( __CLASS__, 'carry_out_once' ) );
	}

	/**
	 * Revokes a card.
	 *
	 * @param string $card_id Gateway's reference.
	 * @param string $home    As Puente_Card_Home names it.
	 * @param bool   $at_once Whether the caller may wait.
	 */
	public static function revoke( $card_id, $home, $at_once ) {
		// Queued first: a deleted card must not stay chargeable.
		Puente_Cards_To_Revoke::add( $card_id, $home );
		if ( ! in_array( $card_id, Puente_Cards_To_Revoke::here(), true ) ) {
			return;
		}
		if ( ! $at_once || ! self::is_revoked( $card_id ) ) {
			self::plan( $at_once ? self::WAITS[0] : 0, 1 );
		}
	}

	/**
	 * Schedules the queue after a store was connected.
	 */
	public static function carry_out_soon() {
		if ( Puente_Cards_To_Revoke::here() ) {
			self::plan( 0, 1 );
		}
	}

	/**
	 * Revokes the connected store's queued cards.
	 *
	 * @param int $tries Attempts so far.
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
	 * Runs without a retry.
	 */
	public static function carry_out_once() {
		self::carry_out( count( self::WAITS ) );
	}

	/**
	 * Revokes a card; one already gone counts as revoked.
	 *
	 * @param string $card_id Gateway's reference.
	 * @return bool|null `null` without an answer.
	 */
	private static function is_revoked( $card_id ) {
		$client = Puente_Client::current();
		$answer = $client ? $client->call(
			'DELETE',
			'/v1/saved-cards/' . rawurlencode( $card_id ),
			null,
			array(
				'timeoutSeconds' => 8,
				'expects'        => array( 'id' ),
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
	 * Schedules an attempt.
	 *
	 * @param int $minutes Delay.
	 * @param int $tries   Attempts before it.
	 */
	private static function plan( $minutes, $tries ) {
		as_schedule_single_action( time() + $minutes * MINUTE_IN_SECONDS, self::HOOK, array( $tries ), Puente_Refund_Task::GROUP );
	}
}
