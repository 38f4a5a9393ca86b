<?php
/**
 * Stubs of the administration's order screens.
 *
 * @package Puente
 */

require_once __DIR__ . '/order-timer-stubs.php';

$GLOBALS['puente_boxes'] = array();

function add_meta_box( $id, $title, $callback, $screen ) {
	global $puente_boxes;
	$puente_boxes[] = $screen;
}

function wc_get_page_screen_id() {
	return 'woocommerce_page_wc-orders';
}

/**
 * A nonce of this action, as WordPress ends the request without it.
 */
function check_admin_referer( $action ) {
	if ( ! isset( $_REQUEST['_wpnonce'] ) || wp_create_nonce( $action ) !== $_REQUEST['_wpnonce'] ) {
		throw new Puente_Request_Ended( 'nonce' );
	}
	return 1;
}

function check_ajax_referer( $action ) {
	return check_admin_referer( $action );
}

/**
 * The answer to a script, which ends the request.
 */
function wp_send_json_success( $data ) {
	throw new Puente_Request_Ended( json_encode( array( 'success' => true, 'data' => $data ) ) );
}

function wp_send_json_error( $data, $status ) {
	throw new Puente_Request_Ended( $status . ' ' . json_encode( array( 'success' => false ) ) );
}

$GLOBALS['puente_primed'] = array();

function _prime_post_caches( $ids ) {
	global $puente_primed;
	$puente_primed = $ids;
}

$GLOBALS['puente_inline'] = array();

function wp_add_inline_script( $handle, $script ) {
	global $puente_inline;
	$puente_inline[ $handle ] = $script;
}

function wp_create_nonce( $action ) {
	return 'nonce-' . $action;
}

function wp_safe_redirect( $url ) {
	throw new Puente_Request_Ended( 'to ' . $url );
}

function wp_die( $words, $title = '', $arguments = array() ) {
	throw new Puente_Request_Ended( $arguments['response'] . ' ' . $words );
}

function delete_transient( $name ) {
	delete_option( '_transient_' . $name );
}

/**
 * The end of a request.
 */
class Puente_Request_Ended extends Exception {}

/**
 * Places an order that the screens show.
 */
abstract class Puente_Order_Screen_Case extends Puente_Test_Case {

	private $wpdb;

	protected function setUp(): void {
		global $wpdb, $puente_boxes, $puente_capabilities;
		parent::setUp();
		$this->wpdb          = $wpdb;
		$wpdb                = new Puente_Locks();
		$puente_boxes        = array();
		$GLOBALS['puente_inline'] = array();
		$puente_capabilities = array( 'edit_shop_orders', 'publish_shop_orders' );
		$_POST               = array();
		$_REQUEST            = array();
		Puente_Shop::open();
		self::connect();
	}

	protected function tearDown(): void {
		global $wpdb;
		$wpdb = $this->wpdb;
	}

	/**
	 * A paid order, or one with other values.
	 */
	protected static function place( $id, array $values = array() ) {
		Puente_Shop::place(
			$id,
			$values + array(
				'status'         => 'processing',
				'transaction_id' => 'tx-' . $id,
				'date_paid'      => new WC_DateTime(),
				'edit_order_url' => 'https://shop.example/order/' . $id,
				'order_number'   => (string) $id,
				'refunds'        => array(),
			)
		);
		return wc_get_order( $id );
	}

	/**
	 * Puente's next answers.
	 */
	protected static function answers( ...$answers ) {
		global $puente_responses;
		foreach ( $answers as $answer ) {
			$puente_responses[] = is_array( $answer ) && ! isset( $answer['status'] ) ? array(
				'status' => 200,
				'body'   => json_encode( $answer ),
			) : $answer;
		}
	}

	protected static function away() {
		return new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' );
	}

	/**
	 * Puente's view of a paid order.
	 */
	protected static function view( array $more = array() ) {
		return array(
			'store_id' => 'tienda',
			'found'    => $more + array(
				'status_text'        => 'pagado',
				'payment'            => array(
					'id'             => 'pay_1',
					'attempt'        => 2,
					'state'          => 'paid',
					'state_text'     => 'pagado',
					'transaction_id' => 'tx-7',
					'is_charged'     => true,
				),
				'card'               => array(
					'brand'     => 'visa',
					'last_four' => '1111',
				),
				'refundable'         => array(
					'payment_id'    => 'pay_1',
					'amount'        => '60.00',
					'currency'      => 'HNL',
					'is_under_way'  => false,
				),
				'duplicates'         => array(),
				'timeline'           => array(
					array(
						'at'   => '2026-11-28T10:00:00.000Z',
						'text' => 'Se pagó <b>todo</b>',
					),
				),
				'alerts'             => array(),
				'gateway_portal_url' => 'https://portal.example',
			),
		);
	}

	/**
	 * What a call prints.
	 */
	protected static function printed( callable $call, ...$arguments ) {
		ob_start();
		try {
			call_user_func_array( $call, $arguments );
		} finally {
			$printed = ob_get_clean();
		}
		return $printed;
	}

	/**
	 * Posts a form of the screen; returns how the request ended.
	 */
	protected static function post( callable $call, array $values ) {
		$_POST    = $values;
		$_REQUEST = $values;
		try {
			call_user_func( $call );
		} catch ( Puente_Request_Ended $end ) {
			return $end->getMessage();
		}
		return '';
	}
}

/**
 * Languages of this request, the latest last.
 */
$GLOBALS['puente_locales'] = array();

function switch_to_locale( $locale ) {
	global $puente_locales, $puente_locale;
	if ( $locale === $puente_locale ) {
		return false;
	}
	$puente_locales[] = $puente_locale;
	$puente_locale    = $locale;
	return true;
}

function restore_previous_locale() {
	global $puente_locales, $puente_locale;
	$puente_locale = array_pop( $puente_locales );
	return $puente_locale;
}

/**
 * Order that keeps its notes for the test.
 */
class Puente_Noted_Order extends WC_Order {

	public $notes = array();

	public function add_order_note( $words ) {
		$this->notes[] = $words;
	}
}

function get_woocommerce_currency() {
	return 'HNL';
}
