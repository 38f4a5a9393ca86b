<?php
/**
 * Removes what the plugin has kept. Orders, their history and the tokens of saved cards stay: they
 * belong to the store.
 *
 * @package Puente
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/**
 * Forgets everything of the current site.
 */
function puente_forget_site() {
	global $wpdb;
	foreach ( array( 'woocommerce_puente_settings', 'puente_pairing', 'puente_pending_pairing', 'puente_facts' ) as $option ) {
		delete_option( $option );
	}
	$prefixes = array( '_puente_once_', '_transient_puente_', '_transient_timeout_puente_' );
	foreach ( $prefixes as $prefix ) {
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Rows without a list of their names.
		$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->options} WHERE option_name LIKE %s", $wpdb->esc_like( $prefix ) . '%' ) );
	}
	wp_clear_scheduled_hook( 'puente_daily_test' );
	puente_forget_planned();
}

/**
 * Takes the plugin's work off WooCommerce's calendar, which is there without WooCommerce as well.
 */
function puente_forget_planned() {
	global $wpdb;
	if ( function_exists( 'as_unschedule_all_actions' ) ) {
		as_unschedule_all_actions( '', array(), 'puente' );
		return;
	}
	$actions = $wpdb->prefix . 'actionscheduler_actions';
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Asks whether the table is there.
	if ( $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $actions ) ) ) === $actions ) {
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WooCommerce's own functions are not there.
		$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE status = %s AND hook LIKE %s', $actions, 'pending', $wpdb->esc_like( 'puente_' ) . '%' ) );
	}
}

if ( is_multisite() ) {
	$puente_every_site = array(
		'fields' => 'ids',
		'number' => 0,
	);
	foreach ( get_sites( $puente_every_site ) as $puente_site ) {
		switch_to_blog( $puente_site );
		puente_forget_site();
		restore_current_blog();
	}
} else {
	puente_forget_site();
}
