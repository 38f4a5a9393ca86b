<?php
/**
 * Decimal amounts.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * WooCommerce has decimal strings such as "39.9" or "39.90000000". Floats would be inexact.
 */
class Puente_Amount {

	/**
	 * Normalizes to two decimals or more: "39.9" is "39.90".
	 *
	 * @param mixed $amount Decimal string.
	 * @return string|null `null` if malformed or negative.
	 */
	public static function text( $amount ) {
		if ( is_int( $amount ) ) {
			$amount = (string) $amount;
		}
		if ( ! is_string( $amount ) || ! preg_match( '/^([0-9]{1,15})(?:\.([0-9]*))?$/D', trim( $amount ), $parts ) ) {
			return null;
		}
		$whole    = ltrim( $parts[1], '0' );
		$decimals = str_pad( rtrim( isset( $parts[2] ) ? $parts[2] : '', '0' ), 2, '0' );
		return ( '' === $whole ? '0' : $whole ) . '.' . $decimals;
	}

	/**
	 * Returns whether an amount is above zero.
	 *
	 * @param mixed $amount Decimal string.
	 */
	public static function is_positive( $amount ) {
		$text = self::text( $amount );
		return null !== $text && '' !== trim( $text, '0.' );
	}

	/**
	 * Returns whether two amounts are equal.
	 *
	 * @param mixed $one   Decimal string.
	 * @param mixed $other Decimal string.
	 */
	public static function is_same( $one, $other ) {
		$text = self::text( $one );
		return null !== $text && self::text( $other ) === $text;
	}
}
