<?php
/**
 * Configuration of a shop of the tests. Everything that differs comes from shop.json beside the
 * folder of WordPress, so that each PHP process finds it without an environment.
 */

$puente_shop = json_decode( file_get_contents( dirname( __DIR__ ) . '/shop.json' ), true );

define( 'PUENTE_SHOP_LOG', $puente_shop['log'] );
define( 'DB_NAME', 'shop' );
define( 'DB_USER', 'shop' );
define( 'DB_PASSWORD', 'shop' );
define( 'DB_HOST', 'localhost:' . $puente_shop['socket'] );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );

foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $puente_name ) {
	define( $puente_name . '_KEY', hash( 'sha256', $puente_shop['seed'] . $puente_name . 'key' ) );
	define( $puente_name . '_SALT', hash( 'sha256', $puente_shop['seed'] . $puente_name . 'salt' ) );
}
$table_prefix = 'wp_';

// The TLS front says so; the shop has an address for each.
$puente_https = ( $_SERVER['HTTP_X_FORWARDED_PROTO'] ?? '' ) === 'https';
if ( $puente_https ) {
	$_SERVER['HTTPS'] = 'on';
}
define( 'WP_HOME', $puente_https ? $puente_shop['https_url'] : $puente_shop['url'] );
define( 'WP_SITEURL', WP_HOME );

// run-queue.php is the crontab.
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'WP_AUTO_UPDATE_CORE', false );
// No call leaves this machine.
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', '127.0.0.1,localhost' );
define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', false );
define( 'WP_DEBUG_LOG', PUENTE_SHOP_LOG . '/wp-debug.log' );
define( 'FS_METHOD', 'direct' );
define( 'WP_ENVIRONMENT_TYPE', 'local' );
defined( 'ABSPATH' ) || define( 'ABSPATH', __DIR__ . '/' );
require_once ABSPATH . 'wp-settings.php';
