<?php

final class Puente_Command_Test extends Puente_Test_Case {

	private $refunded;

	protected function setUp(): void {
		parent::setUp();
		WP_CLI::$shown = null;
		WP_CLI::$lines = array();
		self::person_types( "Y\n" );
		$this->refunded = array();
		self::connect();
	}

	protected function tearDown(): void {
		Puente_Resync::$ask         = array( 'Puente_Order_Completion', 'settle' );
		Puente_Command::$ask_person = array( 'Puente_Command', 'ask_person' );
	}

	/**
	 * Runs a command; returns its exit code.
	 */
	private static function run_command( $name, array $args = array(), array $assoc = array() ) {
		try {
			( new Puente_Command() )->$name( $args, $assoc );
			return 0;
		} catch ( Puente_Cli_End $end ) {
			return $end->getCode();
		}
	}

	/**
	 * Answers the questions; `false` as the end of a program's input.
	 */
	private static function person_types( $answer ) {
		Puente_Command::$ask_person = static function ( $question ) use ( $answer ) {
			WP_CLI::$lines[] = 'question: ' . $question;
			return $answer;
		};
	}

	private static function order( array $values ) {
		global $puente_orders;
		$puente_orders[ $values['id'] ] = new WC_Order(
			$values + array(
				'order_number'            => '10' . $values['id'],
				'status'                  => 'pending',
				'payment_method'          => 'puente',
				'currency'                => 'HNL',
				'total'                   => '119.95',
				'date_created'            => new WC_DateTime( '2026-11-20T10:00:00Z' ),
				'date_paid'               => null,
				'transaction_id'          => '',
				'refunds'                 => array(),
				'remaining_refund_amount' => '119.95',
			)
		);
	}

	private static function paid_order() {
		self::order(
			array(
				'id'             => 17,
				'status'         => 'processing',
				'date_paid'      => new WC_DateTime(),
				'transaction_id' => 'abc',
			)
		);
	}

	private function woocommerce_refunds( $state ) {
		global $puente_create_refund;
		$puente_create_refund = function ( $args ) use ( $state ) {
			$this->refunded[] = $args;
			return $state instanceof WP_Error ? $state : new WC_Order_Refund(
				array(
					'id'   => 90,
					'meta' => array( Puente_Refund_Request::STATE => $state ),
				)
			);
		};
	}

	public function test_status_exits_with_1_unless_payments_work() {
		update_option( Puente_Facts::OPTION, array( 'asked_at' => time() ) );
		self::assertSame( 0, self::run_command( 'status', array(), array( 'format' => 'json' ) ) );
		self::assertSame( 'json', WP_CLI::$shown[0] );
		self::assertContains(
			array(
				'name'  => 'connection',
				'value' => 'Connected',
				'good'  => 'yes',
			),
			WP_CLI::$shown[1]
		);
		Puente_Pairings::forget_current();
		self::assertSame( 1, self::run_command( 'status' ) );
		self::assertStringStartsWith( 'warning: ', WP_CLI::$lines[0] );
	}

	public function test_sync_asks_before_it_starts_and_lists_each_order_with_its_state() {
		self::order( array( 'id' => 17 ) );
		self::order( array( 'id' => 18 ) );
		Puente_Resync::$ask = static function () {
			return array(
				17 => 'paid',
				18 => 'unpaid',
			);
		};
		self::person_types( "n\n" );
		self::assertSame( array( 1, null ), array( self::run_command( 'sync' ), WP_CLI::$shown ) );
		self::assertSame( 'question: Ask the gateway about the unpaid orders (2)?', WP_CLI::$lines[0] );
		self::assertSame( 0, self::run_command( 'sync', array(), array( 'yes' => true ) ) );
		self::assertSame( array( 18 => 'unpaid', 17 => 'paid' ), array_column( WP_CLI::$shown[1], 'state', 'id' ) );
	}

	public function test_sync_exits_with_2_if_some_orders_have_no_answer_and_with_1_if_none_has() {
		Puente_Resync::$ask = static function () {
			return array( 17 => 'paid' );
		};
		self::assertSame( 2, self::run_command( 'sync', array( '17', '18' ) ) );
		self::assertSame( 1, self::run_command( 'sync', array( '18' ) ) );
		self::assertSame( array( 18 => 'away' ), array_column( WP_CLI::$shown[1], 'state', 'id' ) );
	}

	public function test_sync_without_unpaid_orders_succeeds_and_a_program_still_gets_a_list() {
		self::assertSame( 0, self::run_command( 'sync', array(), array( 'format' => 'json' ) ) );
		self::assertSame( array( 'json', array(), array( 'id', 'state' ) ), WP_CLI::$shown );
		self::assertSame( array(), WP_CLI::$lines );
	}

