<?php
/**
 * Prints where the shop keeps its orders: "tables" or "posts". Takes the folder of WordPress.
 */

$_SERVER['HTTP_HOST']      = '127.0.0.1';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REQUEST_URI']    = '/';
require $argv[1] . '/wp-load.php';

$in_tables = Automattic\WooCommerce\Utilities\OrderUtil::custom_orders_table_usage_is_enabled();
echo $in_tables ? 'tables' : 'posts';
