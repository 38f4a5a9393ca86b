<?php
/**
 * Activates plugins in the order given. Takes the folder of WordPress and the plugins' files.
 */

$www     = $argv[1];
$plugins = array_slice( $argv, 2 );

$_SERVER['HTTP_HOST']      = '127.0.0.1';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REQUEST_URI']    = '/';
require $www . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';
wp_set_current_user( 1 );

foreach ( $plugins as $plugin ) {
	$failed = activate_plugin( $plugin );
	if ( is_wp_error( $failed ) ) {
		fwrite( STDERR, "$plugin: " . $failed->get_error_message() . "\n" );
		exit( 1 );
	}
}
