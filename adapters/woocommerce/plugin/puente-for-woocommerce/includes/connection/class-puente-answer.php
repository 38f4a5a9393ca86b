<?php
/**
 * Response from Puente.
 *
 * @package Puente
 */

use PuenteForWooCommerce\PuenteError;

defined( 'ABSPATH' ) || exit;

/**
 * Puente answered, the request never reached it, or the outcome is unknown.
 */
class Puente_Answer {

	const ANSWERED = 'answered';
	const NOT_SENT = PuenteError::NOT_SENT;
	const UNKNOWN  = PuenteError::UNKNOWN;

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
	public $status;

	/**
	 * Body; empty unless Puente's.
	 *
	 * @var array
	 */
	public $body;

	/**
	 * Failure, if any.
	 *
	 * @var PuenteError|null
	 */
	private $error;

	/**
	 * Creates an answer.
	 *
	 * @param array            $body  Body of a success.
	 * @param PuenteError|null $error Failure.
	 */
	public function __construct( array $body, ?PuenteError $error = null ) {
		$this->error  = $error;
		$this->body   = $error ? (array) $error->problem : $body;
		$this->status = $error ? $error->status : 200;
		$this->case   = $error && PuenteError::REFUSED !== $error->outcome ? $error->outcome : self::ANSWERED;
	}

	/**
	 * True for a success.
	 */
	public function is_fine() {
		return null === $this->error;
	}

	/**
	 * True for a refusal, after which Puente has done nothing.
	 */
	public function is_refusal() {
		return self::ANSWERED === $this->case && ! $this->is_fine();
	}

	/**
	 * Returns whether the response settles an earlier attempt with a lost response.
	 */
	public function is_last_word() {
		return $this->is_fine() || $this->error->isFinal();
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
		foreach ( $this->error ? $this->error->fields() : array() as $field ) {
			$words[] = ( '' === $field['path'] ? '' : $field['path'] . ': ' ) . $field['message'];
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
		return $this->error ? array_column( $this->error->fields(), 'path' ) : array();
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
			'failure'     => sanitize_text_field( $this->failure() ),
			'instead'     => $this->error ? sanitize_text_field( $this->error->answer ) : '',
		);
	}

	/**
	 * Facts for the log, without personal data.
	 */
	public function for_log() {
		if ( 0 === $this->status ) {
			return array( 'failure' => $this->failure() );
		}
		return array_filter(
			array(
				'status' => $this->status,
				'code'   => $this->code(),
				'fields' => $this->error_paths(),
			)
		);
	}

	/**
	 * Returns the error of WordPress' HTTP client.
	 *
	 * @return string Empty if there was a response.
	 */
	private function failure() {
		$failure = $this->error ? $this->error->getPrevious() : null;
		return $failure ? $failure->getMessage() : '';
	}
}
