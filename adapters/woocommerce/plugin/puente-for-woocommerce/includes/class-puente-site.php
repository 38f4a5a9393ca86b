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
}
