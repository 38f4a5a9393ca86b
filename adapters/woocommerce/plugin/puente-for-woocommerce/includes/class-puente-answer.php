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

	const PROBLEM_TYPE = 'urn:puente:problem:';
	// Characters of a page, or of an address, that are quoted.
	const MOST_WORDS = 120;
	// Refusals of a message that came damaged or too late: they say nothing about an earlier one.
	const OF_THE_MESSAGE = array( 'invalid_json', 'too_large', 'idempotency_key_required' );

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
	 * The body; empty when it is not one of Puente's.
	 *
	 * @var array
	 */
	public $body = array();

	/**
	 * Why there is no answer, in the words of the HTTP client.
	 *
	 * @var string
	 */
	public $failure = '';

	/**
	 * Where a redirect leads, or the beginning of the page that came in place of Puente's answer.
	 *
	 * @var string
	 */
	public $instead = '';

	/**
	 * Reads what wp_remote_request() returned. Something between here and Puente (a firewall, a cache)
	 * can answer in its place, with any status, and says nothing about what Puente did.
	 *
	 * @param array|WP_Error $response The response.
	 * @param string[]       $expects  The way to a text that the answer has when it was done.
	 * @return Puente_Answer
	 */
	public static function read( $response, array $expects = array() ) {
		$answer = new self();
		if ( is_wp_error( $response ) ) {
			$answer->failure = $response->get_error_message();
			$answer->case    = self::was_never_sent( $answer->failure ) ? self::NOT_SENT : self::UNKNOWN;
			return $answer;
		}
		$text            = wp_remote_retrieve_body( $response );
		$body            = json_decode( $text, true );
		$answer->status  = (int) wp_remote_retrieve_response_code( $response );
		$is_success      = $answer->status >= 200 && $answer->status < 300;
		$is_of_puente    = is_array( $body ) && ( $is_success ? self::has_text( $body, $expects ) : self::is_problem( $body, $answer->status ) );
		$answer->body    = $is_of_puente ? $body : array();
		$answer->instead = $is_of_puente ? '' : self::instead_of_answer( $answer->status, $text, wp_remote_retrieve_header( $response, 'location' ) );
		$answer->case    = $is_of_puente && $answer->status < 500 ? self::ANSWERED : self::UNKNOWN;
		return $answer;
	}

	/**
	 * Names where a redirect leads, without its query and password, or quotes what a page says.
	 *
	 * @param int             $status   The HTTP status.
	 * @param string          $text     The body.
	 * @param string|string[] $location The header of a redirect.
	 * @return string
	 */
	private static function instead_of_answer( $status, $text, $location ) {
		if ( $status >= 300 && $status < 400 ) {
			$parts  = wp_parse_url( is_array( $location ) ? (string) end( $location ) : (string) $location );
			$host   = isset( $parts['host'] ) ? $parts['host'] . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' ) : '';
			$path   = isset( $parts['path'] ) ? $parts['path'] : '';
			$scheme = isset( $parts['scheme'] ) ? $parts['scheme'] . '://' : '';
			return substr( sanitize_text_field( '→ ' . $scheme . $host . $path ), 0, self::MOST_WORDS );
		}
		$text = trim( substr( $text, 0, 65536 ) );
		if ( '' === $text || in_array( $text[0], array( '{', '[', '"' ), true ) ) {
			return '';
		}
		$words = preg_match( '/<title[^>]*>([^<]+)<\/title>/i', $text, $title ) ? $title[1] : preg_replace( '/<(script|style)\b[\s\S]*?(<\/\1>|$)/i', ' ', $text );
		$words = sanitize_text_field( html_entity_decode( (string) $words, ENT_QUOTES, 'UTF-8' ) );
		return '' === $words ? '' : '“' . mb_substr( $words, 0, self::MOST_WORDS ) . '”';
	}

	/**
	 * Whether a body has a text at a place.
	 *
	 * @param array    $body The body.
	 * @param string[] $way  The names that lead to it; without one any body will do.
	 * @return bool
	 */
	private static function has_text( array $body, array $way ) {
		$found = $body;
		foreach ( $way as $name ) {
			$found = is_array( $found ) && isset( $found[ $name ] ) ? $found[ $name ] : null;
		}
		return ! $way || ( is_string( $found ) && '' !== $found );
	}

	/**
	 * Whether a body is a problem document of Puente.
	 *
	 * @param array $body   The body.
	 * @param int   $status The HTTP status that came with it.
	 * @return bool
	 */
	private static function is_problem( array $body, $status ) {
		return isset( $body['type'], $body['code'], $body['status'] )
			&& is_string( $body['type'] ) && 0 === strpos( $body['type'], self::PROBLEM_TYPE )
			&& is_string( $body['code'] ) && '' !== $body['code']
			&& $body['status'] === $status;
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
	 * Whether the same may be taken in a moment.
	 *
	 * @return bool
	 */
	public function may_be_tried_again() {
		return self::ANSWERED !== $this->case || ( $this->is_refusal() && 'retry' === $this->text( 'retry' ) );
	}

	/**
	 * Whether a refusal holds for an earlier try of the same as well, whose answer was lost: Puente
	 * has understood what is wished, and will not do it. A refusal of the signature, of a damaged
	 * message or of too many messages is about that one message, and one for now is not the last word.
	 *
	 * @return bool
	 */
	public function is_last_word() {
		return $this->is_fine()
			|| ( $this->is_refusal() && ! $this->may_be_tried_again() && ! in_array( $this->status, array( 401, 429 ), true ) && ! in_array( $this->code(), self::OF_THE_MESSAGE, true ) );
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
	 * What a refusal says to the shop: its own sentence, or what is wrong with which field.
	 *
	 * @return string
	 */
	public function words() {
		$words = array();
		foreach ( isset( $this->body['errors'] ) && is_array( $this->body['errors'] ) ? $this->body['errors'] : array() as $error ) {
			if ( isset( $error['message'] ) && is_string( $error['message'] ) ) {
				$path    = isset( $error['path'] ) && is_string( $error['path'] ) ? $error['path'] : '';
				$words[] = ( '' === $path ? '' : $path . ': ' ) . $error['message'];
			}
		}
		$words  = sanitize_text_field( implode( '. ', $words ) );
		$detail = $this->text( 'detail' );
		return trim( $detail . ( '' !== $detail && '' !== $words ? ' ' : '' ) . $words );
	}

	/**
	 * The fields with which something is wrong.
	 *
	 * @return string[]
	 */
	public function error_paths() {
		$paths = array();
		foreach ( isset( $this->body['errors'] ) && is_array( $this->body['errors'] ) ? $this->body['errors'] : array() as $error ) {
			if ( isset( $error['path'] ) && is_string( $error['path'] ) ) {
				$paths[] = $error['path'];
			}
		}
		return $paths;
	}

	/**
	 * Returns why a call failed, for Puente_Settings_Page::explain().
	 *
	 * @return array
	 */
	public function failure_facts() {
		return array(
			'case'        => $this->case,
			'status'      => $this->status,
			'code'        => $this->code(),
			'detail'      => $this->words(),
			'server_time' => $this->text( 'server_time' ),
			'failure'     => sanitize_text_field( $this->failure ),
			'instead'     => $this->instead,
		);
	}

	/**
	 * What the log may know.
	 *
	 * @return array
	 */
	public function for_log() {
		if ( 0 === $this->status ) {
			return array( 'failure' => $this->failure );
		}
		return array_filter(
			array(
				'status' => $this->status,
				'code'   => $this->code(),
				'fields' => $this->error_paths(),
			)
		);
	}
}
