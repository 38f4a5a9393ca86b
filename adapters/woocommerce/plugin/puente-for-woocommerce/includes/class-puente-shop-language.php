<?php
/**
 * Language of the shop.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Order notes are for all staff, so they are in the shop's language, whoever's request writes them.
 */
class Puente_Shop_Language {

	/**
	 * Returns what a function returns in the shop's language.
	 *
	 * @param callable $words Function.
	 */
	public static function in( callable $words ) {
		$is_switched = switch_to_locale( get_locale() );
		try {
			return call_user_func( $words );
		} finally {
			if ( $is_switched ) {
				restore_previous_locale();
			}
		}
	}
}
