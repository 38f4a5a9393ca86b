<?php
/**
 * WordPress networks.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Each site has its own connection. Network-wide activation, deactivation and deletion cover each.
 */
class Puente_Network {

	/**
	 * Activates the plugin.
	 *
	 * @param bool $is_network_wide On every site.
	 */
	public static function activate( $is_network_wide ) {
		self::on_each_site( $is_network_wide, array( 'Puente_Facts', 'plan_soon' ) );
	}

	/**
	 * Deactivates the plugin.
	 *
	 * @param bool $is_network_wide On every site.
	 */
	public static function deactivate( $is_network_wide ) {
		self::on_each_site(
			$is_network_wide,
			static function () {
				Puente_Facts::stop_refreshing();
				Puente_Alerts::stop_asking();
			}
		);
	}

	/**
	 * Runs a callback on every site, or on this one.
	 *
	 * @param bool     $is_network_wide On every site.
	 * @param callable $act             Callback.
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
