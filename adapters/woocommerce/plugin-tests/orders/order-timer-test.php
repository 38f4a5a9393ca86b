<?php

require_once __DIR__ . '/../stubs/order-timer-stubs.php';

final class Puente_Order_Timer_Test extends Puente_Test_Case {

	private $wpdb;
	private $seconds;
	private $now = 1000.0;

	protected function setUp(): void {
		global $wpdb;
		parent::setUp();
		$this->wpdb    = $wpdb;
		$this->seconds = Puente_Client::$seconds;
		$wpdb          = new Puente_Locks();
		Puente_Shop::open();
		self::connect();
		Puente_Order_Timer::listen();
		// WooCommerce's own callback.
		add_action( 'woocommerce_cancel_unpaid_orders', 'wc_cancel_unpaid_orders' );
		Puente_Client::$seconds = function () {
			return $this->now;
		};
	}

	protected function tearDown(): void {
		global $wpdb;
		$wpdb                   = $this->wpdb;
		Puente_Client::$seconds = $this->seconds;
	}

	/**
	 * Puente's answer about a paid order.
	 */
	private static function paid( $id, array $more = array() ) {
		return $more + array(
			'order_id'       => (string) $id,
			'state'          => 'paid',
			'transaction_id' => 'tx-' . $id,
			'payment_id'     => 'pay_' . $id,
			'amount'         => '100.00',
			'currency'       => 'HNL',
			'fingerprint'    => hash( 'sha256', 'wc_order_' . $id ),
		);
	}

	/**
	 * Makes Puente answer calls by states of orders; `$meanwhile` happens during each call.
	 */
	private static function puente_says( array $states, $meanwhile = null, $calls = 20 ) {
		global $puente_responses;
		$puente_responses = array_fill(
			0,
			$calls,
			static function ( $arguments ) use ( $states, $meanwhile ) {
				if ( $meanwhile ) {
					$meanwhile();
				}
				$orders = array();
				foreach ( json_decode( $arguments['body'], true )['order_ids'] as $id ) {
					$state    = isset( $states[ $id ] ) ? $states[ $id ] : 'unknown';
					$orders[] = is_array( $state ) ? $state : array( 'state' => $state ) + self::paid( $id );
				}
				return array(
					'status' => 200,
					'body'   => json_encode( array( 'orders' => $orders ) ),
				);
			}
		);
	}

	/**
	 * Runs WooCommerce's timer; the claim of an earlier run has expired.
	 */
	private static function run_timer() {
		global $wpdb, $puente_requests;
		$wpdb->until     = array();
		$puente_requests = array();
		do_action( 'woocommerce_cancel_unpaid_orders' );
		return count( $puente_requests );
	}

	/**
	 * Ids of the orders that Puente was asked about.
	 */
	private static function asked() {
		global $puente_requests;
		$ids = array();
		foreach ( $puente_requests as $request ) {
			$ids = array_merge( $ids, json_decode( $request['body'], true )['order_ids'] );
		}
		sort( $ids );
		return array_map( 'intval', $ids );
	}

	public function test_of_500_orders_with_late_events_no_paid_one_is_cancelled_and_puente_is_called_ten_times() {
		$states = array();
		for ( $id = 1; $id <= 500; $id++ ) {
			Puente_Shop::place( $id );
			$states[ $id ] = array( 'paid', 'paid', 'unpaid', 'in_flight', 'unknown' )[ $id % 5 ];
		}
		self::puente_says( $states );
		self::assertSame( 10, self::run_timer() );
		self::assertSame( range( 1, 500 ), self::asked() );
		foreach ( $states as $id => $state ) {
			$is_paid = 'paid' === $state;
			self::assertSame( $is_paid ? 'processing' : ( 'unpaid' === $state ? 'cancelled' : 'pending' ), Puente_Shop::status( $id ) );
			self::assertSame( $is_paid ? array( 'tx-' . $id, 1 ) : array( '', 0 ), array( Puente_Shop::$rows[ $id ]['transaction_id'], Puente_Shop::$rows[ $id ]['emails'] ) );
		}
		self::assertSame( 800, Puente_Shop::$stock );
		// The next run asks about the rest only.
		self::puente_says( array_fill( 1, 500, 'unpaid' ) );
		self::assertSame( 4, self::run_timer() );
		self::assertEquals( array( 'processing' => 200, 'cancelled' => 300 ), Puente_Shop::statuses() );
	}

