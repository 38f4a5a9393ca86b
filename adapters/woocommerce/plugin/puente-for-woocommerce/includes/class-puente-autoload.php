<?php
/**
 * Class autoloader.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Maps `Puente_Some_Name` to `class-puente-some-name.php`.
 */
class Puente_Autoload {

	/**
	 * Registers the autoloader.
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
