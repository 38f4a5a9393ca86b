<?php
/**
 * Stubs of WordPress and WooCommerce for the tested classes.
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
$puente_planned   = array();
$puente_orders    = array();

define( 'PUENTE_VERSION', '0.0.0' );
define( 'PUENTE_FILE', __FILE__ );

function __( $text ) {
	return $text;
}

// WordPress polyfills it.
if ( ! function_exists( 'mb_substr' ) ) {
	function mb_substr( $text, $start, $length = null ) {
		return implode( '', array_slice( preg_split( '//u', $text, -1, PREG_SPLIT_NO_EMPTY ), $start, $length ) );
	}
}

function esc_html( $text ) {
	return htmlspecialchars( $text, ENT_QUOTES );
}

function wp_parse_url( $url, $component = -1 ) {
	return parse_url( $url, $component );
}

function home_url() {
	return get_option( 'home' );
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

function wc_get_price_decimals() {
	return (int) get_option( 'woocommerce_price_num_decimals', 2 );
}

function wp_json_encode( $value, $flags = 0 ) {
	return json_encode( $value, $flags );
}

function determine_locale() {
	return 'es_HN';
}

/**
 * Returns the test's next response.
 */
function wp_remote_request( $url, $arguments ) {
	global $puente_responses, $puente_requests;
	$puente_requests[] = $arguments + array( 'url' => $url );
	$response = array_shift( $puente_responses );
	return $response instanceof Closure ? $response( $arguments ) : $response;
}

/**
 * Returns an order of the test.
 */
function wc_get_order( $id ) {
	global $puente_orders;
	return isset( $puente_orders[ $id ] ) ? $puente_orders[ $id ] : false;
}

function wp_enqueue_style() {}

function wp_enqueue_script() {}

function plugins_url( $path ) {
	return $path;
}

function rest_url( $path ) {
	return 'https://shop.example/wp-json/' . $path;
}

function add_query_arg( $name, $value, $url ) {
	return "$url?$name=$value";
}

function esc_attr( $text ) {
	return htmlspecialchars( $text, ENT_QUOTES );
}

function esc_url( $url ) {
	return $url;
}

function esc_html__( $text ) {
	return esc_html( $text );
}

function wp_date( $format, $time ) {
	return gmdate( $format, $time );
}

function get_bloginfo() {
	return "6.9.1";
}

function wp_salt() {
	return 'salt';
}

function wc_get_checkout_url() {
	return 'https://shop.example/checkout';
}

/**
 * Order of the open pay page.
 */
$GLOBALS['puente_order_to_pay'] = 0;

function is_checkout_pay_page() {
	return 0 !== get_query_var( 'order-pay' );
}

function get_query_var( $name ) {
	global $puente_order_to_pay;
	return 'order-pay' === $name ? $puente_order_to_pay : '';
}

function wc_get_logger() {
	return new Puente_Stub( array( 'log' => null ) );
}

function absint( $number ) {
	return abs( (int) $number );
}

function WC() {
	global $puente_session;
	return new Puente_WooCommerce( $puente_session );
}

class Puente_WooCommerce {

	public $session;
	public $version = '10.0.2';

	public function __construct( $session ) {
		$this->session = $session;
	}

	public function payment_gateways() {
		return new Puente_Stub( array( 'payment_gateways' => array() ) );
	}
}

function clean_post_cache() {}

class Puente_Session {

	public $values = array();

	public function get_customer_id() {
		return 't_1';
	}

	public function get( $name ) {
		return isset( $this->values[ $name ] ) ? $this->values[ $name ] : null;
	}

	public function set( $name, $value ) {
		$this->values[ $name ] = $value;
	}
}

abstract class WC_Payment_Gateway {}

class WP_REST_Request {

	private $method;
	private $route;
	private $headers;
	private $params;

	public function __construct( $method, $route, array $headers, array $params = array() ) {
		$this->method  = $method;
		$this->route   = $route;
		$this->params  = $params;
		$this->headers = array_change_key_case( $headers );
	}

