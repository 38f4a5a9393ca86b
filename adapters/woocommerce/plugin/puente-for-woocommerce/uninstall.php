<?php
/**
 * Removes the plugin's data. Orders with history and identity number, and card tokens stay: they
 * belong to the store. `PUENTE_REMOVE_ALL_DATA` in wp-config.php removes the plugin's order meta and
 * the tokens, too, as `WC_REMOVE_ALL_DATA` does for WooCommerce.
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
	// One by one, so that no cache keeps them; `puente_` includes what later versions add.
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Finds options by prefix, which WordPress cannot.
	$options = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE %s", $wpdb->esc_like( 'puente_' ) . '%' ) );
	foreach ( array_merge( $options, array( Puente_Settings::OPTION ) ) as $option ) {
		delete_option( $option );
	}
	foreach ( array( Puente_Claim::PREFIX, '_transient_puente_', '_transient_timeout_puente_' ) as $prefix ) {
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Deletes options by prefix, which WordPress cannot.
		$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->options} WHERE option_name LIKE %s", $wpdb->esc_like( $prefix ) . '%' ) );
	}
	puente_forget_schedule();
	puente_forget_planned();
	if ( defined( 'PUENTE_REMOVE_ALL_DATA' ) && PUENTE_REMOVE_ALL_DATA ) {
		puente_forget_orders();
	}
	if ( function_exists( 'wc_get_logger' ) ) {
		Puente_Log::info( 'the plugin was deleted; Puente keeps the orders, payments and refunds that it processed' );
	}
}

/**
 * Unschedules the plugin's cron events.
 */
function puente_forget_schedule() {
	foreach ( (array) _get_cron_array() as $events ) {
		foreach ( is_array( $events ) ? array_keys( $events ) : array() as $hook ) {
			if ( 0 === strpos( (string) $hook, 'puente_' ) ) {
				wp_unschedule_hook( $hook );
			}
		}
	}
}

/**
 * Returns whether a table exists; WooCommerce may be gone with its own.
 *
 * @param string $table Name without WordPress' prefix.
 */
function puente_has_table( $table ) {
	global $wpdb;
	$name = $wpdb->prefix . $table;
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Checks whether the table exists.
	return $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $name ) ) ) === $name;
}

/**
 * Deletes the plugin's actions with their logs, also without WooCommerce.
 */
function puente_forget_planned() {
	global $wpdb;
	if ( function_exists( 'as_unschedule_all_actions' ) ) {
		as_unschedule_all_actions( '', array(), Puente_Refund_Task::GROUP );
	}
	if ( ! puente_has_table( 'actionscheduler_actions' ) ) {
		return;
	}
	$hooks   = $wpdb->esc_like( 'puente_' ) . '%';
	$actions = $wpdb->prefix . 'actionscheduler_actions';
	// phpcs:disable WordPress.DB.DirectDatabaseQuery -- WooCommerce may be inactive, without its functions.
	if ( puente_has_table( 'actionscheduler_logs' ) ) {
		$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE action_id IN ( SELECT action_id FROM %i WHERE hook LIKE %s )', $wpdb->prefix . 'actionscheduler_logs', $actions, $hooks ) );
	}
	$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE hook LIKE %s', $actions, $hooks ) );
	if ( puente_has_table( 'actionscheduler_groups' ) ) {
		$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE slug = %s', $wpdb->prefix . 'actionscheduler_groups', Puente_Refund_Task::GROUP ) );
	}
	// phpcs:enable
}

/**
 * Deletes the plugin's data of orders and customers: meta in both kinds of order storage, and the
 * entries of saved cards.
 */
function puente_forget_orders() {
	global $wpdb;
	// phpcs:disable WordPress.DB.DirectDatabaseQuery, WordPress.DB.SlowDBQuery -- Once, for all orders, also without WooCommerce.
	foreach ( array( 'wc_orders_meta', 'postmeta' ) as $table ) {
		if ( puente_has_table( $table ) ) {
			$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE meta_key LIKE %s OR meta_key IN ( %s, %s )', $wpdb->prefix . $table, $wpdb->esc_like( '_puente_' ) . '%', Puente_Identity_Number::META_KEY, Puente_Identity_Number::BLOCKS_KEY ) );
		}
	}
	if ( puente_has_table( 'woocommerce_payment_tokens' ) ) {
		$tokens = $wpdb->prefix . 'woocommerce_payment_tokens';
		if ( puente_has_table( 'woocommerce_payment_tokenmeta' ) ) {
			$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE payment_token_id IN ( SELECT token_id FROM %i WHERE gateway_id = %s )', $wpdb->prefix . 'woocommerce_payment_tokenmeta', $tokens, 'puente' ) );
		}
		$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE gateway_id = %s', $tokens, 'puente' ) );
	}
	// phpcs:enable
}

Puente_Network::on_each_site( is_multisite(), 'puente_forget_site' );

// Deletes personal data beyond the reach of exporters and erasers without the plugin. Sites of a
// network share the users.
foreach ( Puente_Identity_Number::ACCOUNT_KEYS as $puente_identity ) {
	delete_metadata( 'user', 0, $puente_identity, '', true );
}
