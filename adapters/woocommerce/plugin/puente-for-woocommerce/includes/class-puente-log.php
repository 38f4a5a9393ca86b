<?php
/**
 * What the plugin writes into WooCommerce's log.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Ids and codes only: no names, no addresses, no cards, no secrets.
 */
class Puente_Log {

	/**
	 * Something that somebody should know of.
	 *
	 * @param string $what    What happened.
	 * @param array  $context Ids and codes.
	 */
	public static function error( $what, array $context = array() ) {
		self::write( 'error', $what, $context );
	}

	/**
	 * Something for who looks for a mistake; written when the settings say so.
	 *
	 * @param string $what    What happened.
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
	 * @param string $level   A level of WooCommerce's logger.
	 * @param string $what    What happened.
	 * @param array  $context Ids and codes.
	 */
	private static function write( $level, $what, array $context ) {
		$line = $context ? $what . ' ' . wp_json_encode( $context ) : $what;
		wc_get_logger()->log( $level, $line, array( 'source' => 'puente' ) );
	}
}
