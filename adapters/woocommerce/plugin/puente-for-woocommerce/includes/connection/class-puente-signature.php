<?php
/**
 * Signature of requests.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * HMAC-SHA256 with the pairing secret over store, method, path, timestamp, nonce and body.
 */
class Puente_Signature {

	const PATTERNS = array(
		'store'     => '/^[A-Za-z0-9_-]{1,64}$/D',
		'timestamp' => '/^[0-9]{1,12}$/D',
		'nonce'     => '/^[A-Za-z0-9_-]{22,64}$/D',
		'signature' => '/^v1=[0-9a-f]{64}$/D',
	);

	/**
	 * Returns the signed text.
	 *
	 * @param array $call `store`, `method`, `path`, `timestamp`, `nonce` and the raw `body`.
	 */
	public static function text( array $call ) {
		return implode(
			"\n",
			array(
				'puente-v1',
				$call['store'],
				strtoupper( $call['method'] ),
				$call['path'],
				$call['timestamp'],
				$call['nonce'],
				hash( 'sha256', $call['body'] ),
			)
		);
	}

	/**
	 * Returns the `Puente-Signature` header.
	 *
	 * @param array  $call   As for text().
	 * @param string $secret Pairing secret.
	 */
	public static function of( array $call, $secret ) {
		return 'v1=' . hash_hmac( 'sha256', self::text( $call ), $secret );
	}

	/**
	 * Returns an attempt's headers; Puente accepts a nonce once.
	 *
	 * @param array  $call   `store`, `method`, `path` and the raw `body`.
	 * @param string $secret Pairing secret.
	 */
	public static function headers( array $call, $secret ) {
		$call['timestamp'] = (string) time();
		$call['nonce']     = self::base64url( random_bytes( 24 ) );
		return array(
			'Puente-Store'     => $call['store'],
			'Puente-Timestamp' => $call['timestamp'],
			'Puente-Nonce'     => $call['nonce'],
			'Puente-Signature' => self::of( $call, $secret ),
		);
	}

	/**
	 * Returns whether all parts are well-formed.
	 *
	 * @param array $call With `signature`.
	 */
	public static function is_well_formed( array $call ) {
		foreach ( self::PATTERNS as $part => $pattern ) {
			if ( ! is_string( $call[ $part ] ) || ! preg_match( $pattern, $call[ $part ] ) ) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Verifies a signature in constant time.
	 *
	 * @param array  $call   With `signature`.
	 * @param string $secret Pairing secret.
	 */
	public static function is_right( array $call, $secret ) {
		return hash_equals( self::of( $call, $secret ), $call['signature'] );
	}

	/**
	 * Encodes base64url.
	 *
	 * @param string $bytes Any bytes.
	 */
	public static function base64url( $bytes ) {
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- Random bytes as text.
		return rtrim( strtr( base64_encode( $bytes ), '+/', '-_' ), '=' );
	}
}
