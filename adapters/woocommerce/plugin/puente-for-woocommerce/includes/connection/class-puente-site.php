<?php
/**
 * Address of this site.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * From database or configuration, because language plugins change home_url() per page.
 */
class Puente_Site {

	/**
	 * Returns the address.
	 *
	 * @return string Lower case, without scheme and trailing slash.
	 */
	public static function address() {
		return strtolower( rtrim( preg_replace( '#^[a-z]+://#i', '', trim( (string) get_option( 'home' ) ) ), '/' ) );
	}

	/**
	 * Returns whether two addresses are equal, with or without www.
	 *
	 * @param string $one   As from address().
	 * @param string $other Another.
	 */
	public static function are_same( $one, $other ) {
		return preg_replace( '/^www\./', '', $one ) === preg_replace( '/^www\./', '', $other );
	}

	/**
	 * Returns the URL under which Puente knows the site; other addresses are aliases.
	 *
	 * @return string With its scheme.
	 */
	public static function url_for_puente() {
		$known = Puente_Pairings::address_of_kept();
		if ( '' === $known || self::address() === $known || Puente_Pairings::is_elsewhere() ) {
			return home_url();
		}
		return wp_parse_url( home_url(), PHP_URL_SCHEME ) . '://' . $known;
	}
}
