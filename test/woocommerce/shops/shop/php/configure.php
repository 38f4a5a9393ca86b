<?php
/**
 * Makes a fresh shop in Honduras: settings, keys, a customer and products. Takes the folder of
 * WordPress and a JSON object (storage, key, secret, customer_password). Prints the ids of the
 * products as JSON.
 */

list( , $www, $wanted ) = $argv;
$wanted                 = json_decode( $wanted, true );

$_SERVER['HTTP_HOST']      = '127.0.0.1';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REQUEST_URI']    = '/';
require $www . '/wp-load.php';
wp_set_current_user( 1 );

WC_Install::install();
// Otherwise the first page of the admin chooses the storage of orders for the new shop.
WC_Install::newly_installed();
WC_Install::create_pages();

$settings = array(
	// A new shop hides behind "coming soon".
	'woocommerce_coming_soon'                              => 'no',
	'woocommerce_store_pages_only'                         => 'no',
	'woocommerce_custom_orders_table_data_sync_enabled'    => 'no',
	'woocommerce_custom_orders_table_enabled'              => 'tables' === $wanted['storage'] ? 'yes' : 'no',
	'woocommerce_currency'                                 => 'HNL',
	'woocommerce_default_country'                          => 'HN:HN-FM',
	'woocommerce_store_address'                            => 'Bulevar Morazán 1',
	'woocommerce_store_city'                               => 'Tegucigalpa',
	'woocommerce_store_postcode'                           => '11101',
	'woocommerce_enable_guest_checkout'                    => 'yes',
	'woocommerce_enable_signup_and_login_from_checkout'    => 'yes',
	'woocommerce_onboarding_profile'                       => array( 'skipped' => true ),
	'woocommerce_task_list_hidden'                         => 'yes',
	'woocommerce_allow_tracking'                           => 'no',
	'woocommerce_show_marketplace_suggestions'             => 'no',
	'woocommerce_bacs_settings'                            => array(
		'enabled' => 'yes',
		'title'   => 'Bank transfer',
	),
	'woocommerce_cod_settings'                             => array(
		'enabled'            => 'yes',
		'title'              => 'Cash on delivery',
		'enable_for_virtual' => 'yes',
	),
);
foreach ( $settings as $name => $value ) {
	update_option( $name, $value );
}
// WooCommerce 11 celebrates the first order over its whole page.
update_user_meta( 1, '_wc_egg_opted_out', '1' );

( new WC_Shipping_Zone( 0 ) )->add_shipping_method( 'free_shipping' );
wc_create_new_customer( 'customer@example.com', 'customer', $wanted['customer_password'] );

$shirt = new WC_Product_Simple();
$shirt->set_props(
	array(
		'name'           => 'T-shirt',
		'sku'            => 'SHIRT',
		'regular_price'  => '19.95',
		'manage_stock'   => true,
		'stock_quantity' => 100000,
	)
);
$voucher = new WC_Product_Simple();
// A paid order of virtual, downloadable goods is completed at once.
$voucher->set_props(
	array(
		'name'          => 'Voucher',
		'sku'           => 'VOUCHER',
		'regular_price' => '10',
		'virtual'       => true,
		'downloadable'  => true,
	)
);
$size = new WC_Product_Attribute();
$size->set_name( 'Size' );
$size->set_options( array( 'S', 'M' ) );
$size->set_visible( true );
$size->set_variation( true );
$hat = new WC_Product_Variable();
$hat->set_props(
	array(
		'name'       => 'Hat',
		'sku'        => 'HAT',
		'attributes' => array( $size ),
	)
);

$made = array(
	'product' => $shirt->save(),
	'virtual' => $voucher->save(),
	'variable' => $hat->save(),
);
foreach ( array( 'S', 'M' ) as $option ) {
	$variation = new WC_Product_Variation();
	$variation->set_props(
		array(
			'parent_id'      => $hat->get_id(),
			'sku'            => 'HAT-' . $option,
			'regular_price'  => '35.50',
			'manage_stock'   => true,
			'stock_quantity' => 1000,
			'attributes'     => array( 'size' => $option ),
		)
	);
	$made['variation'] = $variation->save();
}

// The row that the screen of REST keys writes.
global $wpdb;
$wpdb->insert(
	$wpdb->prefix . 'woocommerce_api_keys',
	array(
		'user_id'         => 1,
		'description'     => 'Tests',
		'permissions'     => 'read_write',
		'consumer_key'    => wc_api_hash( $wanted['key'] ),
		'consumer_secret' => $wanted['secret'],
		'truncated_key'   => substr( $wanted['key'], -7 ),
	)
);
flush_rewrite_rules( false );

echo wp_json_encode( $made );
