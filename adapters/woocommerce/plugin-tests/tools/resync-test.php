<?php

final class Puente_Resync_Test extends Puente_Test_Case {

	private static $asked;

	protected function setUp(): void {
		parent::setUp();
		self::connect();
		self::$asked            = array();
		Puente_Client::$seconds = array( 'Puente_Client', 'seconds' );
	}

	protected function tearDown(): void {
		Puente_Resync::$ask     = array( 'Puente_Order_Completion', 'settle' );
		Puente_Client::$seconds = array( 'Puente_Client', 'seconds' );
	}

	private static function orders( $count, $status = 'pending', $method = 'puente' ) {
		global $puente_orders;
		for ( $id = 1; $id <= $count; $id++ ) {
			$puente_orders[ $id ] = new WC_Order(
				array(
					'id'             => $id,
					'status'         => $status,
					'payment_method' => $method,
				)
			);
		}
	}

	/**
	 * Answers each batch with one state.
	 */
	private static function puente_says( $state ) {
		Puente_Resync::$ask = static function ( $ids ) use ( $state ) {
			self::$asked[] = $ids;
			return null === $state ? null : array_fill_keys( $ids, $state );
		};
	}

	public function test_all_unpaid_card_orders_are_asked_for_newest_first_in_batches_of_50() {
		self::orders( 120 );
		self::puente_says( 'unpaid' );
		$asked = Puente_Resync::run();
		self::assertSame( array( 50, 50, 20 ), array_map( 'count', self::$asked ) );
		self::assertSame( array( 120, 1 ), array( self::$asked[0][0], self::$asked[2][19] ) );
		self::assertSame( array( 120, array() ), array( $asked['counts']['unpaid'], $asked['left'] ) );
	}

	public function test_orders_that_are_paid_or_of_another_method_are_not_asked_for() {
		self::orders( 3, 'processing' );
		self::puente_says( 'unpaid' );
		Puente_Resync::run();
		self::orders( 3, 'pending', 'cod' );
		Puente_Resync::run();
		self::assertSame( array(), self::$asked );
	}

	public function test_a_silent_puente_ends_the_run_and_plans_nothing() {
		global $puente_planned;
		self::orders( 120 );
		self::puente_says( 'away' );
		$asked = Puente_Resync::run();
		self::assertSame( 1, count( self::$asked ) );
		self::assertSame( array( 50, 70, array() ), array( $asked['counts']['away'], count( $asked['left'] ), $puente_planned ) );
	}

	public function test_an_odd_answer_counts_as_no_answer() {
		self::orders( 2 );
		self::puente_says( null );
		self::assertSame( 2, Puente_Resync::run()['counts']['away'] );
		self::puente_says( 'cancelled' );
		self::assertSame( 2, Puente_Resync::run()['counts']['away'] );
	}

	public function test_a_request_without_time_left_plans_the_remaining_orders_and_they_are_asked_for_once() {
		global $puente_planned;
		self::orders( 120 );
		$now                    = 0;
		Puente_Client::$seconds = static function () use ( &$now ) {
			return $now;
		};
		Puente_Resync::$ask     = static function ( $ids ) use ( &$now ) {
			self::$asked[] = $ids;
			$now          += 20;
			return array_fill_keys( $ids, 'in_flight' );
		};
		Puente_Resync::run();
		while ( $puente_planned ) {
			list( $hook, $arguments ) = array_shift( $puente_planned );
			self::assertSame( Puente_Resync::HOOK, $hook );
			Puente_Resync::run( ...$arguments );
		}
		self::assertSame( range( 120, 1 ), array_merge( ...self::$asked ) );
	}

	public function test_the_tool_says_what_became_of_the_orders() {
		self::orders( 2 );
		self::puente_says( 'paid' );
		self::assertStringContainsString( 'Paid: 2.', Puente_Tools::sync() );
		self::puente_says( 'away' );
		self::assertStringContainsString( 'not responding', Puente_Tools::sync() );
		Puente_Pairings::forget_current();
		self::assertStringContainsString( 'not connected', Puente_Tools::sync() );
		self::assertStringContainsString( 'not connected', Puente_Tools::test() );
		self::assertStringContainsString( 'not connected', Puente_Tools::resume() );
	}

	public function test_the_tool_resumes_refunds_without_an_answer_once() {
		global $puente_orders, $puente_planned;
		$puente_orders[9] = new WC_Order_Refund(
			array(
				'id'        => 9,
				'parent_id' => 7,
				'meta'      => array( Puente_Refund_Request::STATE => Puente_Refund_Request::UNANSWERED ),
			)
		);
		self::assertStringContainsString( 'without an answer: 1', Puente_Tools::resume() );
		Puente_Tools::resume();
		self::assertSame( array( array( Puente_Refund_Task::HOOK, array( 7, 9, 0 ) ) ), $puente_planned );
	}

	public function test_the_tools_keep_those_of_woocommerce() {
		$tools = Puente_Tools::add( array( 'clear_transients' => array( 'name' => 'Transients' ) ) );
		self::assertSame( array( 'clear_transients', 'puente_test', 'puente_sync', 'puente_refunds' ), array_keys( $tools ) );
		foreach ( array_slice( $tools, 1 ) as $tool ) {
			self::assertTrue( is_callable( $tool['callback'] ) );
		}
	}
}
