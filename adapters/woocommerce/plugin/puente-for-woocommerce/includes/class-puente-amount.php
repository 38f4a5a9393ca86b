<?php
/**
 * Amounts of money as text.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * WooCommerce has amounts as decimal text such as "39.9" or "39.90000000". They are never made
 * floats here: 0.1 + 0.2 is no amount of money.
 */
class Puente_Amount {

	/**
	 * The same amount, with at least two decimals and no zeros after them: "39.9" is "39.90".
	 *
	 * @param mixed $amount A decimal text.
	 * @return string|null `null` when it is none, or negative.
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
	 * Whether it is an amount above zero.
	 *
	 * @param mixed $amount A decimal text.
	 * @return bool
	 */
	public static function is_positive( $amount ) {
		$text = self::text( $amount );
		return null !== $text && '' !== trim( $text, '0.' );
	}

	/**
	 * Whether two texts say the same amount.
	 *
	 * @param mixed $one   A decimal text.
	 * @param mixed $other A decimal text.
	 * @return bool
	 */
	public static function is_same( $one, $other ) {
		$text = self::text( $one );
		return null !== $text && self::text( $other ) === $text;
	}
}