	public function get_method() {
		return $this->method;
	}

	public function get_route() {
		return $this->route;
	}

	public function get_param( $name ) {
		return isset( $this->params[ $name ] ) ? $this->params[ $name ] : null;
	}

	public function get_header( $name ) {
		return $this->headers[ $name ];
	}

	public function get_body() {
		return '';
	}
}

class WP_REST_Response {

	public $data;
	public $status;

	public function __construct( $data, $status ) {
		$this->data   = $data;
		$this->status = $status;
	}
}

function set_transient( $name, $value ) {
	update_option( '_transient_' . $name, $value );
}

function get_transient( $name ) {
	return get_option( '_transient_' . $name );
}

function doing_action() {
	return false;
}

function is_wp_error( $thing ) {
	return $thing instanceof WP_Error;
}

function wp_remote_retrieve_body( $response ) {
	return $response['body'];
}

function wp_remote_retrieve_header( $response, $name ) {
	return isset( $response['headers'][ $name ] ) ? $response['headers'][ $name ] : '';
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
 * Answers `get_…` and other calls from a list of values, and stores meta data.
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
		if ( 0 === strpos( $name, 'set_' ) ) {
			$this->values[ substr( $name, 4 ) ] = $arguments[0];
			return null;
		}
		if ( 'delete_meta_data' === $name ) {
			unset( $this->values['meta'][ $arguments[0] ] );
			return null;
		}
		if ( 'add_order_note' === $name ) {
			$this->values['notes'][] = $arguments[0];
			return null;
		}
		if ( 'has_status' === $name ) {
			return in_array( $this->values['status'], (array) $arguments[0], true );
		}
		if ( 'needs_payment' === $name && ! isset( $this->values[ $name ] ) ) {
			return in_array( $this->values['status'], array( 'pending', 'failed' ), true );
		}
		return in_array( $name, array( 'save', 'save_meta_data', 'read_meta_data' ), true ) ? null : $this->values[ 0 === strpos( $name, 'get_' ) ? substr( $name, 4 ) : $name ];
	}
}

class WC_Order extends Puente_Stub {}

class WC_Order_Refund extends Puente_Stub {}

function wc_get_order_statuses() {
	return array_fill_keys( array( 'wc-checkout-draft', 'wc-pending', 'wc-processing', 'wc-on-hold', 'wc-completed', 'wc-cancelled', 'wc-refunded', 'wc-failed' ), '' );
}

function wc_get_orders( $query ) {
	global $puente_orders;
	return array_filter(
		$puente_orders,
		static function ( $row ) use ( $query ) {
			$kind = 'shop_order' === $query['type'] ? 'WC_Order' : 'WC_Order_Refund';
			return $row instanceof $kind && $query['meta_value'] === $row->get_meta( $query['meta_key'] );
		}
	);
}

/**
 * Scheduler stub: hooks with their arguments.
 */
function as_schedule_single_action( $time, $hook, $arguments ) {
	global $puente_planned;
	$puente_planned[] = array( $hook, $arguments );
}

function wp_schedule_single_event( $time, $hook, $arguments ) {
	as_schedule_single_action( $time, $hook, $arguments );
}

function as_unschedule_action( $hook, $arguments ) {
	global $puente_planned;
	$puente_planned = array_values(
		array_filter(
			$puente_planned,
			static function ( $action ) use ( $hook, $arguments ) {
				return array( $hook, $arguments ) !== $action;
			}
		)
	);
}

function as_get_scheduled_actions( $query ) {
	global $puente_planned;
	return array_map(
		static function ( $action ) {
			return new Puente_Stub( array( 'args' => $action[1] ) );
		},
		$puente_planned
	);
}

class ActionScheduler_Store {
	const STATUS_PENDING = 'pending';
	const STATUS_RUNNING = 'in-progress';
}

class WC_DateTime extends DateTime {}
