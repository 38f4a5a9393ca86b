<?php
/**
 * Class autoloader.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Maps `Puente_Some_Name` to `class-puente-some-name.php`, here or in a folder, and the classes of
 * Puente's PHP client, which the build copies under a namespace of the plugin, to its folder.
 */
class Puente_Autoload {

	const CLIENT = 'PuenteForWooCommerce\\';
	// Plugin Check skips folders of this name: the client follows PSR-12, not WordPress' style.
	const CLIENT_FOLDER = '/vendor-prefixed/puente/';

	/**
	 * Files by class name in lower case; null before the first class.
	 *
	 * @var array<string, string>|null
	 */
	private static $files = null;

	/**
	 * Registers the autoloader.
	 */
	public static function register() {
		spl_autoload_register(
			static function ( $name ) {
				$file = null;
				if ( 0 === strpos( $name, self::CLIENT ) ) {
					$file = dirname( __DIR__ ) . self::CLIENT_FOLDER . strtr( substr( $name, strlen( self::CLIENT ) ), '\\', '/' ) . '.php';
				} elseif ( 0 === stripos( $name, 'Puente_' ) ) {
					$file = self::files()[ strtolower( $name ) ] ?? null;
				}
				if ( null !== $file && is_file( $file ) ) {
					require_once $file;
				}
			}
		);
	}

	/**
	 * Lists the files once a request.
	 *
	 * @return array<string, string>
	 */
	private static function files() {
		if ( null === self::$files ) {
			self::$files = array();
			foreach ( array( '/class-*.php', '/*/class-*.php' ) as $pattern ) {
				foreach ( (array) glob( __DIR__ . $pattern ) as $file ) {
					$class = str_replace( '-', '_', substr( basename( $file, '.php' ), strlen( 'class-' ) ) );

					self::$files[ $class ] = $file;
				}
			}
		}
		return self::$files;
	}
}