	public function test_staff_who_ask_complete_paid_orders_and_cancel_or_close_none() {
		global $puente_requests;
		array_map( array( 'Puente_Shop', 'place' ), array( 1, 2, 3 ) );
		self::puente_says( array_combine( array( 1, 2, 3 ), array( 'paid', 'unpaid', 'in_flight' ) ) );
		self::assertSame( array_combine( array( 1, 2, 3 ), array( 'paid', 'unpaid', 'in_flight' ) ), Puente_Order_Completion::settle( array( 1, 2, 3 ) ) );
		self::assertSame( array( 'processing', 'pending', 'pending' ), array_map( array( 'Puente_Shop', 'status' ), array( 1, 2, 3 ) ) );
		self::assertStringNotContainsString( 'close_unpaid', $puente_requests[0]['body'] );
	}

	public function test_the_call_ends_the_pay_links_of_unpaid_orders() {
		global $puente_requests;
		Puente_Shop::place( 12 );
		self::puente_says( array( 12 => 'unpaid' ) );
		self::run_timer();
		self::assertSame( 'https://puente.example/v1/woocommerce/orders/ask', $puente_requests[0]['url'] );
		self::assertSame( '{"order_ids":["12"],"within_ms":9000,"close_unpaid":true}', $puente_requests[0]['body'] );
	}

