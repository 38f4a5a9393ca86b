<?php
/**
 * Stubs of WooCommerce for the tested classes.
 *
 * @package Puente
 */

function wc_format_decimal( $number, $dp = false, $trim = false ) {
	return (string) $number;
}

function wc_get_price_decimals() {
	return (int) get_option( 'woocommerce_price_num_decimals', 2 );
}

function wc_get_order( $id ) {
	global $puente_orders;
	$found = isset( $puente_orders[ $id ] ) ? $puente_orders[ $id ] : false;
	// Read anew each time, as from the database.
	return $found instanceof Closure ? $found() : $found;
}

function wc_get_checkout_url() {
	return 'https://shop.example/checkout';
}

$GLOBALS['puente_order_to_pay'] = 0;

$GLOBALS['puente_is_account'] = false;

function is_checkout() {
	return ! $GLOBALS['puente_is_account'];
}

function is_cart() {
	return false;
}

function is_checkout_pay_page() {
	return 0 !== get_query_var( 'order-pay' );
}

function get_query_var( $name ) {
	global $puente_order_to_pay;
	return 'order-pay' === $name ? $puente_order_to_pay : '';
}

$GLOBALS['puente_log'] = array();

/**
 * Keeps the lines: level, text, source.
 */
class Puente_Logger {

	public function log( $level, $line, $context ) {
		global $puente_log;
		$puente_log[] = array( $level, $line, $context['source'] );
	}
}

function wc_get_logger() {
	return new Puente_Logger();
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

	public function api_request_url( $request ) {
		return 'https://shop.example/wc-api/' . $request . '/';
	}

	public function payment_gateways() {
		return new Puente_Stub( array( 'payment_gateways' => array() ) );
	}
}

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

abstract class WC_Payment_Gateway {

	public $id;
	public $title;
	public $description;
	public $form_fields = array();
	public $settings    = array();
	public $supports    = array();

	public function init_settings() {
		$saved          = get_option( 'woocommerce_' . $this->id . '_settings' );
		$this->settings = is_array( $saved ) ? $saved : array();
	}

	// An empty saved value stays empty; only a missing one has the field's default.
	public function get_option( $key ) {
		if ( ! isset( $this->settings[ $key ] ) ) {
			$this->settings[ $key ] = isset( $this->form_fields[ $key ]['default'] ) ? $this->form_fields[ $key ]['default'] : '';
		}
		return $this->settings[ $key ];
	}
}

class WC_Order extends Puente_Stub {

	public function __construct( array $values ) {
		parent::__construct( $values + array_fill_keys( array( 'date_created', 'date_modified' ), null ) );
	}

	// Takes a timestamp or a date, and keeps a date.
	public function set_date_modified( $date ) {
		$this->__call( 'set_date_modified', array( is_int( $date ) ? ( new WC_DateTime() )->setTimestamp( $date ) : $date ) );
	}

	public function update_status( $status, $note = '' ) {
		$this->__call( 'set_status', array( $status ) );
		if ( '' !== $note ) {
			$this->__call( 'add_order_note', array( $note ) );
		}
		return true;
	}

	public function is_paid() {
		return $this->has_status( array( 'processing', 'completed' ) );
	}
}

class WC_Order_Refund extends Puente_Stub {}

function wc_get_order_statuses() {
	return array_fill_keys( array( 'wc-checkout-draft', 'wc-pending', 'wc-processing', 'wc-on-hold', 'wc-completed', 'wc-cancelled', 'wc-refunded', 'wc-failed' ), '' );
}

/**
 * Returns whether a date is not after a bound such as `>1700000000`. A test's order without a date
 * counts as new.
 */
function puente_is_older( $date, $bound ) {
	return $date && '>' === $bound[0] && $date->getTimestamp() <= (int) substr( $bound, 1 );
}

/**
 * Filters by the arguments that the plugin uses. Orders are in the order of their ids.
 */
