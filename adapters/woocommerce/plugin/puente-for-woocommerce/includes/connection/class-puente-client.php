<?php
/**
 * Client of Puente's API.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Each request is idempotent by order id or idempotency key, so retries are safe.
 */
class Puente_Client {

	// Shortest useful attempt, in seconds.
	const SHORTEST_TRY = 1;

	/**
	 * Microseconds between two attempts.
	 *
	 * @var int
	 */
	public static $pause = 400000;

	/**
	 * Clock in seconds.
	 *
	 * @var callable
	 */
	public static $seconds = array( __CLASS__, 'seconds' );

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
	 * Sends a request; retries after a lost response or temporary refusal.
	 *
	 * @param string     $method  GET, POST or DELETE.
	 * @param string     $path    From `/v1/`, with query.
	 * @param array|null $body    Sent as JSON.
	 * @param array      $options `timeouts`: seconds of each attempt. `within`: upper bound on all attempts
	 *                            and pauses. `expects`: see Puente_Answer::read(). `may_be_in`: an earlier
	 *                            attempt may have arrived. `headers`.
	 * @return Puente_Answer Unknown once an attempt may have arrived, unless final.
	 */
	public function call( $method, $path, $body = null, array $options = array() ) {
		$timeouts   = isset( $options['timeouts'] ) ? $options['timeouts'] : array( 20 );
		$may_be_in  = ! empty( $options['may_be_in'] );
		$tries_left = count( $timeouts );
		$ends_at    = isset( $options['within'] ) ? call_user_func( self::$seconds ) + $options['within'] : INF;
		foreach ( $timeouts as $timeout ) {
			$began  = call_user_func( self::$seconds );
			$answer = $this->try_once( $method, $path, $body, array( 'timeout' => min( $timeout, $ends_at - $began ) ) + $options );
			--$tries_left;
			Puente_Log::call( $method, $path, $answer, (int) round( 1000 * ( call_user_func( self::$seconds ) - $began ) ) );
			if ( Puente_Answer::ANSWERED === $answer->case && 401 !== $answer->status ) {
				Puente_Contact::note( Puente_Contact::ANSWERED );
			}
			if ( $answer->is_last_word() ) {
				return $answer;
			}
			$may_be_in = $may_be_in || Puente_Answer::UNKNOWN === $answer->case;
			if ( 0 === $tries_left || ! $answer->may_be_tried_again() ) {
				break;
			}
			// Work in flight takes longer than a reconnection.
			$pause = $answer->is_refusal() ? 4 * self::$pause : self::$pause;
			if ( $ends_at - call_user_func( self::$seconds ) < $pause / 1000000 + self::SHORTEST_TRY ) {
				break;
			}
			usleep( $pause );
		}
		if ( $may_be_in ) {
			$answer->case = Puente_Answer::UNKNOWN;
		}
		return $answer;
	}

	/**
	 * Sends one attempt, with fresh timestamp and nonce.
	 *
	 * @param string     $method  Method.
	 * @param string     $path    Path.
	 * @param array|null $body    Body.
	 * @param array      $options `timeout`, `headers`.
	 */
	private function try_once( $method, $path, $body, array $options ) {
		$json    = null === $body ? '' : wp_json_encode( $body );
		$headers = Puente_Signature::headers(
			array(
				'store'  => $this->pairing->store_id,
				'method' => $method,
				'path'   => $path,
				'body'   => $json,
			),
			$this->pairing->secret
		);
		return self::send(
			$this->pairing->address . $path,
			array(
				'method'  => $method,
				'timeout' => $options['timeout'],
				'headers' => $headers + ( isset( $options['headers'] ) ? $options['headers'] : array() ),
				'body'    => $json,
			),
			isset( $options['expects'] ) ? $options['expects'] : array()
		);
	}

	/**
	 * Sends the unsigned request that starts a pairing.
	 *
	 * @param string $address Puente's address.
	 * @param string $path    Path.
	 * @param array  $body    Sent as JSON.
	 */
	public static function send_unsigned( $address, $path, array $body ) {
		return self::send(
			$address . $path,
			array(
				'method'  => 'POST',
				'timeout' => 30,
				'headers' => array(),
				'body'    => wp_json_encode( $body ),
			),
			array( 'store_id' )
		);
	}

	/**
	 * Sends a request. Follows no redirect, which would leave Puente.
	 *
	 * @param string $url       Full URL.
	 * @param array  $arguments Of wp_remote_request().
	 * @param array  $expects   As for Puente_Answer::read().
	 */
	private static function send( $url, array $arguments, array $expects ) {
		$arguments['headers']    += array(
			'Accept'          => 'application/json',
			'Accept-Language' => self::language(),
		) + ( '' === $arguments['body'] ? array() : array( 'Content-Type' => 'application/json' ) );
		$arguments['redirection'] = 0;
		$arguments['user-agent']  = 'puente-for-woocommerce/' . PUENTE_VERSION;
		return Puente_Answer::read( wp_remote_request( $url, $arguments ), $expects );
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
