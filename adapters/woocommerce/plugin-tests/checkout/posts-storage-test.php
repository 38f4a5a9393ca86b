<?php

require_once __DIR__ . '/../stubs/posts-storage-stubs.php';
require_once __DIR__ . '/../stubs/subscriptions-stubs.php';

final class Puente_Posts_Storage_Test extends Puente_Test_Case {

	private const HOSTED = array( 'type' => 'hosted' );

	private const SENT = array(
		'status' => 200,
		'body'   => '{"result":"redirect","url":"https://puente.example/pay/1"}',
	);

	private $wpdb;

	protected function setUp(): void {
		global $wpdb, $puente_session;
		parent::setUp();
		$this->wpdb     = $wpdb;
		$wpdb           = new Puente_Busy_Wpdb();
		$puente_session = null;
		self::connect( 'tienda', 'https://shop.example' );
		Puente_Posts_Order::$rows = array();
		$texts                    = array( 'order_key', 'customer_note', 'billing_first_name', 'billing_last_name', 'billing_company', 'billing_email', 'billing_phone', 'billing_country', 'billing_city', 'billing_address_1' );
		Puente_Posts_Order::place(
			array_fill_keys( $texts, 'x' ) + array(
				'id'                          => 17,
				'order_number'                => 17,
				'status'                      => 'pending',
				'currency'                    => 'HNL',
				'total'                       => '10.00',
				'total_tax'                   => '0',
				'customer_id'                 => 0,
				'date_paid'                   => null,
				'date_created'                => null,
				'date_modified'               => null,
				'payment_method'              => 'puente',
				'items'                       => array(),
				'checkout_order_received_url' => 'https://shop.example/received',
				'checkout_payment_url'        => 'https://shop.example/pay',
			)
		);
	}

	protected function tearDown(): void {
		global $wpdb;
		$wpdb = $this->wpdb;
	}

	/**
	 * Sets the status by another process, while the lock is waited for.
	 */
	private static function becomes( $status ) {
		global $wpdb;
		$wpdb->meanwhile = static function () use ( $status ) {
			Puente_Posts_Order::$rows[17]['status'] = $status;
		};
	}

	/**
	 * Makes the order the renewal of a subscription that pm_1 pays.
	 */
	private static function make_renewal() {
		global $puente_subscriptions, $puente_tokens;
		$card                 = array(
			'id'         => 1,
			'token'      => 'pm_1',
			'gateway_id' => 'puente',
			'user_id'    => 5,
		);
		$puente_tokens        = array( 1 => new WC_Payment_Token( $card ) );
		$puente_subscriptions = array(
			new WC_Subscription(
				array(
					'status'      => 'active',
					'customer_id' => 5,
					'meta'        => array( Puente_Subscription_Card::META => 'pm_1' ),
				)
			),
		);

		Puente_Posts_Order::$rows[17]['meta'] = array(
			'kind'               => 'renewal',
			Puente_Renewal::META => Puente_Renewal::OPEN,
		);
	}

	private static function row() {
		return Puente_Posts_Order::$rows[17];
	}

	public function test_an_order_paid_between_read_and_mark_stays_processing_and_shows_the_received_page() {
		global $puente_requests;
		$order = wc_get_order( 17 );
		self::becomes( 'processing' );
		self::assertSame( 'https://shop.example/received', Puente_Checkout::pay( $order, self::HOSTED ) );
		self::assertSame( array( 'processing', array() ), array( self::row()['status'], $puente_requests ) );
	}

	public function test_a_saved_card_is_not_charged_for_an_order_paid_or_cancelled_between_read_and_mark() {
		global $puente_requests;
		foreach ( array( 'processing', 'completed', 'cancelled' ) as $status ) {
			Puente_Posts_Order::$rows[17]['status'] = 'pending';
			$order                                  = wc_get_order( 17 );
			self::becomes( $status );
			self::assertFalse( Puente_Checkout::charge_saved_card( $order, 'pm_1' ) );
			self::assertSame( array( $status, array() ), array( self::row()['status'], $puente_requests ) );
		}
	}

	public function test_an_order_whose_status_changed_between_read_and_mark_keeps_the_new_one_and_is_sent() {
		global $puente_responses;
		$puente_responses = array( self::SENT );
		$order            = wc_get_order( 17 );
		self::becomes( 'failed' );
		self::assertSame( 'https://puente.example/pay/1', Puente_Checkout::pay( $order, self::HOSTED ) );
		self::assertSame( 'failed', self::row()['status'] );
		self::assertNotSame( '', self::row()['meta'][ Puente_Chosen_Method::SENT_META ] );
		self::assertGreaterThan( time() - MINUTE_IN_SECONDS, self::row()['date_modified']->getTimestamp() );
	}

	public function test_an_order_that_another_process_holds_is_marked_without_writing_its_post() {
		global $puente_responses, $wpdb;
		$puente_responses = array( self::SENT );
		$wpdb->lock       = '0';
		$order            = wc_get_order( 17 );
		Puente_Checkout::pay( $order, self::HOSTED );
		self::assertNotSame( '', self::row()['meta'][ Puente_Chosen_Method::SENT_META ] );
		self::assertNull( self::row()['date_modified'] );
	}

	public function test_a_lost_answer_of_a_saved_card_is_noted_in_the_database() {
		global $puente_responses;
		$lost             = new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' );
		$puente_responses = array( $lost, $lost );
		Puente_Checkout::charge_saved_card( wc_get_order( 17 ), 'pm_1' );
		self::assertTrue( Puente_Unknown_Charge::is_of( wc_get_order( 17 ) ) );
	}

