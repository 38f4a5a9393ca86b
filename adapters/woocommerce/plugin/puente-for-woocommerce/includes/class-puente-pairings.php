<?php
/**
 * Where pairings are kept.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * One pairing is current. Another one can be pending: it is being made and takes the place of the
 * current one only when it works, so that a failed attempt breaks nothing. The current one is kept with
 * the address of the site, and is good there only: a copy of the site has its database, too. A site can
 * have several addresses, such as one for each language, when somebody has said so.
 */
class Puente_Pairings {

	const CURRENT        = 'puente_pairing';
	const PENDING        = 'puente_pending_pairing';
	const PENDING_PERIOD = 2 * HOUR_IN_SECONDS;

	/**
	 * The pairing that payments use.
	 *
	 * @return Puente_Pairing|null `null` as well when the site is not where it was connected.
	 */
	public static function current() {
		return self::is_elsewhere() ? null : self::kept();
	}

	/**
	 * The pairing that is kept, wherever the site is now.
	 *
	 * @return Puente_Pairing|null
	 */
	public static function kept() {
		return Puente_Pairing::from_parts( get_option( self::CURRENT ) );
	}

	/**
	 * Whether the site is not where it was connected: a copy, or it has moved.
	 *
	 * @return bool
	 */
	public static function is_elsewhere() {
		$addresses = self::addresses_of_kept();
		foreach ( $addresses as $address ) {
			if ( Puente_Site::are_same( $address, Puente_Site::address() ) ) {
				return false;
			}
		}
		return array() !== $addresses && null !== self::kept();
	}

	/**
	 * Where the kept pairing was made.
	 *
	 * @return string Empty when it is not known, or nothing is kept.
	 */
	public static function address_of_kept() {
		$addresses = self::addresses_of_kept();
		return $addresses ? $addresses[0] : '';
	}

	/**
	 * All addresses at which the kept pairing is good.
	 *
	 * @return string[] The one first where it was made.
	 */
	private static function addresses_of_kept() {
		$kept  = get_option( self::CURRENT );
		$texts = is_array( $kept ) && isset( $kept['h'] ) ? array_filter( (array) $kept['h'], 'is_string' ) : array();
		return array_values(
			array_filter(
				array_map(
					static function ( $text ) {
						// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- An address, see keep().
						return (string) base64_decode( strtr( $text, '-_', '+/' ), true );
					},
					$texts
				),
				'strlen'
			)
		);
	}

	/**
	 * Says that the kept pairing belongs to the site at its address of now.
	 */
	public static function take_address() {
		$kept = self::kept();
		if ( $kept ) {
			self::keep( $kept );
		}
	}

	/**
	 * Says that the site has its address of now besides the others.
	 */
	public static function add_address() {
		$kept = self::kept();
		if ( $kept && self::is_elsewhere() ) {
			self::keep( $kept, self::addresses_of_kept() );
		}
	}

	/**
	 * Gives a pairing that was kept by an older version its address.
	 */
	public static function complete() {
		if ( '' === self::address_of_kept() ) {
			self::take_address();
		}
	}

	/**
	 * Keeps the current pairing. Who copies a site has its address replaced in the whole database, so
	 * the address is written in a way that this does not find.
	 *
	 * @param Puente_Pairing $pairing The pairing.
	 * @param string[]       $others  Addresses that the site has besides the one of now.
	 */
	private static function keep( Puente_Pairing $pairing, array $others = array() ) {
		$others[] = Puente_Site::address();
		update_option( self::CURRENT, $pairing->to_parts() + array( 'h' => array_map( array( 'Puente_Signature', 'base64url' ), $others ) ) );
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
			self::keep( $pending );
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