	public function test_odd_input_ends_a_command_before_it_asks_anything() {
		global $puente_requests;
		self::paid_order();
		self::order( array( 'id' => 20 ) );
		foreach ( array( array( 'sync', array( '17; drop' ) ), array( 'sync', array(), array( 'days' => '-1' ) ), array( 'sync', array( '0' ) ), array( 'refund', array( 'x' ) ), array( 'refund', array( '99' ) ), array( 'refund', array( '20' ) ), array( 'refund', array( '17' ), array( 'amount' => '-5' ) ), array( 'refund', array( '17' ), array( 'amount' => '1e3' ) ), array( 'refund', array( '17' ), array( 'amount' => '0' ) ), array( 'orders', array(), array( 'status' => 'nonsense' ) ), array( 'orders', array(), array( 'limit' => '0' ) ), array( 'orders', array(), array( 'fields' => 'id,secret' ) ) ) as $case ) {
			WP_CLI::$lines = array();
			self::assertSame( 1, self::run_command( ...$case ), json_encode( $case ) );
			self::assertStringStartsWith( 'error: ', WP_CLI::$lines[0] );
		}
		self::assertSame( array( array(), array() ), array( $puente_requests, $this->refunded ) );
	}

	public function test_a_refund_goes_through_woocommerce_to_the_card_and_takes_the_rest_without_an_amount() {
		self::paid_order();
		$this->woocommerce_refunds( 'succeeded' );
		self::assertSame( 0, self::run_command( 'refund', array( '17' ), array( 'reason' => 'Broken' ) ) );
		self::assertSame( array( 'question: Refund 119.95 HNL of order 1017 to the card?', 'success: Refund of 119.95 HNL: succeeded.' ), WP_CLI::$lines );
		self::assertSame(
			array(
				array(
					'order_id'       => 17,
					'amount'         => '119.95',
					'reason'         => 'Broken',
					'refund_payment' => true,
				),
			),
			$this->refunded
		);
	}

	public function test_a_refund_that_the_gateway_takes_later_succeeds_and_says_so() {
		self::paid_order();
		$this->woocommerce_refunds( 'waiting' );
		self::assertSame( 0, self::run_command( 'refund', array( '17' ), array( 'amount' => '20', 'yes' => true, 'format' => 'json' ) ) );
		self::assertSame( array( 'waiting', '20.00' ), array( WP_CLI::$shown[1][0]['state'], WP_CLI::$shown[1][0]['amount'] ) );
		self::assertSame( array(), WP_CLI::$lines );
	}

	public function test_a_refund_without_an_answer_exits_with_2_and_a_refused_one_with_1() {
		self::paid_order();
		$this->woocommerce_refunds( Puente_Refund_Request::UNANSWERED );
		self::assertSame( 2, self::run_command( 'refund', array( '17' ), array( 'yes' => true ) ) );
		self::assertStringContainsString( 'do not repeat', WP_CLI::$lines[0] );
		$this->woocommerce_refunds( new WP_Error( 'puente_refused', 'The day is closed.' ) );
		self::assertSame( 1, self::run_command( 'refund', array( '17' ), array( 'yes' => true ) ) );
		self::assertSame( 'error: The day is closed.', end( WP_CLI::$lines ) );
	}

	public function test_nothing_is_refunded_if_the_answer_is_no_or_the_site_is_a_copy() {
		self::paid_order();
		$this->woocommerce_refunds( 'succeeded' );
		foreach ( array( "n\n", '', false, "yes, please\n" ) as $answer ) {
			self::person_types( $answer );
			self::assertSame( 1, self::run_command( 'refund', array( '17' ) ), 'A program must not believe that it was refunded.' );
		}
		update_option( 'home', 'https://copy.example' );
		self::assertSame( 1, self::run_command( 'refund', array( '17' ), array( 'yes' => true ) ) );
		self::assertSame( 1, self::run_command( 'sync', array( '17' ) ) );
		self::assertSame( array(), $this->refunded );
	}

	public function test_orders_counts_all_card_orders_unless_a_limit_says_otherwise() {
		foreach ( range( 1, 45 ) as $id ) {
			self::order( array( 'id' => $id ) );
		}
		self::assertSame( 0, self::run_command( 'orders', array(), array( 'format' => 'count' ) ) );
		self::assertSame( array( '45' ), WP_CLI::$lines );
		self::run_command( 'orders', array(), array( 'format' => 'count', 'limit' => '5' ) );
		self::assertCount( 5, WP_CLI::$shown[1] );
	}

	public function test_orders_lists_card_orders_with_payment_and_open_refunds() {
		self::paid_order();
		self::order(
			array(
				'id'      => 18,
				'refunds' => array( new WC_Order_Refund( array( 'meta' => array( Puente_Refund_Request::STATE => 'waiting' ) ) ) ),
			)
		);
		self::order(
			array(
				'id'             => 19,
				'payment_method' => 'cod',
			)
		);
		self::assertSame( 0, self::run_command( 'orders' ) );
		self::assertSame( array( 18, 17 ), array_column( WP_CLI::$shown[1], 'id' ) );
		self::assertSame( array( 'confirming', 'paid' ), array_column( WP_CLI::$shown[1], 'payment' ) );
		self::assertSame( array( 1, 0 ), array_column( WP_CLI::$shown[1], 'refunds_open' ) );
		self::run_command( 'orders', array(), array( 'format' => 'ids', 'status' => 'wc-processing' ) );
		self::assertSame( array( 17 ), WP_CLI::$shown[1] );
	}
}
