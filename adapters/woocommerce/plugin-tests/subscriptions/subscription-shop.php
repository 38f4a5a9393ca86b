<?php
/**
 * Base of the tests of subscriptions.
 *
 * @package Puente
 */

require_once __DIR__ . '/../stubs/subscriptions-stubs.php';

/**
 * Connects a shop with a subscription and its renewal.
 */
abstract class Puente_Subscription_Shop extends Puente_Test_Case {

	protected const RUN = 'puente_charge_renewal';

	protected const PAID = array(
		'status' => 200,
		'body'   => '{"result":"paid","transaction_id":"t1"}',
	);

	protected static function lost() {
		return new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out after 20001 milliseconds' );
	}

	protected static function no_host() {
		return new WP_Error( 'http_request_failed', 'cURL error 7: Failed to connect to puente.example' );
	}

	/**
	 * Connects a shop whose customer 5 has a subscription, paid by the card pm_visa.
	 */
	protected static function shop( array $responses = array(), $card = 'pm_visa' ) {
		global $puente_orders, $puente_subscriptions, $puente_tokens, $puente_responses, $puente_session, $wpdb, $puente_claims;
		$puente_session = null;
		$puente_claims  = array();
		$wpdb           = new class() extends Puente_Wpdb {
			public function query( array $query ) {
				global $puente_claims;
				if ( 0 !== strpos( $query[0], 'INSERT IGNORE' ) ) {
					return false === strpos( $query[0], 'UPDATE' ) ? 1 : 0;
				}
				$is_new                             = ! isset( $puente_claims[ $query[1][0] ] );
				$puente_claims[ $query[1][0] ] = true;
				return $is_new ? 1 : 0;
			}
			public $lock = '1';
			public function get_var( array $query = array() ) {
				return $this->lock instanceof Closure ? call_user_func( $this->lock ) : $this->lock;
			}
			public function prepare( $sql, ...$values ) {
				return array( $sql, 1 === count( $values ) && is_array( $values[0] ) ? $values[0] : $values );
			}
		};
		self::connect( 'tienda', 'https://shop.example' );
		$puente_tokens = array();
		$token         = new WC_Payment_Token_CC();
		foreach ( array(
			'token'      => 'pm_visa',
			'gateway_id' => 'puente',
			'user_id'    => 5,
			'card_type'  => 'visa',
			'last4'      => '1111',
		) as $name => $value ) {
			$token->{"set_$name"}( $value );
		}
		$puente_tokens        = array( 1 => $token );
		$texts                = array( 'order_key', 'customer_note', 'billing_first_name', 'billing_last_name', 'billing_company', 'billing_email', 'billing_phone', 'billing_country', 'billing_city', 'billing_address_1' );
		$puente_orders        = array();
		$puente_orders[30]    = new Puente_Renewal_Order(
			array_fill_keys( $texts, 'x' ) + array(
				'id'                          => 30,
				'order_number'                => 30,
				'status'                      => 'pending',
				'currency'                    => 'HNL',
				'total'                       => '10.00',
				'total_tax'                   => '0',
				'customer_id'                 => 5,
				'date_paid'                   => null,
				'date_created'                => null,
				'date_modified'               => null,
				'payment_method'              => 'puente',
				'items'                       => array(),
				'notes'                       => array(),
				'meta'                        => array( 'kind' => 'renewal' ),
				'checkout_order_received_url' => 'https://shop.example/received',
				'checkout_payment_url'        => 'https://shop.example/pay',
			)
		);
		$puente_subscriptions = array(
			7 => new WC_Subscription(
				array(
					'id'             => 7,
					'customer_id'    => 5,
					'status'         => 'active',
					'payment_method' => 'puente',
					'is_manual'      => false,
					'last_order_id'  => 30,
					'notes'          => array(),
					'meta'           => array( '_puente_card_id' => $card ),
				)
			),
		);
		$puente_responses     = $responses;
		return $puente_orders[30];
	}

	/**
	 * Creates the order as the engine's own action does.
	 */
	protected static function mark( WC_Order $order ) {
		global $puente_running, $puente_subscriptions;
		$puente_running = array( 'woocommerce_scheduled_subscription_payment' );
		Puente_Renewal::mark( $order, $puente_subscriptions[7] );
		$puente_running = array();
	}

	protected static function renew( WC_Order $order ) {
		global $puente_claims;
		$puente_claims = array();
		Puente_Renewal::charge( '10.00', $order );
	}

	/**
	 * Runs the planned tries until none is left.
	 */
	protected static function run_planned() {
		global $puente_planned, $puente_claims;
		for ( $runs = 0; $runs < 10 && self::planned(); $runs++ ) {
			list( list( $id, $tries ) ) = self::planned();
			array_shift( $puente_planned );
			$puente_claims = array();
			Puente_Renewal::charge_again( $id, $tries );
		}
		self::assertSame( array(), self::planned() );
	}

	protected static function planned() {
		global $puente_planned;
		return array_column(
			array_filter(
				$puente_planned,
				static function ( $action ) {
					return self::RUN === $action[0];
				}
			),
			1
		);
	}

	protected static function charges() {
		global $puente_requests;
		return array_map(
			static function ( $request ) {
				return json_decode( $request['body'], true )['way'];
			},
			$puente_requests
		);
	}
}
