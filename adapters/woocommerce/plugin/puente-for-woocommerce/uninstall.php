<?php
/**
 * Removes the plugin's data. Orders with history and identity number, and card tokens stay: they
 * belong to the store.
 *
 * @package Puente
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

if ( ! defined( 'PUENTE_VERSION' ) ) {
	define( 'PUENTE_VERSION', get_file_data( __DIR__ . '/puente-for-woocommerce.php', array( 'version' => 'Version' ) )['version'] );
	require_once __DIR__ . '/includes/class-puente-autoload.php';
	Puente_Autoload::register();
}

/**
 * Ends Puente's access to the current site, as far as possible without WooCommerce or a response.
 * Leaves only keys with which Puente still follows an order.
 */
function puente_end_connection() {
	global $wpdb;
	$answer   = function_exists( 'wc_get_logger' ) ? Puente_Disconnection::notify( 15 ) : null;
	$webhooks = $wpdb->prefix . 'wc_webhooks';
	// phpcs:disable WordPress.DB.DirectDatabaseQuery -- WooCommerce may be inactive, without its functions.
	if ( $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $webhooks ) ) ) !== $webhooks ) {
		return;
	}
	if ( function_exists( 'wc_get_webhook' ) ) {
		Puente_Disconnection::remove_webhooks();
	}
	list( $name, $address ) = Puente_Disconnection::WEBHOOKS;
	$wpdb->query( $wpdb->prepare( 'UPDATE %i SET status = %s WHERE name LIKE %s AND delivery_url LIKE %s', $webhooks, 'disabled', $name, $address ) );
	if ( $answer && $answer->is_fine() ) {
		Puente_Disconnection::revoke_keys( $answer );
	} else {
		Puente_Disconnection::revoke_made_keys();
	}
	// phpcs:enable
}

/**
 * Deletes all data of the current site.
 */
function puente_forget_site() {
	global $wpdb;
	puente_end_connection();
	$cards = count( Puente_Cards_To_Revoke::all() );
	if ( $cards > 0 && function_exists( 'wc_get_logger' ) ) {
		Puente_Log::error( 'cards that customers have deleted stay at the gateway', array( 'cards' => $cards ) );
	}
	foreach ( array( 'woocommerce_puente_settings', 'puente_pairing', 'puente_pending_pairing', 'puente_facts', Puente_Accepted_Currencies::OPTION, Puente_Alerts::KNOWN, Puente_Disconnection::USED ) as $option ) {
		delete_option( $option );
	}
	$prefixes = array( '_puente_once_', 'puente_revoke_', '_transient_puente_', '_transient_timeout_puente_' );
	foreach ( $prefixes as $prefix ) {
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Deletes options by prefix, which WordPress cannot.
		$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->options} WHERE option_name LIKE %s", $wpdb->esc_like( $prefix ) . '%' ) );
	}
	Puente_Facts::stop_refreshing();
	Puente_Alerts::stop_asking();
	puente_forget_planned();
}

/**
 * Unschedules the plugin's actions, also without WooCommerce.
 */
function puente_forget_planned() {
	global $wpdb;
	if ( function_exists( 'as_unschedule_all_actions' ) ) {
		as_unschedule_all_actions( '', array(), 'puente' );
		return;
	}
	$actions = $wpdb->prefix . 'actionscheduler_actions';
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Checks whether the table exists.
	if ( $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $actions ) ) ) === $actions ) {
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WooCommerce is inactive, without its functions.
		$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE status = %s AND hook LIKE %s', $actions, 'pending', $wpdb->esc_like( 'puente_' ) . '%' ) );
	}
}

Puente_Network::on_each_site( is_multisite(), 'puente_forget_site' );

// Deletes personal data beyond the reach of exporters and erasers without the plugin. Sites of a
// network share the users.
foreach ( array( Puente_Identity_Number::CLASSIC_FIELD, Puente_Identity_Number::BLOCKS_KEY ) as $puente_identity ) {
	delete_metadata( 'user', 0, $puente_identity, '', true );
}
