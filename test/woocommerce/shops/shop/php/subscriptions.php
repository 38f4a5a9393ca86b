<?php
/**
 * Plugin Name: Subscriptions of the test shop
 * Description: Starts WooCommerce Subscriptions Core, a library that starts nothing by itself.
 */

add_action(
	'woocommerce_loaded',
	static function () {
		require_once WP_PLUGIN_DIR . '/woocommerce-subscriptions-core/includes/class-wc-subscriptions-core-plugin.php';
		new WC_Subscriptions_Core_Plugin();
	}
);
