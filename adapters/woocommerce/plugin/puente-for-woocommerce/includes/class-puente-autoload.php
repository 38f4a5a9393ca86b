<?php
/**
 * Finds the plugin's classes.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * `Puente_Some_Name` is in `class-puente-some-name.php`.
 */
class Puente_Autoload {

	/**
	 * From now on classes are loaded when they are used for the first time.
	 */
	public static function register() {
		spl_autoload_register(
			static function ( $name ) {
				if ( 0 !== strpos( $name, 'Puente_' ) ) {
					return;
				}
				$file = __DIR__ . '/class-' . strtolower( str_replace( '_', '-', $name ) ) . '.php';
				if ( is_file( $file ) ) {
					require_once $file;
				}
			}
		);
	}
}
