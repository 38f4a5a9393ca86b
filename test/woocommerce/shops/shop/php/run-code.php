<?php
/**
 * Runs PHP inside the shop, as its administrator. Takes the folder of WordPress and the code.
 */

$_SERVER['HTTP_HOST']      = '127.0.0.1';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REQUEST_URI']    = '/';
require $argv[1] . '/wp-load.php';
wp_set_current_user( 1 );
eval( $argv[2] );
