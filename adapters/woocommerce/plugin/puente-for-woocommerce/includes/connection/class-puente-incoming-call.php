<?php
/**
 * Signed requests from Puente.
 *
 * @package Puente
 */

use PuenteForWooCommerce\Call\PairingSignature;

defined( 'ABSPATH' ) || exit;

/**
 * Verifies a request before it has any effect.
 */
class Puente_Incoming_Call {

	const TOLERANCE     = 300;
	const NONCES_KEPT   = 15 * MINUTE_IN_SECONDS;
	const NOT_SIGNED    = array( 'not_signed', 'The call is not signed as it has to be.' );
	const UNKNOWN_STORE = array( 'unknown_store', 'This site is not paired with that store.' );
	const CLOCK_DIFFERS = array( 'clock_differs', 'The clocks of Puente and of this site differ by more than five minutes.' );
	const WRONG         = array( 'wrong_signature', 'The signature does not fit the call.' );
	const NOT_NOW       = array( 'not_now', 'The database of this site does not answer as it should.' );
	const REPLAYED      = array( 'replayed_call', 'This very call was made before.' );

	/**
	 * Verifies a request and uses up its nonce.
	 *
	 * @param WP_REST_Request  $request  Request.
	 * @param Puente_Pairing[] $pairings Pairings that may sign it.
	 * @return WP_REST_Response|null The refusal; `null` if valid.
	 */
	public static function refusal( WP_REST_Request $request, array $pairings ) {
		$call = array(
			'store'     => $request->get_header( 'puente-store' ),
			'timestamp' => $request->get_header( 'puente-timestamp' ),
			'nonce'     => $request->get_header( 'puente-nonce' ),
			'signature' => $request->get_header( 'puente-signature' ),
			'method'    => $request->get_method(),
			'path'      => $request->get_route(),
			'body'      => (string) $request->get_body(),
		);
		if ( ! PairingSignature::isWellFormed( $call ) ) {
			return self::refuse( self::NOT_SIGNED );
		}
		$candidates = array_filter(
			$pairings,
			static function ( $pairing ) use ( $call ) {
				// Puente may probe this site before its store id is final.
				return '' === $pairing->store_id || $pairing->store_id === $call['store'];
			}
		);
		if ( ! $candidates ) {
			return self::refuse( self::UNKNOWN_STORE );
		}
		if ( abs( time() - (int) $call['timestamp'] ) > self::TOLERANCE ) {
			return self::refuse( self::CLOCK_DIFFERS, array( 'server_time' => gmdate( 'Y-m-d\TH:i:s\Z' ) ) );
		}
		$is_right = false;
		foreach ( $candidates as $pairing ) {
			$is_right = PairingSignature::isRight( $call, $pairing->secret ) || $is_right;
		}
		if ( ! $is_right ) {
			return self::refuse( self::WRONG );
		}
		$is_new = Puente_Claim::claim( 'nonce ' . $call['store'] . ' ' . $call['nonce'], self::NONCES_KEPT );
		if ( null === $is_new ) {
			return self::refuse( self::NOT_NOW, array(), 503 );
		}
		if ( ! $is_new ) {
			return self::refuse( self::REPLAYED );
		}
		Puente_Contact::note( Puente_Contact::CALLED );
		Puente_Log::debug( 'answered ' . $request->get_method() . ' ' . $request->get_route() );
		return null;
	}

	/**
	 * Creates a refusal.
	 *
	 * @param array $reason `[code, detail]`.
	 * @param array $more   Further fields.
	 * @param int   $status HTTP status.
	 */
	private static function refuse( array $reason, array $more = array(), $status = 401 ) {
		list( $code, $detail ) = $reason;
		Puente_Log::debug( 'refused a call', array( 'code' => $code ) );
		return new WP_REST_Response(
			array(
				'code'   => $code,
				'detail' => $detail,
			) + $more,
			$status
		);
	}
}