function wc_get_orders( $query ) {
	global $puente_orders;
	$found = array_filter(
		array_map( 'wc_get_order', array_combine( array_keys( $puente_orders ), array_keys( $puente_orders ) ) ),
		static function ( $row ) use ( $query ) {
			// The database counts an order that WooCommerce cannot read.
			if ( false === $row && ! empty( $query['paginate'] ) ) {
				return true;
			}
			$kind = 'shop_order' === $query['type'] ? 'WC_Order' : 'WC_Order_Refund';
			if ( ! $row instanceof $kind || ( isset( $query['meta_key'] ) && '' === $row->get_meta( $query['meta_key'] ) ) ) {
				return false;
			}
			foreach ( array( 'payment_method', 'created_via' ) as $field ) {
				if ( isset( $query[ $field ] ) && $query[ $field ] !== $row->{'get_' . $field}() ) {
					return false;
				}
			}
			foreach ( array( 'date_created', 'date_modified' ) as $field ) {
				if ( isset( $query[ $field ] ) && puente_is_older( $row->{"get_$field"}(), $query[ $field ] ) ) {
					return false;
				}
			}
			if ( isset( $query['payment_method'], $query['status'] ) && ! in_array( $row->get_status(), (array) $query['status'], true ) ) {
				return false;
			}
			if ( isset( $query['customer'] ) && ! in_array( $row->get_billing_email(), $query['customer'], true ) && ! in_array( $row->get_customer_id(), $query['customer'], true ) ) {
				return false;
			}
			return ! isset( $query['meta_value'] ) || $query['meta_value'] === $row->get_meta( $query['meta_key'] );
		}
	);
	$total = count( $found );
	if ( isset( $query['orderby'] ) ) {
		ksort( $found );
		$found = 'DESC' === $query['order'] ? array_reverse( $found, true ) : $found;
		$found = array_slice( $found, ( isset( $query['page'] ) ? $query['page'] - 1 : 0 ) * $query['limit'], $query['limit'], true );
	}
	$found = isset( $query['return'] ) && 'ids' === $query['return'] ? array_keys( $found ) : array_filter( $found );
	return empty( $query['paginate'] ) ? $found : (object) array(
		'orders'        => $found,
		'total'         => $total,
		'max_num_pages' => (int) ceil( $total / $query['limit'] ),
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

// Cancels the next one only.
function as_unschedule_action( $hook, $arguments ) {
	global $puente_planned;
	$place = array_search( array( $hook, $arguments ), $puente_planned, true );
	if ( false !== $place ) {
		array_splice( $puente_planned, $place, 1 );
	}
}

function as_get_scheduled_actions( $query ) {
	global $puente_planned;
	$found = array();
	foreach ( $puente_planned as $action ) {
		if ( $query['hook'] === $action[0] ) {
			$found[] = new Puente_Stub( array( 'args' => $action[1] ) );
		}
	}
	return $found;
}

class ActionScheduler_Store {
	const STATUS_PENDING = 'pending';
	const STATUS_RUNNING = 'in-progress';
	const STATUS_FAILED  = 'failed';
}

function as_get_datetime_object( $time ) {
	return new DateTime( '@' . $time );
}

$GLOBALS['puente_actions'] = array();

/**
 * Counts `puente_actions`, each a status with its due time.
 */
class ActionScheduler {

	public static function store() {
		return new self();
	}

	public function query_actions( $query, $type ) {
		global $puente_actions;
		$found = array_filter(
			$puente_actions,
			static function ( $action ) use ( $query ) {
				return $query['status'] === $action[0] && ( ! isset( $query['date'] ) || $action[1] <= $query['date']->getTimestamp() );
			}
		);
		return 'count' === $type ? count( $found ) : array_keys( $found );
	}
}

class WC_DateTime extends DateTime {}

$GLOBALS['puente_tokens']  = array();
$GLOBALS['puente_user_id'] = 0;

function get_current_user_id() {
	global $puente_user_id;
	return $puente_user_id;
}

function wp_list_pluck( $rows, $name ) {
	return array_map(
		static function ( $row ) use ( $name ) {
			return $row[ $name ];
		},
		$rows
	);
}

class WC_Payment_Token extends Puente_Stub {

	private $is_default = false;

	public function set_default( $is_default ) {
		$this->is_default = $is_default;
	}

	public function is_default() {
		return $this->is_default;
	}

	// A customer has one default.
	public function save() {
		global $puente_tokens;
		foreach ( $this->is_default ? $puente_tokens : array() as $token ) {
			$token->set_default( $token === $this || $token->is_default() && $token->get_user_id() !== $this->get_user_id() );
		}
		$puente_tokens[ $this->get_id() ] = $this;
	}

	public function delete() {
		WC_Payment_Tokens::delete( $this->get_id() );
	}
}

class WC_Payment_Token_CC extends WC_Payment_Token {

	public function __construct() {
		global $puente_tokens;
		parent::__construct( array( 'id' => count( $puente_tokens ) + 1 ) );
	}
}

class WC_Payment_Tokens {

	public static function get( $id ) {
		global $puente_tokens;
		return isset( $puente_tokens[ $id ] ) ? $puente_tokens[ $id ] : null;
	}

	// Any ten of all payment methods, as `posts_per_page` says.
	public static function get_customer_tokens( $customer_id ) {
		global $puente_tokens;
		$is_own = static function ( $token ) use ( $customer_id ) {
			return $token->get_user_id() === $customer_id;
		};
		return array_slice( array_filter( $puente_tokens, $is_own ), 0, 10 );
	}

	// Ten without a limit; the query adds tokens without a payment method, as WooCommerce 8.9 to 11.0 do.
	public static function get_tokens( array $query ) {
		global $puente_tokens;
		$is_found = static function ( $token ) use ( $query ) {
			return in_array( $token->get_gateway_id(), array( $query['gateway_id'], '' ), true );
		};
		return array_slice( array_filter( $puente_tokens, $is_found ), 0, isset( $query['limit'] ) ? $query['limit'] : 10, true );
	}

	public static function get_customer_default_token( $customer_id ) {
		global $puente_tokens;
		foreach ( $puente_tokens as $token ) {
			if ( $token->get_user_id() === $customer_id && $token->is_default() ) {
				return $token;
			}
		}
		return null;
	}

	public static function delete( $id ) {
		global $puente_tokens;
		$token = $puente_tokens[ $id ];
		unset( $puente_tokens[ $id ] );
		Puente_Saved_Cards::after_deletion( $id, $token );
	}
}

/**
 * Answers the plugin's card queries: options by prefix, tokens by column.
 */
class Puente_Wpdb {

	public $prefix  = 'wp_';
	public $options = 'wp_options';

	public function esc_like( $text ) {
		return $text;
	}

	public function prepare( $sql, $values ) {
		return array( $sql, (array) $values );
	}

	// Locks always succeed.
	public function query( array $query ) {
		return 1;
	}

	public function get_var( array $query = array() ) {
		return '1';
	}

	public function get_col( array $query ) {
		global $puente_options, $puente_tokens;
		list( $sql, $values ) = $query;
		if ( false !== strpos( $sql, $this->options ) ) {
			$begin = rtrim( $values[0], '%' );
			return array_values(
				array_filter(
					array_keys( $puente_options ),
					static function ( $name ) use ( $begin ) {
						return 0 === strpos( $name, $begin );
					}
				)
			);
		}
		preg_match_all( '/(\w+) = %/', $sql, $columns );
		$found = array();
		foreach ( $puente_tokens as $id => $token ) {
			$is_wanted = true;
			foreach ( $columns[1] as $place => $column ) {
				$is_wanted = $is_wanted && $values[ $place ] === $token->{'get_' . $column}();
			}
			if ( $is_wanted ) {
				$found[] = (string) $id;
			}
		}
		return $found;
	}
}

$GLOBALS['wpdb'] = new Puente_Wpdb();

$GLOBALS['puente_create_refund'] = null;

function wc_create_refund( $args ) {
	global $puente_create_refund;
	return call_user_func( $puente_create_refund, $args );
}

function as_unschedule_all_actions( $hook = '', $arguments = array() ) {
	global $puente_planned;
	$puente_planned = array_values(
		array_filter(
			$puente_planned,
			static function ( $action ) use ( $hook, $arguments ) {
				return ( '' !== $hook && $hook !== $action[0] ) || ( $arguments && $arguments !== $action[1] );
			}
		)
	);
}
