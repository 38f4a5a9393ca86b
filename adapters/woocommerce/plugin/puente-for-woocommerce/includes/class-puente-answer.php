<?php
/**
 * What Puente answered, or that it did not.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Three cases, and they must not be mixed up: there is an answer; the call surely never reached
 * Puente; nobody knows whether it did.
 */
class Puente_Answer {

	const ANSWERED = 'answered';
	const NOT_SENT = 'not-sent';
	const UNKNOWN  = 'unknown';

	/**
	 * One of the three cases.
	 *
	 * @var string
	 */
	public $case;

	/**
	 * The HTTP status; 0 without an answer.
	 *
	 * @var int
	 */
	public $status = 0;

	/**
	 * The body; empty when it is no JSON object.
	 *
	 * @var array
	 */
	public $body = array();

	/**
	 * Why there is no answer, in the words of the HTTP client.
	 *
	 * @var string
	 */
	public $trouble = '';

	/**
	 * Reads what wp_remote_request() returned.
	 *
	 * @param array|WP_Error $response The response.
	 * @return Puente_Answer
	 */
	public static function read( $response ) {
		$answer = new self();
		if ( is_wp_error( $response ) ) {
			$answer->trouble = $response->get_error_message();
			$answer->case    = self::was_never_sent( $answer->trouble ) ? self::NOT_SENT : self::UNKNOWN;
			return $answer;
		}
		$body           = json_decode( wp_remote_retrieve_body( $response ), true );
		$answer->status = (int) wp_remote_retrieve_response_code( $response );
		$answer->body   = is_array( $body ) ? $body : array();
		$answer->case   = self::ANSWERED;
		// An error page of something between here and Puente says nothing about what Puente did.
		if ( $answer->status >= 500 || ( $answer->status < 300 && ! is_array( $body ) ) ) {
			$answer->case = self::UNKNOWN;
		}
		return $answer;
	}

	/**
	 * Whether the connection was not even made: no such host (6), refused (7), no agreement on TLS
	 * (35, 60), or too slow to connect (28, by its words).
	 *
	 * @param string $message The words of the HTTP client.
	 * @return bool
	 */
	private static function was_never_sent( $message ) {
		return (bool) preg_match( '/cURL error (6|7|35|60):|cURL error 28: (Connection timed out|Connection timeout|Resolving timed out|Failed to connect)/i', $message );
	}

	/**
	 * Whether Puente did what it was asked for.
	 *
	 * @return bool
	 */
	public function is_fine() {
		return self::ANSWERED === $this->case && $this->status >= 200 && $this->status < 300;
	}

	/**
	 * Whether Puente refused: then it did nothing.
	 *
	 * @return bool
	 */
	public function is_refusal() {
		return self::ANSWERED === $this->case && ! $this->is_fine();
	}

	/**
	 * The code of a refusal.
	 *
	 * @return string
	 */
	public function code() {
		return $this->text( 'code' );
	}

	/**
	 * A text of the body.
	 *
	 * @param string $field Its name.
	 * @return string Empty when there is none.
	 */
	public function text( $field ) {
		return isset( $this->body[ $field ] ) && is_string( $this->body[ $field ] ) ? sanitize_text_field( $this->body[ $field ] ) : '';
	}

	/**
	 * What the log may know.
	 *
	 * @return array
	 */
	public function for_log() {
		if ( 0 === $this->status ) {
			return array( 'trouble' => $this->trouble );
		}
		$paths = array();
		foreach ( isset( $this->body['errors'] ) && is_array( $this->body['errors'] ) ? $this->body['errors'] : array() as $error ) {
			if ( isset( $error['path'] ) && is_string( $error['path'] ) ) {
				$paths[] = $error['path'];
			}
		}
		return array_filter(
			array(
				'status' => $this->status,
				'code'   => $this->code(),
				'fields' => $paths,
			)
		);
	}
}