	public function test_a_renewal_that_may_be_charged_is_left_to_a_person_after_the_last_try_and_does_not_fail() {
		global $puente_responses;
		self::make_renewal();
		$lost             = new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' );
		$puente_responses = array( $lost, $lost );
		Puente_Renewal::charge_again( 17, 6 );
		self::assertSame( array( 'pending', Puente_Renewal::LEFT ), array( self::row()['status'], self::row()['meta'][ Puente_Renewal::META ] ) );
	}

	public function test_a_renewal_paid_between_read_and_charge_is_not_charged_and_plans_nothing() {
		global $puente_planned, $puente_requests;
		self::make_renewal();
		self::becomes( 'processing' );
		Puente_Renewal::charge( '10.00', wc_get_order( 17 ) );
		self::assertSame( array( 'processing', array(), array() ), array( self::row()['status'], $puente_requests, $puente_planned ) );
	}

	/**
	 * Places an order of the same visit and cart, paid after its answer was lost.
	 */
	private static function pay_before() {
		global $puente_session;
		$puente_session = new Puente_Session();
		$puente_session->set( 'order_awaiting_payment', 17 );
		Puente_Posts_Order::$rows[17]['cart_hash'] = 'cart';
		$visit                                     = wc_get_order( 17 );
		Puente_Unpaid_Orders::remember( $visit );
		$meta = array(
			Puente_Unpaid_Orders::META  => $visit->get_meta( Puente_Unpaid_Orders::META ),
			Puente_Unknown_Charge::META => gmdate( 'Y-m-d\TH:i:s\Z' ),
		);
		Puente_Posts_Order::place(
			array(
				'id'                          => 16,
				'status'                      => 'processing',
				'date_paid'                   => new WC_DateTime(),
				'checkout_order_received_url' => 'https://shop.example/received-16',
				'meta'                        => $meta,
			) + Puente_Posts_Order::$rows[17]
		);
	}

	public function test_an_order_whose_cart_is_already_paid_is_cancelled_and_its_customer_sees_the_paid_order() {
		global $puente_requests;
		self::pay_before();
		self::assertSame( 'https://shop.example/received-16', Puente_Checkout::pay( wc_get_order( 17 ), self::HOSTED ) );
		self::assertSame( array( 'cancelled', array() ), array( self::row()['status'], $puente_requests ) );
		self::assertFalse( Puente_Unknown_Charge::is_of( wc_get_order( 16 ) ) );
	}

	public function test_an_order_whose_cart_is_already_paid_keeps_the_status_another_process_gives_it_meanwhile() {
		global $puente_requests;
		foreach ( array( 'processing', 'completed', 'on-hold', 'refunded' ) as $status ) {
			Puente_Posts_Order::$rows[17]['status'] = 'pending';
			self::pay_before();
			$order = wc_get_order( 17 );
			self::becomes( $status );
			self::assertSame( 'https://shop.example/received-16', Puente_Checkout::pay( $order, self::HOSTED ) );
			self::assertSame( array( $status, array() ), array( self::row()['status'], $puente_requests ) );
		}
	}

	public function test_an_order_that_another_process_pays_is_not_cancelled_and_the_next_click_does_not_pay_it() {
		global $puente_requests, $wpdb;
		self::pay_before();
		$wpdb->lock = '0';
		foreach ( array( 1, 2 ) as $click ) {
			self::assertSame( 'https://shop.example/received-16', Puente_Checkout::pay( wc_get_order( 17 ), self::HOSTED ) );
			self::assertSame( array( 'pending', array() ), array( self::row()['status'], $puente_requests ) );
		}
	}

	public function test_a_free_trial_completed_or_cancelled_by_another_process_is_not_completed_again() {
		global $puente_subscriptions;
		self::make_renewal();
		$gateway = new Puente_Gateway();
		foreach ( array( 'processing' => true, 'completed' => true, 'cancelled' => false ) as $status => $is_done ) {
			Puente_Posts_Order::$rows[17] = array( 'status' => 'pending', 'total' => '0', 'completions' => 0 ) + Puente_Posts_Order::$rows[17];
			self::becomes( $status );
			try {
				self::assertSame( 'https://shop.example/received', $gateway->process_payment( 17 )['redirect'] );
				self::assertTrue( $is_done );
			} catch ( Puente_Cannot_Pay $refusal ) {
				self::assertFalse( $is_done );
			}
			self::assertSame( array( $status, 0 ), array( self::row()['status'], self::row()['completions'] ) );
		}
		Puente_Posts_Order::$rows[17]['status'] = 'pending';
		$gateway->process_payment( 17 );
		self::assertSame( array( 'processing', 1 ), array( self::row()['status'], self::row()['completions'] ) );
	}

	public function test_an_order_deleted_between_read_and_mark_is_not_sent() {
		global $puente_requests, $wpdb;
		$order           = wc_get_order( 17 );
		$wpdb->meanwhile = static function () {
			unset( Puente_Posts_Order::$rows[17] );
		};
		try {
			Puente_Checkout::pay( $order, self::HOSTED );
			self::fail( 'the order was sent' );
		} catch ( Puente_Cannot_Pay $refusal ) {
			self::assertSame( array( array(), array() ), array( $puente_requests, Puente_Posts_Order::$rows ) );
		}
	}
}
