<?php
/**
 * Log.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Ids and codes only: no names, addresses, cards or secrets. Masks what looks like one, because
 * error messages of other software reach the log.
 */
class Puente_Log {

	const SOURCE = 'puente';

	/**
	 * Keys and secrets by their prefix, e-mail addresses, and runs of digits as long as a card number or
	 * an identity number.
	 */
	const PRIVATE_PARTS = array(
		'/\b(?:pps_|puente1\.|sk_|pk_|tok_|whsec_|ck_|cs_)[A-Za-z0-9._-]+/',
		'/[^\s"<>@:]+@[^\s"<>@]+\.[a-z]{2,}/i',
		'/\b\d(?:[ -]?\d){11,}\b/',
		'#(?<=://)[^/\s@]+:[^/\s@]+(?=@)#',
	);

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
	 * Logs what the plugin did.
	 *
	 * @param string $what    Event.
	 * @param array  $context Ids and codes.
	 */
	public static function info( $what, array $context = array() ) {
		self::write( 'info', $what, $context );
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
	 * Logs the outcome of a call to Puente: each failure, each change, and polls if enabled.
	 *
	 * @param string        $method       Method.
	 * @param string        $path         Path; its query is left out.
	 * @param Puente_Answer $answer       Answer.
	 * @param int           $milliseconds Duration.
	 */
	public static function call( $method, $path, Puente_Answer $answer, $milliseconds ) {
		$what    = $method . ' ' . strtok( $path, '?' );
		$context = $answer->for_log() + array( 'ms' => $milliseconds );
		if ( $answer->is_fine() && 'GET' === $method ) {
			self::debug( $what, $context );
			return;
		}
		self::write( $answer->is_fine() ? 'info' : 'warning', $what, $context );
	}

	/**
	 * Writes a line.
	 *
	 * @param string $level   WooCommerce log level.
	 * @param string $what    Event.
	 * @param array  $context Ids and codes.
	 */
	private static function write( $level, $what, array $context ) {
		$line = $context ? $what . ' ' . wp_json_encode( $context, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES ) : $what;
		wc_get_logger()->log( $level, self::masked( $line ), array( 'source' => self::SOURCE ) );
	}

	/**
	 * Masks private parts of a text.
	 *
	 * @param string $text Text.
	 */
	private static function masked( $text ) {
		return (string) preg_replace( self::PRIVATE_PARTS, '…', $text );
	}
}
