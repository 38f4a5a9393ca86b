<?php
/**
 * Routes the requests of PHP's built-in server as a web server with rewriting does: files as they
 * are, everything else to WordPress.
 */

$root      = realpath( $_SERVER['DOCUMENT_ROOT'] );
$path      = rawurldecode( (string) parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) );
$query     = (string) parse_url( $_SERVER['REQUEST_URI'], PHP_URL_QUERY );
$file      = realpath( $root . $path );
$is_inside = $file && str_starts_with( $file . '/', $root . '/' );

if ( $is_inside && is_dir( $file ) && ! str_ends_with( $path, '/' ) ) {
	header( 'Location: ' . $path . '/' . ( '' === $query ? '' : '?' . $query ) );
	return true;
}
if ( $is_inside && is_dir( $file ) ) {
	$file .= '/index.php';
}
if ( $is_inside && is_file( $file ) && ! str_ends_with( $file, '.php' ) ) {
	return false;
}
if ( ! $is_inside || ! is_file( $file ) ) {
	$file = $root . '/index.php';
}
$_SERVER['SCRIPT_NAME']     = substr( $file, strlen( $root ) );
$_SERVER['PHP_SELF']        = $_SERVER['SCRIPT_NAME'];
$_SERVER['SCRIPT_FILENAME'] = $file;
chdir( dirname( $file ) );
require $file;
return true;
