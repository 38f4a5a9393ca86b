<?php
/**
 * The few functions and classes of WordPress and WooCommerce that the tested classes call.
 *
 * @package Puente
 */

define( 'ABSPATH', __DIR__ );
define( 'MINUTE_IN_SECONDS', 60 );
define( 'HOUR_IN_SECONDS', 3600 );
define( 'DAY_IN_SECONDS', 86400 );

$puente_options   = array();
$puente_responses = array();
$puente_requests  = array();

define( 'PUENTE_VERSION', '0.0.0' );

function __( $text ) {
	return $text;
}

// WordPress brings it along for a PHP that is without.
if ( ! function_exists( 'mb_substr' ) ) {
	function mb_substr( $text, $start, $length = null ) {
		return implode( '', array_slice( preg_split( '//u', $text, -1, PREG_SPLIT_NO_EMPTY ), $start, $length ) );
	}
}

function esc_html( $text ) {
	return htmlspecialchars( $text, ENT_QUOTES );
}

function wp_parse_url( $url ) {
	return parse_url( $url );
}

function get_option( $name, $fallback = false ) {
	global $puente_options;
	return array_key_exists( $name, $puente_options ) ? $puente_options[ $name ] : $fallback;
}

function update_option( $name, $value ) {
	global $puente_options;
	$puente_options[ $name ] = $value;
}

function delete_option( $name ) {
	global $puente_options;
	unset( $puente_options[ $name ] );
}

function sanitize_text_field( $text ) {
	return trim( preg_replace( '/[\r\n\t ]+/', ' ', strip_tags( $text ) ) );
}

function wc_format_decimal( $number, $dp = false, $trim = false ) {
	return (string) $number;
}

function wp_json_encode( $value, $flags = 0 ) {
	return json_encode( $value, $flags );
}

function determine_locale() {
	return 'es_HN';
}

/**
 * Takes the next of the responses that a test has laid out.
 */
function wp_remote_request( $url, $arguments ) {
	global $puente_responses, $puente_requests;
	$puente_requests[] = $arguments + array( 'url' => $url );
	return array_shift( $puente_responses );
}

/**
 * The orders that a test has, by id.
 */
function wc_get_order( $id ) {
	global $puente_orders;
	return isset( $puente_orders[ $id ] ) ? $puente_orders[ $id ] : false;
}

function wp_enqueue_style() {}

function wc_get_checkout_url() {
	return 'https://shop.example/checkout';
}

function is_checkout_pay_page() {
	return false;
}

function wc_get_logger() {
	return new Puente_Stub( array( 'log' => null ) );
}

function absint( $number ) {
	return abs( (int) $number );
}

function WC() {
	global $puente_session;
	return (object) array( 'session' => $puente_session );
}

class Puente_Session {

	public $values = array();

	public function get( $name ) {
		return isset( $this->values[ $name ] ) ? $this->values[ $name ] : null;
	}

	public function set( $name, $value ) {
		$this->values[ $name ] = $value;
	}
}

abstract class WC_Payment_Gateway {}

function is_wp_error( $thing ) {
	return $thing instanceof WP_Error;
}

function wp_remote_retrieve_body( $response ) {
	return $response['body'];
}

function wp_remote_retrieve_response_code( $response ) {
	return $response['status'];
}

class WP_Error {

	private $message;

	public function __construct( $code, $message ) {
		$this->message = $message;
	}

	public function get_error_message() {
		return $this->message;
	}
}

/**
 * Answers `get_…` and other questions from a list of values, and keeps meta data.
 */
class Puente_Stub {

	private $values;

	public function __construct( array $values ) {
		$this->values = $values;
	}

	public function __call( $name, $arguments ) {
		if ( 'get_meta' === $name ) {
			return isset( $this->values['meta'][ $arguments[0] ] ) ? $this->values['meta'][ $arguments[0] ] : '';
		}
		if ( 'update_meta_data' === $name ) {
			$this->values['meta'][ $arguments[0] ] = $arguments[1];
			return null;
		}
		if ( 'delete_meta_data' === $name ) {
			unset( $this->values['meta'][ $arguments[0] ] );
			return null;
		}
		return 'save_meta_data' === $name ? null : $this->values[ 0 === strpos( $name, 'get_' ) ? substr( $name, 4 ) : $name ];
	}
}

class WC_Order extends Puente_Stub {}

class WC_DateTime extends DateTime {}
