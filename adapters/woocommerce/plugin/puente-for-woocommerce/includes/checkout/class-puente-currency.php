<?php
/**
 * Currencies.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Decimals by ISO 4217; WooCommerce lets the store choose any number.
 */
class Puente_Currency {

	const USUAL = 2;
	const OTHER = array(
		0 => array( 'BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF' ),
		3 => array( 'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND' ),
	);

	/**
	 * Returns the decimals of a currency.
	 *
	 * @param string $code Such as HNL.
	 */
	public static function decimals( $code ) {
		foreach ( self::OTHER as $decimals => $codes ) {
			if ( in_array( $code, $codes, true ) ) {
				return $decimals;
			}
		}
		return self::USUAL;
	}
}
