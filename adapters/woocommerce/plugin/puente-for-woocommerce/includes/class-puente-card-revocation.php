<?php
/**
 * Has the gateway forget a card.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * The customer does not wait for it: it is done at once if Puente answers, and later if not.
 */
class Puente_Card_Revocation {

	const HOOK  = 'puente_revoke_card';
	const WAITS = array( 5, 30, 120, 720, 1440, 2880, 4320 );

	/**
	 * Listens to the calendar.
	 */
	public static function listen() {
		add_action( self::HOOK, array( __CLASS__, 'revoke' ), 10, 2 );
	}

	/**
	 * Revokes a card. A card that is gone already is fine.
	 *
	 * @param string $card_id The gateway's reference.
	 * @param int    $tries   How many tries there were before.
	 */
	public static function revoke( $card_id, $tries = 0 ) {
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
		if ( $answer && ( $answer->is_fine() || ( $answer->is_refusal() && 404 === $answer->status ) ) ) {
			return;
		}
		if ( $tries < count( self::WAITS ) ) {
			as_schedule_single_action( time() + self::WAITS[ $tries ] * MINUTE_IN_SECONDS, self::HOOK, array( $card_id, $tries + 1 ), Puente_Refund_Follow_Up::GROUP );
			return;
		}
		Puente_Log::error( 'a deleted card could not be revoked at the gateway', array( 'card' => $card_id ) + ( $answer ? $answer->for_log() : array() ) );
	}
}
