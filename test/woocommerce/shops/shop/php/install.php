<?php
/**
 * Installs WordPress. Takes its folder and the password of the administrator.
 */

list( , $www, $password ) = $argv;

$_SERVER['HTTP_HOST']       = '127.0.0.1';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
$_SERVER['REQUEST_METHOD']  = 'GET';
$_SERVER['REQUEST_URI']     = '/';
define( 'WP_INSTALLING', true );
require $www . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

wp_install( 'Café Copán', 'admin', 'admin@example.com', false, '', $password );
update_option( 'permalink_structure', '/%postname%/' );
