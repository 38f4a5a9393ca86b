<?php
/**
 * Response from Puente.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Puente answered, the request never reached it, or the outcome is unknown.
 */
class Puente_Answer {

	const ANSWERED = 'answered';
	const NOT_SENT = 'not-sent';
	const UNKNOWN  = 'unknown';

	const PROBLEM_TYPE = 'urn:puente:problem:';
	// Upper bound on quoted characters.
	const MOST_WORDS = 120;
	// Refusals of one damaged or late request, which say nothing about an earlier one.
	const OF_THE_MESSAGE = array( 'invalid_json', 'too_large', 'idempotency_key_required' );

	/**
	 * One of the three cases.
	 *
	 * @var string
	 */
	public $case;

	/**
	 * HTTP status; 0 without a response.
	 *
	 * @var int
	 */
	public $status = 0;

	/**
	 * Body; empty unless Puente's.
	 *
	 * @var array
	 */
	public $body = array();

	/**
	 * Error of the HTTP client.
	 *
	 * @var string
	 */
	public $failure = '';

	/**
	 * Redirect target, or start of a page in place of Puente's response.
	 *
	 * @var string
	 */
	public $instead = '';

	/**
	 * Parses the result of wp_remote_request(). A firewall or cache can answer instead, with any
	 * status, which proves nothing.
	 *
	 * @param array|WP_Error $response Response.
	 * @param string[]       $expects  Path to a string that every success has.
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
	 * Returns a redirect's target without query and password, or quotes a page.
	 *
	 * @param int             $status   HTTP status.
	 * @param string          $text     Body.
	 * @param string|string[] $location The header of a redirect.
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
	 * Returns whether a body has a string at a path.
	 *
	 * @param array    $body Body.
	 * @param string[] $way  Path; empty accepts any body.
	 */
	private static function has_text( array $body, array $way ) {
		$found = $body;
		foreach ( $way as $name ) {
			$found = is_array( $found ) && isset( $found[ $name ] ) ? $found[ $name ] : null;
		}
		return ! $way || ( is_string( $found ) && '' !== $found );
	}

	/**
	 * Returns whether a body is a problem document of Puente.
	 *
	 * @param array $body   Body.
	 * @param int   $status HTTP status.
	 */
	private static function is_problem( array $body, $status ) {
		return isset( $body['type'], $body['code'], $body['status'] )
			&& is_string( $body['type'] ) && 0 === strpos( $body['type'], self::PROBLEM_TYPE )
			&& is_string( $body['code'] ) && '' !== $body['code']
			&& $body['status'] === $status;
	}

	/**
	 * Returns whether connecting failed, so nothing was sent: no such host (6), refused (7), TLS
	 * failure (35, 60), connect timeout (28, by its message).
	 *
	 * @param string $message Error of the HTTP client.
	 */
	private static function was_never_sent( $message ) {
		return (bool) preg_match( '/cURL error (6|7|35|60):|cURL error 28: (Connection timed out|Connection timeout|Resolving timed out|Failed to connect)/i', $message );
	}

	/**
	 * True for a success.
	 */
	public function is_fine() {
		return self::ANSWERED === $this->case && $this->status >= 200 && $this->status < 300;
	}

	/**
	 * True for a refusal, after which Puente has done nothing.
	 */
	public function is_refusal() {
		return self::ANSWERED === $this->case && ! $this->is_fine();
	}

	/**
	 * Returns whether a retry may succeed soon.
	 */
	public function may_be_tried_again() {
		return self::ANSWERED !== $this->case || ( $this->is_refusal() && 'retry' === $this->text( 'retry' ) );
	}

	/**
	 * Returns whether the response settles an earlier attempt with a lost response. Refusals of a
	 * signature, damaged request or rate limit concern one request; temporary ones are not final.
	 */
	public function is_last_word() {
		return $this->is_fine()
			|| ( $this->is_refusal() && ! $this->may_be_tried_again() && ! in_array( $this->status, array( 401, 429 ), true ) && ! in_array( $this->code(), self::OF_THE_MESSAGE, true ) );
	}

	/**
	 * Code of a refusal.
	 */
	public function code() {
		return $this->text( 'code' );
	}

	/**
	 * Returns a sanitized string of the body.
	 *
	 * @param string $field Its name.
	 * @return string Empty if missing.
	 */
	public function text( $field ) {
		return isset( $this->body[ $field ] ) && is_string( $this->body[ $field ] ) ? sanitize_text_field( $this->body[ $field ] ) : '';
	}

	/**
	 * Joins a refusal's detail, field errors and the gateway's own words.
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
		$said   = $this->text( 'gateway_message' );
		$all    = array( $detail, $words, '' !== $said && false !== strpos( $detail, $said ) ? '' : $said );
		return implode( ' ', array_filter( $all, 'strlen' ) );
	}

	/**
	 * Returns the paths of the invalid fields.
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
	 * Facts of a failed request for Puente_Settings_Page::explain().
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
	 * Facts for the log, without personal data.
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
