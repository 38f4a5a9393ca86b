<?php
/**
 * Sites of a WordPress network.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Each site is connected for itself; the plugin is switched on, off and deleted for all of them at once
 * where it is the network's. Then all of them are on the calendar, or off it.
 */
class Puente_Network {

	/**
	 * The plugin was activated.
	 *
	 * @param bool $is_network_wide For every site.
	 */
	public static function activate( $is_network_wide ) {
		self::on_each_site( $is_network_wide, array( 'Puente_Facts', 'plan_soon' ) );
	}

	/**
	 * The plugin was deactivated.
	 *
	 * @param bool $is_network_wide For every site.
	 */
	public static function deactivate( $is_network_wide ) {
		self::on_each_site(
			$is_network_wide,
			static function () {
				Puente_Facts::stop_refreshing();
				Puente_Problems::stop_asking();
			}
		);
	}

	/**
	 * Does something on every site, or on this one.
	 *
	 * @param bool     $is_network_wide Whether it is for every site.
	 * @param callable $act             What is done.
	 */
	public static function on_each_site( $is_network_wide, $act ) {
		if ( ! $is_network_wide || ! is_multisite() ) {
			call_user_func( $act );
			return;
		}
		$every_site = array(
			'fields' => 'ids',
			'number' => 0,
		);
		foreach ( get_sites( $every_site ) as $site ) {
			switch_to_blog( $site );
			call_user_func( $act );
			restore_current_blog();
		}
	}
}
