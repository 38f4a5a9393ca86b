<?php
/**
 * Notice about an action on orders.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Kept for the person between the action and the next page of the administration.
 */
class Puente_Order_Notice {

	const NAME = 'puente_order_notice_';
	const KEPT = 120;

	/**
	 * Hooks into the pages.
	 */
	public static function listen() {
		add_action( 'admin_notices', array( __CLASS__, 'show' ) );
	}

	/**
	 * Keeps a notice for the person.
	 *
	 * @param string $kind  `success`, `warning` or `error`.
	 * @param string $words Text.
	 */
	public static function keep( $kind, $words ) {
		set_transient( self::NAME . get_current_user_id(), array( $kind, $words ), self::KEPT );
	}

	/**
	 * Prints the notice once.
	 */
	public static function show() {
		$name = self::NAME . get_current_user_id();
		$kept = get_transient( $name );
		if ( ! is_array( $kept ) || ! isset( $kept[0], $kept[1] ) ) {
			return;
		}
		delete_transient( $name );
		printf( '<div class="notice notice-%s is-dismissible" role="status"><p>%s</p></div>', esc_attr( $kept[0] ), esc_html( $kept[1] ) );
	}
}
