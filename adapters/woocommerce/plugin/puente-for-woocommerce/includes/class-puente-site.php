<?php
/**
 * Which site this is.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * The address of the site as its database or its configuration names it. Plugins for languages change
 * what home_url() says from page to page, so it is not asked.
 */
class Puente_Site {

	/**
	 * The address, so that only another site has another one.
	 *
	 * @return string Without scheme and trailing slash, in lower case.
	 */
	public static function address() {
		return strtolower( rtrim( preg_replace( '#^[a-z]+://#i', '', trim( (string) get_option( 'home' ) ) ), '/' ) );
	}

	/**
	 * Whether two addresses are of one site: with www and without it is the same.
	 *
	 * @param string $one   As address() gives it.
	 * @param string $other Another.
	 * @return bool
	 */
	public static function are_same( $one, $other ) {
		return preg_replace( '/^www\./', '', $one ) === preg_replace( '/^www\./', '', $other );
	}

	/**
	 * The site as Puente knows it: at the address at which it was connected, when this is another one
	 * of its own.
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
