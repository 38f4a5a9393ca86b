<?php
/**
 * Calls from this site to Puente.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Signs and sends. Everything that is sent twice is safe to be sent twice: sameness comes from ids
 * of orders and from idempotency keys, so a lost answer is simply asked for again.
 */
class Puente_Client {

	// Seconds in which an answer can come at all.
	const SHORTEST_TRY = 1;

	/**
	 * Microseconds between two tries.
	 *
	 * @var int
	 */
	public static $pause = 400000;

	/**
	 * Tells the seconds of a clock that only goes on.
	 *
	 * @var callable
	 */
	public static $seconds = array( __CLASS__, 'seconds' );

	/**
	 * The pairing to sign with.
	 *
	 * @var Puente_Pairing
	 */
	private $pairing;

	/**
	 * The seconds, as PHP counts them.
	 *
	 * @return float
	 */
	public static function seconds() {
		return microtime( true );
	}

	/**
	 * A client of one pairing.
	 *
	 * @param Puente_Pairing $pairing The pairing.
	 */
	public function __construct( Puente_Pairing $pairing ) {
		$this->pairing = $pairing;
	}

	/**
	 * A client of the current pairing.
	 *
	 * @return Puente_Client|null `null` when the site is not connected.
	 */
	public static function current() {
		$pairing = Puente_Pairings::current();
		return $pairing ? new self( $pairing ) : null;
	}

	/**
	 * The store in whose name it calls.
	 *
	 * @return string Puente's id of it.
	 */
	public function store_id() {
		return $this->pairing->store_id;
	}

	/**
	 * Makes a call.
	 *
	 * @param string     $method  GET, POST or DELETE.
	 * @param string     $path    From `/v1/` on, with its query.
	 * @param array|null $body    Sent as JSON.
	 * @param array      $options `timeouts`: seconds for each try, so their number is the number of
	 *                            tries; a try follows when there was no answer, or a refusal for now.
	 *                            `within`: seconds that all tries and the pauses between them may take.
	 *                            `expects`: as for Puente_Answer::read(). `may_be_in`: whether the
	 *                            same was said before and may have arrived. `headers`.
	 * @return Puente_Answer Once a try may have arrived, only Puente's last word about it is one.
	 */
	public function call( $method, $path, $body = null, array $options = array() ) {
		$timeouts   = isset( $options['timeouts'] ) ? $options['timeouts'] : array( 20 );
		$may_be_in  = ! empty( $options['may_be_in'] );
		$tries_left = count( $timeouts );
		$ends_at    = isset( $options['within'] ) ? call_user_func( self::$seconds ) + $options['within'] : INF;
		foreach ( $timeouts as $timeout ) {
			$left   = $ends_at - call_user_func( self::$seconds );
			$answer = $this->try_once( $method, $path, $body, array( 'timeout' => min( $timeout, $left ) ) + $options );
			--$tries_left;
			Puente_Log::debug( $method . ' ' . strtok( $path, '?' ), $answer->for_log() );
			if ( $answer->is_last_word() ) {
				return $answer;
			}
			$may_be_in = $may_be_in || Puente_Answer::UNKNOWN === $answer->case;
			if ( 0 === $tries_left || ! $answer->may_be_tried_again() ) {
				break;
			}
			// What is under way at Puente takes a little longer than a connection.
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
	 * One try, with a time and a nonce of its own.
	 *
	 * @param string     $method  The method.
	 * @param string     $path    The path.
	 * @param array|null $body    The body.
	 * @param array      $options `timeout`, `headers`.
	 * @return Puente_Answer
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
	 * Sends a request that needs no signature: the one that starts a pairing.
	 *
	 * @param string $address Puente's address.
	 * @param string $path    The path.
	 * @param array  $body    Sent as JSON.
	 * @return Puente_Answer
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
	 * Sends a request. A redirection is not followed: nothing at another address is Puente.
	 *
	 * @param string $url       The whole address.
	 * @param array  $arguments Of wp_remote_request().
	 * @param array  $expects   As for Puente_Answer::read().
	 * @return Puente_Answer
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
	 * The language of the page that is being made, as far as Puente knows it.
	 *
	 * @return string `es` or `en`.
	 */
	public static function language() {
		return 0 === strpos( determine_locale(), 'es' ) ? 'es' : 'en';
	}
}
