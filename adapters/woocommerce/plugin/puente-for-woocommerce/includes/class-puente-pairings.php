<?php
/**
 * Where pairings are kept.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * One pairing is current. Another one can be pending: it is being made and takes the place of the
 * current one only when it works, so that a failed attempt breaks nothing.
 */
class Puente_Pairings {

	const CURRENT        = 'puente_pairing';
	const PENDING        = 'puente_pending_pairing';
	const PENDING_PERIOD = 2 * HOUR_IN_SECONDS;

	/**
	 * The pairing that payments use.
	 *
	 * @return Puente_Pairing|null
	 */
	public static function current() {
		return Puente_Pairing::from_parts( get_option( self::CURRENT ) );
	}

	/**
	 * The pairing that is being made.
	 *
	 * @return Puente_Pairing|null
	 */
	public static function pending() {
		$kept = get_option( self::PENDING );
		if ( ! is_array( $kept ) || ! isset( $kept['until'] ) || $kept['until'] < time() ) {
			return null;
		}
		return Puente_Pairing::from_parts( $kept );
	}

	/**
	 * Keeps a pairing that is being made.
	 *
	 * @param Puente_Pairing $pairing The pairing.
	 * @param string         $state   What the address of the merchant's return has to name.
	 */
	public static function keep_pending( Puente_Pairing $pairing, $state = '' ) {
		$parts = $pairing->to_parts() + array(
			'state' => $state,
			'until' => time() + self::PENDING_PERIOD,
		);
		update_option( self::PENDING, $parts, false );
	}

	/**
	 * Whether the merchant comes back from making the pending pairing.
	 *
	 * @param string $state What the address of the return names.
	 * @return bool
	 */
	public static function is_state_of_pending( $state ) {
		$kept = get_option( self::PENDING );
		return is_array( $kept ) && ! empty( $kept['state'] ) && hash_equals( $kept['state'], $state );
	}

	/**
	 * The pending pairing becomes the current one.
	 */
	public static function promote_pending() {
		$pending = self::pending();
		if ( $pending ) {
			update_option( self::CURRENT, $pending->to_parts() );
			delete_option( self::PENDING );
		}
	}

	/**
	 * Forgets the pairing that was being made.
	 */
	public static function forget_pending() {
		delete_option( self::PENDING );
	}

	/**
	 * Disconnects.
	 */
	public static function forget_current() {
		delete_option( self::CURRENT );
	}
}
