<?php
/**
 * Calls of Puente's API.
 *
 * @package Puente
 */

use PuenteForWooCommerce\Call\Caller;
use PuenteForWooCommerce\Call\PairingSignature;
use PuenteForWooCommerce\PuenteError;

defined( 'ABSPATH' ) || exit;

/**
 * Each request is idempotent by order id or idempotency key, so retries are safe.
 */
class Puente_Client {

	// Shortest useful attempt, in seconds.
	const SHORTEST_TRY = Caller::SHORTEST_TRY_SECONDS;

	/**
	 * Clock in seconds.
	 *
	 * @var callable
	 */
	public static $seconds = array( __CLASS__, 'seconds' );

	/**
	 * Replaces the pause between two attempts.
	 *
	 * @var callable|null
	 */
	public static $sleep = null;

	/**
	 * Pairing to sign with.
	 *
	 * @var Puente_Pairing
	 */
	private $pairing;

	/**
	 * Returns the time in seconds.
	 */
	public static function seconds() {
		return microtime( true );
	}

	/**
	 * Creates a client of a pairing.
	 *
	 * @param Puente_Pairing $pairing Pairing.
	 */
	public function __construct( Puente_Pairing $pairing ) {
		$this->pairing = $pairing;
	}

	/**
	 * Returns the current pairing's client.
	 *
	 * @return Puente_Client|null `null` if not connected.
	 */
	public static function current() {
		$pairing = Puente_Pairings::current();
		return $pairing ? new self( $pairing ) : null;
	}

	/**
	 * Returns Puente's id of the store.
	 */
	public function store_id() {
		return $this->pairing->store_id;
	}

	/**
	 * Sends a signed request; retries after a lost response or temporary refusal.
	 *
	 * @param string     $method  GET, POST or DELETE.
	 * @param string     $path    From `/v1/`, with query.
	 * @param array|null $body    Sent as JSON.
	 * @param array      $options As for Caller::call(); one attempt by default.
	 * @return Puente_Answer
	 */
	public function call( $method, $path, $body = null, array $options = array() ) {
		$signature = new PairingSignature( $this->pairing->store_id, $this->pairing->secret );
		$caller    = self::caller( $this->pairing->address, $signature, array( 'onTry' => array( __CLASS__, 'note' ) ) );
		return self::answer( $caller, $method, $path, $body, $options );
	}

	/**
	 * Sends the unsigned request that starts a pairing.
	 *
	 * @param string $address Puente's address.
	 * @param string $path    Path.
	 * @param array  $body    Sent as JSON.
	 */
	public static function send_unsigned( $address, $path, array $body ) {
		$options = array(
			'timeoutSeconds' => 30,
			'expects'        => array( 'store_id' ),
		);
		return self::answer( self::caller( $address, null ), 'POST', $path, $body, $options );
	}

	/**
	 * Creates a caller.
	 *
	 * @param string                $address   Puente's address.
	 * @param PairingSignature|null $signature Signature.
	 * @param array                 $more      Further settings.
	 */
	private static function caller( $address, $signature, array $more = array() ) {
		$settings = array(
			'timeoutSeconds' => 20,
			// Above each timeout of the plugin: one attempt ends with its own.
			'withinSeconds'  => 60,
			'maxRetries'     => 0,
			'language'       => self::language(),
			'userAgent'      => 'puente-for-woocommerce/' . PUENTE_VERSION,
			'now'            => self::$seconds,
			'sleep'          => self::$sleep,
		);
		return new Caller( $address, new Puente_Transport(), $signature, $more + $settings );
	}

	/**
	 * Calls, and returns failures as answers.
	 *
	 * @param Caller     $caller  Caller.
	 * @param string     $method  Method.
	 * @param string     $path    Path.
	 * @param array|null $body    Body.
	 * @param array      $options Options.
	 */
	private static function answer( Caller $caller, $method, $path, $body, array $options ) {
		try {
			return new Puente_Answer( $caller->call( $method, $path, $body, $options ) );
		} catch ( PuenteError $error ) {
			return new Puente_Answer( array(), $error );
		}
	}

	/**
	 * Logs an attempt, and notes that Puente answers.
	 *
	 * @param array $attempt `method`, `path`, `status`, `error` and `seconds`.
	 */
	public static function note( array $attempt ) {
		$answer         = new Puente_Answer( array(), $attempt['error'] );
		$answer->status = $attempt['status'];
		Puente_Log::call( $attempt['method'], $attempt['path'], $answer, (int) round( 1000 * $attempt['seconds'] ) );
		if ( Puente_Answer::ANSWERED === $answer->case && 401 !== $answer->status ) {
			Puente_Contact::note( Puente_Contact::ANSWERED );
		}
	}

	/**
	 * Returns the page's locale, if Puente supports it.
	 *
	 * @return string `es` or `en`.
	 */
	public static function language() {
		return 0 === strpos( determine_locale(), 'es' ) ? 'es' : 'en';
	}
}
