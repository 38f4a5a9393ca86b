<?php
/**
 * Pairing of a site with its store at Puente.
 *
 * @package Puente
 */

use PuenteForWooCommerce\Call\PairingSignature;

defined( 'ABSPATH' ) || exit;

/**
 * Puente's address, the store's id there, and the shared secret.
 */
class Puente_Pairing {

	const SECRET = '/^pps_[A-Za-z0-9_-]{43}$/D';
	const CODE   = '/^puente1\.([A-Za-z0-9_-]{20,4000})$/D';

	/** Blanks, line breaks and invisible characters from copying. */
	const UNSEEN = '[\s\p{Z}\p{C}]+';

	/**
	 * Puente's address, without trailing slash.
	 *
	 * @var string
	 */
	public $address;

	/**
	 * Store id; empty until Puente has named it.
	 *
	 * @var string
	 */
	public $store_id;

	/**
	 * Pairing secret; never shown or logged.
	 *
	 * @var string
	 */
	public $secret;

	/**
	 * Creates a pairing of validated parts.
	 *
	 * @param string $address  Puente's address.
	 * @param string $store_id Store id, or empty.
	 * @param string $secret   Pairing secret.
	 */
	public function __construct( $address, $store_id, $secret ) {
		$this->address  = $address;
		$this->store_id = $store_id;
		$this->secret   = $secret;
	}

	/**
	 * Generates a secret of 32 random bytes.
	 */
	public static function new_secret() {
		return 'pps_' . PairingSignature::base64url( random_bytes( 32 ) );
	}

	/**
	 * Parses a pairing code from Puente's command line.
	 *
	 * @param string $code Pasted; ignores blanks and invisible characters.
	 * @return Puente_Pairing|null `null` if malformed.
	 */
	public static function from_code( $code ) {
		if ( ! preg_match( self::CODE, (string) preg_replace( '/' . self::UNSEEN . '/u', '', $code ), $parts ) ) {
			return null;
		}
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- A code that the merchant pastes.
		$json = base64_decode( strtr( $parts[1], '-_', '+/' ), true );
		return self::from_parts( false === $json ? null : json_decode( $json, true ) );
	}

	/**
	 * Creates a pairing from stored or decoded parts.
	 *
	 * @param mixed $parts `u` (address), `s` (store id) and `k` (secret).
	 * @return Puente_Pairing|null `null` if a part is missing or invalid.
	 */
	public static function from_parts( $parts ) {
		if ( ! is_array( $parts ) || ! isset( $parts['u'], $parts['s'], $parts['k'] ) ) {
			return null;
		}
		$address  = self::read_address( $parts['u'] );
		$is_store = is_string( $parts['s'] ) && ( '' === $parts['s'] || preg_match( PairingSignature::PATTERNS['store'], $parts['s'] ) );
		if ( null === $address || ! $is_store || ! is_string( $parts['k'] ) || ! preg_match( self::SECRET, $parts['k'] ) ) {
			return null;
		}
		return new self( $address, $parts['s'], $parts['k'] );
	}

	/**
	 * Serializes the pairing.
	 */
	public function to_parts() {
		return array(
			'u' => $this->address,
			's' => $this->store_id,
			'k' => $this->secret,
		);
	}

	/**
	 * Parses Puente's address. Requires https, because orders contain customer names; http only on
	 * the same machine.
	 *
	 * @param mixed $typed Input.
	 * @return string|null Without a trailing slash; `null` if invalid.
	 */
	public static function read_address( $typed ) {
		$address = is_string( $typed ) ? (string) preg_replace( '/^' . self::UNSEEN . '|' . self::UNSEEN . '$/u', '', $typed ) : '';
		if ( false === strpos( $address, '://' ) ) {
			$address = 'https://' . $address;
		}
		$address = rtrim( $address, '/' );
		$parts   = wp_parse_url( $address );
		if ( ! is_array( $parts ) || empty( $parts['host'] ) || empty( $parts['scheme'] ) || ! preg_match( '#^https?://[^\s"\'<>\\\\]{1,300}$#iD', $address ) ) {
			return null;
		}
		if ( isset( $parts['user'] ) || isset( $parts['pass'] ) || isset( $parts['query'] ) || isset( $parts['fragment'] ) ) {
			return null;
		}
		$is_safe = 'https' === strtolower( $parts['scheme'] ) || in_array( $parts['host'], array( 'localhost', '127.0.0.1', '[::1]' ), true );
		return $is_safe ? $address : null;
	}
}
