<?php
/**
 * Log.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Ids and codes only: no names, addresses, cards or secrets.
 */
class Puente_Log {

	/**
	 * Logs something that needs attention.
	 *
	 * @param string $what    Event.
	 * @param array  $context Ids and codes.
	 */
	public static function error( $what, array $context = array() ) {
		self::write( 'error', $what, $context );
	}

	/**
	 * Logs debug detail, if enabled.
	 *
	 * @param string $what    Event.
	 * @param array  $context Ids and codes.
	 */
	public static function debug( $what, array $context = array() ) {
		if ( Puente_Settings::is_on( 'debug' ) ) {
			self::write( 'debug', $what, $context );
		}
	}

	/**
	 * Writes a line.
	 *
	 * @param string $level   WooCommerce log level.
	 * @param string $what    Event.
	 * @param array  $context Ids and codes.
	 */
	private static function write( $level, $what, array $context ) {
		$line = $context ? $what . ' ' . wp_json_encode( $context ) : $what;
		wc_get_logger()->log( $level, $line, array( 'source' => 'puente' ) );
	}
}
