<?php
/**
 * Stored pairings.
 *
 * @package Puente
 */

use PuenteForWooCommerce\Call\PairingSignature;

defined( 'ABSPATH' ) || exit;

/**
 * A pending pairing replaces the current one only once it works. The current one is bound to the
 * site's address, because a copy has the database, too. A manager can add addresses, such as one
 * per language.
 */
class Puente_Pairings {

	const CURRENT        = 'puente_pairing';
	const PENDING        = 'puente_pending_pairing';
	const PENDING_PERIOD = 2 * HOUR_IN_SECONDS;

	/**
	 * Returns the pairing for payments.
	 *
	 * @return Puente_Pairing|null `null` also if the address changed.
	 */
	public static function current() {
		return self::is_elsewhere() ? null : self::kept();
	}

	/**
	 * Returns the stored pairing at any address.
	 *
	 * @return Puente_Pairing|null
	 */
	public static function kept() {
		return Puente_Pairing::from_parts( get_option( self::CURRENT ) );
	}

	/**
	 * Returns whether the site is a copy or has moved.
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
	 * Returns the address of the stored pairing.
	 *
	 * @return string Empty if unknown.
	 */
	public static function address_of_kept() {
		$addresses = self::addresses_of_kept();
		return $addresses ? $addresses[0] : '';
	}

	/**
	 * Returns all addresses of the stored pairing.
	 *
	 * @return string[] Original first.
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
	 * Binds the stored pairing to the current address.
	 */
	public static function take_address() {
		$kept = self::kept();
		if ( $kept ) {
			self::keep( $kept );
		}
	}

	/**
	 * Adds the current address to the stored pairing.
	 */
	public static function add_address() {
		$kept = self::kept();
		if ( $kept && self::is_elsewhere() ) {
			self::keep( $kept, self::addresses_of_kept() );
		}
	}

	/**
	 * Binds a pairing of an older version to the current address.
	 */
	public static function complete() {
		if ( '' === self::address_of_kept() ) {
			self::take_address();
		}
	}

	/**
	 * Stores the pairing, encoded: copying a site replaces its address throughout the database.
	 *
	 * @param Puente_Pairing $pairing Pairing.
	 * @param string[]       $others  Further addresses.
	 */
	private static function keep( Puente_Pairing $pairing, array $others = array() ) {
		$others[] = Puente_Site::address();
		update_option( self::CURRENT, $pairing->to_parts() + array( 'h' => array_map( array( PairingSignature::class, 'base64url' ), $others ) ) );
	}

	/**
	 * Returns the pending pairing.
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
	 * Stores a pending pairing.
	 *
	 * @param Puente_Pairing $pairing Pairing.
	 * @param string         $state   State in the return URL.
	 */
	public static function keep_pending( Puente_Pairing $pairing, $state = '' ) {
		$parts = $pairing->to_parts() + array(
			'state' => $state,
			'until' => time() + self::PENDING_PERIOD,
		);
		update_option( self::PENDING, $parts, false );
	}

	/**
	 * Returns whether a return URL belongs to the pending pairing.
	 *
	 * @param string $state State of the return URL.
	 */
	public static function is_state_of_pending( $state ) {
		$kept = get_option( self::PENDING );
		return is_array( $kept ) && ! empty( $kept['state'] ) && hash_equals( $kept['state'], $state );
	}

	/**
	 * Promotes the pending pairing.
	 */
	public static function promote_pending() {
		$pending = self::pending();
		if ( $pending ) {
			self::keep( $pending );
			delete_option( self::PENDING );
		}
	}

	/**
	 * Deletes the pending pairing.
	 */
	public static function forget_pending() {
		delete_option( self::PENDING );
	}

	/**
	 * Deletes the current pairing.
	 */
	public static function forget_current() {
		delete_option( self::CURRENT );
	}
}