	public static function answers_that_prove_nothing() {
		$html = array(
			'status' => 200,
			'body'   => '<html><title>Maintenance</title></html>',
		);
		return array(
			'no connection'       => array( new WP_Error( 'http_request_failed', 'cURL error 7: Failed to connect' ) ),
			'a timeout'           => array( new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' ) ),
			'an older Puente'     => array( self::refusal( 404, 'no_such_route' ) ),
			'a revoked secret'    => array( self::refusal( 401, 'wrong_signature' ) ),
			'an error'            => array( self::refusal( 500, 'internal_error' ) ),
			'a firewall page'     => array( $html ),
			'another body'        => array( array( 'body' => '{"orders":"all unpaid"}' ) + $html ),
			'an empty list'       => array( array( 'body' => '{"orders":[]}' ) + $html ),
			'an unknown state'    => array( array( 'body' => '{"orders":[{"order_id":"12","state":"lost"}]}' ) + $html ),
			'a number as the id'  => array( array( 'body' => '{"orders":[{"order_id":12,"state":"unpaid"}]}' ) + $html ),
			'another order'       => array( array( 'body' => '{"orders":[{"order_id":"99","state":"unpaid"}]}' ) + $html ),
		);
	}

	/**
	 * @dataProvider answers_that_prove_nothing
	 */
	public function test_an_order_stays_after_an_answer_that_proves_nothing( $response ) {
		global $puente_responses;
		Puente_Shop::place( 12 );
		$puente_responses = array( $response );
		self::assertSame( 1, self::run_timer() );
		self::assertSame( 'pending', Puente_Shop::status( 12 ) );
	}

	public function test_orders_stay_while_the_site_is_not_connected_or_is_a_copy() {
		Puente_Shop::place( 12 );
		update_option( 'home', 'https://staging.example' );
		self::assertSame( 0, self::run_timer() );
		delete_option( Puente_Pairings::CURRENT );
		self::assertSame( 0, self::run_timer() );
		self::assertSame( 'pending', Puente_Shop::status( 12 ) );
	}

	public function test_after_a_call_without_an_answer_the_run_makes_no_more() {
		global $puente_responses;
		for ( $id = 1; $id <= 200; $id++ ) {
			Puente_Shop::place( $id );
		}
		self::puente_says( array_fill( 1, 200, 'unpaid' ), null, 2 );
		$puente_responses[] = new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' );
		self::assertSame( 3, self::run_timer() );
		self::assertEquals( array( 'cancelled' => 100, 'pending' => 100 ), Puente_Shop::statuses() );
	}

	public function test_a_slow_puente_costs_a_run_twelve_seconds_and_the_rest_waits_for_the_next() {
		for ( $id = 1; $id <= 500; $id++ ) {
			Puente_Shop::place( $id );
		}
		$slow = function () {
			$this->now += 5;
		};
		self::puente_says( array_fill( 1, 500, 'unpaid' ), $slow );
		self::assertSame( 3, self::run_timer() );
		self::assertEquals( array( 'cancelled' => 150, 'pending' => 350 ), Puente_Shop::statuses() );
		self::assertSame( 3, self::run_timer() );
		self::assertSame( 200, Puente_Shop::statuses()['pending'] );
	}

	public function test_a_call_waits_no_longer_than_the_rest_of_the_run() {
		global $puente_requests;
		for ( $id = 1; $id <= 150; $id++ ) {
			Puente_Shop::place( $id );
		}
		$slow = function () {
			$this->now += 5;
		};
		self::puente_says( array(), $slow );
		self::run_timer();
		self::assertEquals( array( 9, 7, 2 ), array_column( $puente_requests, 'timeout' ) );
	}

	public function test_orders_of_other_methods_are_cancelled_without_a_call() {
		Puente_Shop::place( 12, array( 'payment_method' => 'bacs' ) );
		Puente_Shop::place( 13, array( 'payment_method' => '' ) );
		self::assertSame( 0, self::run_timer() );
		self::assertSame( array( 'cancelled' => 2 ), Puente_Shop::statuses() );
	}

	public function test_an_order_that_another_plugin_keeps_is_not_asked_about() {
		Puente_Shop::place( 12, array( 'created_via' => 'admin' ) );
		Puente_Shop::place( 13, array( 'created_via' => 'store-api' ) );
		Puente_Shop::place( 14 );
		self::puente_says( array_fill( 12, 3, 'unpaid' ) );
		self::assertSame( 2, self::run_timer() );
		self::assertSame( array( 13, 14 ), self::asked() );
		self::assertSame( 'pending', Puente_Shop::status( 12 ) );
	}

	public function test_an_order_is_asked_about_although_its_method_changed_after_the_customer_went_to_pay() {
		Puente_Shop::place( 12, array( 'payment_method' => 'bacs', 'meta' => array( '_puente_sent' => '1' ) ) );
		Puente_Shop::place( 13, array( 'payment_method' => 'cod', 'meta' => array( '_puente_checkout' => '2026-11-26T18:00:00Z' ) ) );
		self::puente_says( array( 12 => 'paid', 13 => 'in_flight' ) );
		self::assertSame( 1, self::run_timer() );
		self::assertSame( array( 'processing', 'puente' ), array( Puente_Shop::status( 12 ), Puente_Shop::$rows[12]['payment_method'] ) );
		self::assertSame( 'pending', Puente_Shop::status( 13 ) );
	}

	public function test_choosing_another_method_leaves_the_trace_of_an_earlier_payment() {
		$order = new WC_Order( array( 'id' => 12, 'payment_method' => 'puente', 'changes' => array( 'payment_method' => 'bacs' ) ) );
		Puente_Chosen_Method::mark( $order );
		Puente_Chosen_Method::unmark_changed( $order );
		$order->set_payment_method( 'bacs' );
		self::assertSame( '', $order->get_meta( '_puente_checkout' ) );
		self::assertTrue( Puente_Chosen_Method::was_sent( $order ) );
	}

	public function test_an_order_that_its_notification_pays_during_the_call_is_neither_cancelled_nor_paid_twice() {
		foreach ( array( 'unpaid', 'paid' ) as $state ) {
			Puente_Shop::open();
			Puente_Shop::place( 12 );
			$pays = static function () {
				Puente_Shop::pay( 12, 'tx-12' );
			};
			self::puente_says( array( 12 => $state ), $pays );
			self::run_timer();
			self::assertSame( array( 'processing', 1, 999 ), array( Puente_Shop::status( 12 ), Puente_Shop::$rows[12]['emails'], Puente_Shop::$stock ) );
		}
	}

	public function test_an_order_that_its_notification_pays_while_the_plugin_waits_for_its_lock_is_paid_once() {
		global $wpdb;
		Puente_Shop::place( 12 );
		$wpdb->meanwhile = static function () {
			Puente_Shop::pay( 12, 'tx-12' );
		};
		self::puente_says( array( 12 => 'paid' ) );
		self::run_timer();
		self::assertSame( array( 1, 999, 0 ), array( Puente_Shop::$rows[12]['emails'], Puente_Shop::$stock, $wpdb->held ) );
	}

	public function test_an_order_that_its_notification_is_paying_is_left_to_it() {
		global $wpdb;
		foreach ( array( '0', null ) as $answer ) {
			Puente_Shop::place( 12 );
			$wpdb->answer = $answer;
			self::puente_says( array( 12 => 'paid' ) );
			self::run_timer();
			self::assertSame( 'pending', Puente_Shop::status( 12 ) );
		}
	}

	public function test_an_order_whose_customer_returned_during_the_run_stays() {
		Puente_Shop::place( 12 );
		$returns = static function () {
			Puente_Shop::$rows[12]['modified'] = time();
		};
		self::puente_says( array( 12 => 'unpaid' ), $returns );
		self::run_timer();
		self::assertSame( 'pending', Puente_Shop::status( 12 ) );
	}

	public function test_an_order_whose_status_another_plugin_changes_during_the_call_stays_as_it_is() {
		foreach ( array( array( 'unpaid', 'processing' ), array( 'paid', 'on-hold' ), array( 'paid', 'cancelled' ) ) as $case ) {
			list( $state, $status ) = $case;
			Puente_Shop::open();
			Puente_Shop::place( 12 );
			// By a query of its own, which changes no date.
			$changes = static function () use ( $status ) {
				Puente_Shop::$rows[12]['status'] = $status;
			};
			self::puente_says( array( 12 => $state ), $changes );
			self::run_timer();
			self::assertSame( array( $status, 1000 ), array( Puente_Shop::status( 12 ), Puente_Shop::$stock ) );
		}
	}

	public function test_an_order_that_is_deleted_during_the_run_is_no_error() {
		foreach ( array( 'unpaid', 'paid' ) as $state ) {
			Puente_Shop::place( 12 );
			Puente_Shop::place( 13 );
			$deletes = static function () {
				Puente_Shop::remove( 12 );
			};
			self::puente_says( array( 12 => $state, 13 => 'unpaid' ), $deletes );
			self::run_timer();
			self::assertSame( 'cancelled', Puente_Shop::status( 13 ) );
		}
	}

	public static function payments_of_something_else() {
		return array(
			'another total'        => array( array( 'amount' => '99.00' ) ),
			'another currency'     => array( array( 'currency' => 'USD' ) ),
			'an earlier order'     => array( array( 'fingerprint' => hash( 'sha256', 'wc_order_before_the_backup' ) ) ),
			'no transaction'       => array( array( 'transaction_id' => null ) ),
			'an odd transaction'   => array( array( 'transaction_id' => array( 'x' ) ) ),
			'no amount'            => array( array( 'amount' => null ) ),
		);
	}

	/**
	 * @dataProvider payments_of_something_else
	 */
	public function test_a_payment_of_something_else_neither_completes_nor_cancels_an_order( array $more ) {
		Puente_Shop::place( 12 );
		self::puente_says( array( 12 => self::paid( 12, $more ) ) );
		self::run_timer();
		self::assertSame( array( 'pending', 1000 ), array( Puente_Shop::status( 12 ), Puente_Shop::$stock ) );
	}

	public function test_an_order_of_an_older_puente_without_a_fingerprint_is_completed() {
		Puente_Shop::place( 12, array( 'total' => '100' ) );
		self::puente_says( array( 12 => self::paid( 12, array( 'fingerprint' => null ) ) ) );
		self::run_timer();
		self::assertSame( array( 'processing', 'pay_12' ), array( Puente_Shop::status( 12 ), Puente_Shop::$rows[12]['meta']['_puente_payment'] ) );
	}

	public function test_of_two_runs_at_once_one_asks_and_the_other_leaves_all_orders() {
		global $wpdb, $puente_requests;
		Puente_Shop::place( 12 );
		self::puente_says( array( 12 => 'unpaid' ) );
		Puente_Claim::claim( 'order timer', 20 );
		do_action( 'woocommerce_cancel_unpaid_orders' );
		self::assertSame( array( 0, 'pending' ), array( count( $puente_requests ), Puente_Shop::status( 12 ) ) );
	}

	public function test_a_reduced_stock_is_restored_once_when_an_unpaid_order_is_cancelled() {
		Puente_Shop::open( 999 );
		Puente_Shop::place( 12, array( 'stock_reduced' => true ) );
		self::puente_says( array( 12 => 'unpaid' ) );
		self::run_timer();
		self::run_timer();
		self::assertSame( array( 'cancelled', 1000 ), array( Puente_Shop::status( 12 ), Puente_Shop::$stock ) );
	}

	public function test_completions_end_with_the_run_and_the_rest_waits() {
		for ( $id = 1; $id <= 3; $id++ ) {
			Puente_Shop::place( $id );
		}
		self::puente_says( array_fill( 1, 3, 'paid' ) );
		Puente_Order_Timer::forget_run();
		self::assertFalse( Puente_Order_Timer::may_cancel( true, wc_get_order( 1 ) ) );
		$this->now += 21;
		self::assertFalse( Puente_Order_Timer::may_cancel( true, wc_get_order( 2 ) ) );
		self::assertSame( array( 'processing', 'pending' ), array( Puente_Shop::status( 1 ), Puente_Shop::status( 2 ) ) );
	}

	private static function pays( $route = '/wc/v3/orders/12', $method = 'PUT', array $params = array( 'set_paid' => true ) ) {
		return new WP_REST_Request( $method, $route, array(), $params );
	}

	public function test_a_notification_holds_the_lock_of_the_order_that_it_pays() {
		global $wpdb;
		foreach ( array( self::pays( '/wc/v3/orders' ), self::pays( '/wc/v3/orders/12/notes' ), self::pays( '/wc/v3/orders/12', 'GET' ), self::pays( '/wc/v3/orders/12', 'PUT', array() ) ) as $other ) {
			self::assertNull( Puente_Order_Completion::lock_notification( null, array(), $other ) );
			self::assertSame( 0, $wpdb->held );
		}
		self::assertNull( Puente_Order_Completion::lock_notification( null, array(), self::pays() ) );
		self::assertSame( 1, $wpdb->held );
		self::assertSame( 'answer', Puente_Order_Completion::unlock_notification( 'answer' ) );
		Puente_Order_Completion::unlock_notification( 'answer' );
		self::assertSame( 0, $wpdb->held );
	}

	public function test_a_notification_is_refused_for_a_moment_while_the_plugin_pays_and_goes_on_without_locks() {
		global $wpdb;
		$wpdb->answer = '0';
		self::assertInstanceOf( WP_Error::class, Puente_Order_Completion::lock_notification( null, array(), self::pays() ) );
		$wpdb->answer = null;
		self::assertNull( Puente_Order_Completion::lock_notification( null, array(), self::pays() ) );
		self::assertSame( 'answer', Puente_Order_Completion::unlock_notification( 'answer' ) );
		self::assertSame( 0, $wpdb->held );
	}

	public function test_an_order_that_another_process_pays_at_this_moment_is_not_cancelled() {
		global $wpdb;
		Puente_Shop::place( 12 );
		self::puente_says( array( 12 => 'unpaid' ) );
		$wpdb->answer = '0';
		self::run_timer();
		self::assertSame( 'pending', Puente_Shop::status( 12 ) );
		$wpdb->answer    = '1';
		$wpdb->meanwhile = static function () {
			Puente_Shop::pay( 12, 'tx-12' );
		};
		self::run_timer();
		self::assertSame( 'processing', Puente_Shop::status( 12 ) );
		self::assertSame( 0, $wpdb->held );
	}

	public function test_an_order_is_held_until_woocommerce_has_cancelled_it() {
		global $wpdb;
		Puente_Shop::place( 12 );
		Puente_Shop::place( 13 );
		self::puente_says( array( 12 => 'unpaid', 13 => 'unpaid' ) );
		$wpdb->until = array();
		Puente_Order_Timer::forget_run();
		self::assertTrue( Puente_Order_Timer::may_cancel( true, wc_get_order( 12 ) ) );
		self::assertSame( 1, $wpdb->held );
		// Another plugin kept it after all: the next one takes its place.
		self::assertTrue( Puente_Order_Timer::may_cancel( true, wc_get_order( 13 ) ) );
		self::assertSame( 1, $wpdb->held );
		Puente_Order_Timer::let_go();
		self::assertSame( 0, $wpdb->held );
		Puente_Order_Timer::let_go();
		self::assertSame( 0, $wpdb->held );
	}

	public function test_the_hold_ends_once_woocommerce_has_cancelled_the_order() {
		global $wpdb;
		$held = array();
		add_action(
			'woocommerce_order_status_cancelled',
			static function () use ( &$held ) {
				$held[] = $GLOBALS['wpdb']->held;
			}
		);
		add_action(
			'woocommerce_order_status_cancelled',
			static function () use ( &$held ) {
				$held[] = $GLOBALS['wpdb']->held;
			},
			PHP_INT_MAX
		);
		Puente_Shop::place( 12 );
		self::puente_says( array( 12 => 'unpaid' ) );
		self::run_timer();
		self::assertSame( array( 1, 0 ), $held );
		self::assertSame( 0, $wpdb->held );
	}

	public function test_the_hold_of_an_order_that_another_plugin_keeps_ends_with_the_run() {
		global $wpdb;
		$keep = static function () {
			return false;
		};
		add_filter( 'woocommerce_cancel_unpaid_order', $keep, PHP_INT_MAX );
		Puente_Shop::place( 12 );
		self::puente_says( array( 12 => 'unpaid' ) );
		self::run_timer();
		self::assertSame( array( 'pending', 0 ), array( Puente_Shop::status( 12 ), $wpdb->held ) );
	}

	public function test_a_database_without_locks_still_lets_unpaid_orders_be_cancelled() {
		global $wpdb;
		Puente_Shop::place( 12 );
		self::puente_says( array( 12 => 'unpaid' ) );
		$wpdb->answer = null;
		self::run_timer();
		self::assertSame( 'cancelled', Puente_Shop::status( 12 ) );
	}
}
