<?php
/**
 * Stubs of WordPress for the tested classes.
 *
 * @package Puente
 */

define( 'ABSPATH', __DIR__ );
define( 'MINUTE_IN_SECONDS', 60 );
define( 'HOUR_IN_SECONDS', 3600 );
define( 'DAY_IN_SECONDS', 86400 );

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

function wp_unslash( $value ) {
	return is_string( $value ) ? stripslashes( $value ) : $value;
}

function wp_json_encode( $value, $flags = 0 ) {
	return json_encode( $value, $flags );
}

$GLOBALS['puente_locale'] = 'es_HN';

function determine_locale() {
	return $GLOBALS['puente_locale'];
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

function wp_enqueue_style() {}

function wp_enqueue_script() {}

function plugins_url( $path ) {
	return $path;
}

function rest_url( $path ) {
	return 'https://shop.example/wp-json/' . $path;
}

function add_query_arg( ...$arguments ) {
	list( $added, $url ) = is_array( $arguments[0] ) ? $arguments : array( array( $arguments[0] => $arguments[1] ), $arguments[2] );
	foreach ( $added as $name => $value ) {
		$url .= ( false === strpos( $url, '?' ) ? '?' : '&' ) . $name . '=' . $value;
	}
	return $url;
}

$GLOBALS['puente_hooks'] = array();

/**
 * Returns the callbacks of a hook with their number of arguments, by priority, then in the order of
 * registration.
 */
function puente_hooked( $name ) {
	global $puente_hooks;
	$by_priority = isset( $puente_hooks[ $name ] ) ? $puente_hooks[ $name ] : array();
	ksort( $by_priority );
	return array_merge( array(), ...array_values( $by_priority ) );
}

function apply_filters( $name, $value, ...$more ) {
	puente_run_hook(
		$name,
		static function ( $callback, $count ) use ( &$value, $more ) {
			$value = call_user_func_array( $callback, array_slice( array( $value, ...$more ), 0, $count ) );
		}
	);
	return $value;
}

$GLOBALS['puente_running'] = array();

/**
 * Runs the callbacks of a hook; an exception ends it.
 */
function puente_run_hook( $name, $run ) {
	global $puente_running;
	$puente_running[] = $name;
	try {
		foreach ( puente_hooked( $name ) as list( $callback, $count ) ) {
			$run( $callback, $count );
		}
	} finally {
		array_pop( $puente_running );
	}
}

function add_filter( $name, $callback, $priority = 10, $count = 1 ) {
	global $puente_hooks;
	$puente_hooks[ $name ][ $priority ][] = array( $callback, $count );
}

function remove_filter( $name, $callback, $priority = 10 ) {
	global $puente_hooks;
	$hooked = isset( $puente_hooks[ $name ][ $priority ] ) ? $puente_hooks[ $name ][ $priority ] : array();

	$puente_hooks[ $name ][ $priority ] = array_filter(
		$hooked,
		static function ( $one ) use ( $callback ) {
			return $one[0] !== $callback;
		}
	);
}

function add_action( $name, $callback, $priority = 10, $count = 1 ) {
	add_filter( $name, $callback, $priority, $count );
}

function is_admin() {
	return ! empty( $GLOBALS['puente_is_admin'] );
}

function esc_url_raw( $url ) {
	return $url;
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

function absint( $number ) {
	return abs( (int) $number );
}

function clean_post_cache() {}

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
		return isset( $this->headers[ $name ] ) ? $this->headers[ $name ] : null;
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

function doing_action( $name ) {
	return in_array( $name, $GLOBALS['puente_running'], true );
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

	private $code;
	private $message;

	public function __construct( $code, $message ) {
		$this->code    = $code;
		$this->message = $message;
	}

	public function get_error_code() {
		return $this->code;
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

	public function get_all() {
		return $this->values;
	}

	public function get_all_meta() {
		return isset( $this->values['meta'] ) ? $this->values['meta'] : array();
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

function wp_kses_post( $html ) {
	return $html;
}

function wpautop( $text ) {
	return $text;
}

function wptexturize( $text ) {
	return $text;
}

function is_user_logged_in() {
	return get_current_user_id() > 0;
}

$GLOBALS['puente_capabilities'] = array();

function current_user_can( $capability ) {
	global $puente_capabilities;
	return in_array( $capability, $puente_capabilities, true );
}

function get_user_by( $field, $value ) {
	return 'rosa@example.com' === $value ? (object) array( 'ID' => 7 ) : false;
}

function get_locale() {
	return 'es_HN';
}

$GLOBALS['puente_next_cron'] = array();

function wp_next_scheduled( $hook ) {
	global $puente_next_cron;
	return isset( $puente_next_cron[ $hook ] ) ? $puente_next_cron[ $hook ] : false;
}

function admin_url( $path ) {
	return 'https://shop.example/wp-admin/' . $path;
}

function plugin_dir_path( $file ) {
	return dirname( $file ) . '/';
}

$GLOBALS['puente_policies'] = array();

function wp_add_privacy_policy_content( $name, $content ) {
	global $puente_policies;
	$puente_policies[ $name ] = $content;
}

// A network of two sites.
function is_multisite() {
	return true;
}

function get_sites() {
	return array( 1, 2 );
}

function switch_to_blog( $site ) {
	global $puente_site;
	$puente_site = $site;
}

function restore_current_blog() {
	switch_to_blog( 1 );
}

function wp_clear_scheduled_hook( $hook ) {
	global $puente_site, $puente_cleared;
	$puente_cleared[ $hook ][ $puente_site ] = true;
}

$GLOBALS['puente_cron'] = array();

function delete_metadata() {}

function _get_cron_array() {
	global $puente_cron;
	return $puente_cron;
}

function wp_unschedule_hook( $hook ) {
	global $puente_cron;
	foreach ( $puente_cron as $time => $events ) {
		if ( is_array( $events ) ) {
			unset( $puente_cron[ $time ][ $hook ] );
		}
	}
}

function do_action( $name, ...$arguments ) {
	puente_run_hook(
		$name,
		static function ( $callback, $count ) use ( $arguments ) {
			call_user_func_array( $callback, array_slice( $arguments, 0, $count ) );
		}
	);
}

function nocache_headers() {}

function human_time_diff() {
	return '1 min';
}

function wp_kses( $html ) {
	return $html;
}
