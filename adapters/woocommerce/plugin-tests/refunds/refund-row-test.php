<?php

if ( ! class_exists( 'Puente_Claims_Database' ) ) {
	require_once __DIR__ . '/../stubs/order-timer-stubs.php';
}

final class Puente_Refund_Row_Test extends Puente_Test_Case {

	private static function lost() {
		return new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out after 14001 milliseconds' );
	}

	private static function no_host() {
		return new WP_Error( 'http_request_failed', 'cURL error 7: Failed to connect to puente.example' );
	}

	private static function refund( $state, $status = 200 ) {
		return array(
			'status' => $status,
			'body'   => json_encode(
				array(
					'refund' => array(
						'id'    => 'ref_1',
						'state' => $state,
						'kind'  => 'refund',
					),
				)
			),
		);
	}

	/**
	 * Connects a site with an order and its refund rows, newest first.
	 */
	private static function order_with( array $metas ) {
		global $puente_orders;
		self::connect( 'tienda', 'https://shop.example' );
		$rows = array();
		foreach ( $metas as $id => $meta ) {
			$rows[]               = new WC_Order_Refund(
				array(
					'id'               => $id,
					'parent_id'        => 17,
					'amount'           => '5.00',
					'reason'           => isset( $meta['reason'] ) ? $meta['reason'] : '',
					'refunded_payment' => false,
					'date_created'     => new DateTime( '2026-11-22 05:20:00 UTC' ),
					'meta'             => $meta,
				)
			);
			$puente_orders[ $id ] = end( $rows );
		}
		$puente_orders[17] = new WC_Order(
			array(
				'id'           => 17,
				'order_number' => '17',
				'currency'     => 'HNL',
				'refunds'      => $rows,
				'notes'        => array(),
			)
		);
		return $puente_orders[17];
	}

	private static function row( $id ) {
		global $puente_orders;
		return $puente_orders[ $id ];
	}

	private static function planned_looks() {
		global $puente_planned;
		return array_column( $puente_planned, 1 );
	}

	private static function asked( $state, $minutes_ago = 60, $store_id = 'tienda' ) {
		return array(
			Puente_Refund_Request::STATE => $state,
			Puente_Refund_Request::META  => ( time() - 60 * $minutes_ago ) . ' ' . $store_id,
		);
	}

	private static function respond( array $responses ) {
		global $puente_responses;
		$puente_responses = $responses;
	}

	private static function may_go( $id, array $responses ) {
		self::respond( $responses );
		return null === Puente_Refund_Deletion::before_row( null, self::row( $id ) );
	}

	/**
	 * Runs a callback while claims work as in the database.
	 */
	private static function with_claims( $run ) {
		global $wpdb;
		$before = $wpdb;
		$wpdb   = new class() extends Puente_Claims_Database {
			public function query( array $query ) {
				if ( 'DELETE' === $query[0] ) {
					unset( $this->until[ $query[1][0] ] );
					return 1;
				}
				return parent::query( $query );
			}
		};
		try {
			$run();
		} finally {
			$wpdb = $before;
		}
	}

	public function test_a_row_is_not_deleted_while_a_retry_asks_for_its_refund() {
		self::order_with( array( 180 => self::asked( 'asked' ) ) );
		self::with_claims(
			static function () {
				$may_go  = null;
				$read    = clone self::row( 180 );
				$reached = static function () use ( &$may_go, $read ) {
					// A person, whose process read the row before, deletes it before the retry reaches Puente.
					$may_go = Puente_Refund_Deletion::before_row( null, $read );
					return self::refund( 'succeeded' );
				};
				self::respond( array( $reached, self::refusal( 404, 'no_such_refund' ) ) );
				Puente_Refund_Task::finish( 17, 180, 0 );
				self::assertFalse( $may_go );
				self::assertSame( 'succeeded', Puente_Refund_Request::state( self::row( 180 ) ) );
			}
		);
	}

	public function test_a_retry_waits_while_a_deletion_asks_and_finds_the_row_gone() {
		self::order_with( array( 181 => self::asked( 'asked' ) ) );
		self::with_claims(
			static function () {
				global $puente_orders, $puente_requests;
				$asked = static function () {
					Puente_Refund_Task::finish( 17, 181, 4 );
					return self::refusal( 404, 'no_such_refund' );
				};
				self::assertTrue( self::may_go( 181, array( $asked ) ) );
				self::assertSame( array( array( 17, 181, 4 ) ), self::planned_looks() );
				self::assertCount( 1, $puente_requests );
				unset( $puente_orders[181] );
				Puente_Refund_Task::finish( 17, 181, 4 );
				self::assertCount( 1, $puente_requests );
			}
		);
	}

	public function test_a_refund_that_failed_or_was_cancelled_since_is_not_called_accepted() {
		// The gateway refused it after the lost answer, or PHP ended between its cancellation and the row's deletion.
		foreach ( array( 'failed' => 'gateway refused', 'cancelled' => 'was cancelled' ) as $state => $words ) {
			$order = self::order_with( array( 183 => self::asked( 'asked' ) ) );
			self::respond( array( self::refund( $state ) ) );
			Puente_Refund_Task::finish( 17, 183, 0 );
			self::assertSame( 'failed', Puente_Refund_Request::state( self::row( 183 ) ) );
			self::assertStringContainsString( $words, implode( $order->get_notes() ) );
			self::assertStringNotContainsString( 'accepted', implode( $order->get_notes() ) );
			self::assertSame( array(), self::planned_looks() );
		}
	}

	public function test_a_row_that_stays_can_be_deleted_again_at_once() {
		self::order_with( array( 182 => self::asked( 'asked' ) ) );
		self::with_claims(
			static function () {
				self::assertFalse( self::may_go( 182, array( self::lost(), self::lost() ) ) );
				self::assertTrue( self::may_go( 182, array( self::refusal( 404, 'no_such_refund' ) ) ) );
			}
		);
	}

	public function test_a_store_without_decimals_sends_its_setting_and_the_note_has_the_exact_amount() {
		global $puente_requests;
		update_option( 'woocommerce_price_num_decimals', 0 );
		$order = self::order_with( array( 91 => array() ) );
		self::row( 91 )->set_amount( '28' );
		$body = array(
			'refund' => array(
				'id'       => 'ref_1',
				'state'    => 'succeeded',
				'kind'     => 'void',
				'amount'   => '27.50',
				'currency' => 'HNL',
			),
		);
		self::respond( array( array( 'status' => 201, 'body' => json_encode( $body ) ) ) );
		self::assertTrue( Puente_Refunds::make( $order, '28', '' ) );
		delete_option( 'woocommerce_price_num_decimals' );
		$said = json_decode( end( $puente_requests )['body'], true );
		self::assertSame( array( '28.00', 0 ), array( $said['amount'], $said['shown_decimals'] ) );
		self::assertTrue( false !== strpos( $order->get_notes()[0], '27.50 HNL' ) );
	}

	public function test_the_note_of_a_refund_above_the_limit_says_that_another_person_has_to_approve_it() {
		foreach ( array( 'pending' => 'another person has to approve it', 'approved' => 'ref_1' ) as $approval => $words ) {
			$order = self::order_with( array( 93 => array() ) );
			$body  = array(
				'refund' => array(
					'id'       => 'ref_1',
					'state'    => 'waiting',
					'kind'     => 'refund',
					'amount'   => '5.00',
					'currency' => 'HNL',
					'approval' => array( 'state' => $approval ),
				),
			);
			self::respond( array( array( 'status' => 202, 'body' => json_encode( $body ) ) ) );
			self::assertTrue( Puente_Refunds::make( $order, '5.00', '' ) );
			self::assertSame( 'waiting', Puente_Refund_Request::state( self::row( 93 ) ) );
			self::assertStringContainsString( $words, implode( $order->get_notes() ) );
			self::assertSame( 'pending' === $approval, false !== strpos( implode( $order->get_notes() ), 'another person' ) );
		}
	}

	public function test_the_error_of_a_refund_of_a_frozen_store_says_why() {
		$order = self::order_with( array( 94 => array() ) );
		$frozen = self::refusal( 409, 'store_frozen', array( 'retry' => 'retry', 'detail' => 'A person stopped its charges and refunds.' ) );
		self::respond( array( $frozen + array( 'headers' => array( 'retry-after' => '3600' ) ) ) );
		$error = Puente_Refunds::make( $order, '5.00', '' );
		self::assertSame( 'puente_refused', $error->get_error_code() );
		self::assertStringContainsString( 'stopped its charges and refunds', $error->get_error_message() );
	}

	public function test_the_request_names_the_displayed_decimals_only_if_the_currency_has_more() {
		global $puente_orders, $puente_requests;
		$said = array();
		foreach ( array( 'KWD', 'HNL', 'JPY' ) as $currency ) {
			$rows              = self::order_with( array( 92 => array() ) )->get_refunds();
			$puente_orders[17] = new WC_Order(
				array(
					'id'       => 17,
					'currency' => $currency,
					'refunds'  => $rows,
					'notes'    => array(),
				)
			);
			update_option( 'woocommerce_price_num_decimals', 'JPY' === $currency ? 0 : 2 );
			self::respond( array( self::lost(), self::lost() ) );
			Puente_Refunds::make( $puente_orders[17], '5.00', '' );
			$body   = json_decode( end( $puente_requests )['body'], true );
			$said[] = isset( $body['shown_decimals'] ) ? $body['shown_decimals'] : null;
		}
		delete_option( 'woocommerce_price_num_decimals' );
		self::assertSame( array( 2, null, null ), $said );
	}

	public function test_a_retry_is_scheduled_before_the_first_request() {
		$order = self::order_with( array( 30 => array() ) );
		self::respond( array( self::lost(), self::lost() ) );
		self::assertTrue( Puente_Refunds::make( $order, '5.00', '' ) );
		self::assertSame( array( array( 17, 30, 0 ) ), self::planned_looks() );
		self::assertTrue( Puente_Refund_Request::is_unanswered( self::row( 30 ) ) );
	}

	public function test_a_refund_that_another_request_is_making_counts_as_unanswered_never_as_refused() {
		$in_use = self::refusal( 409, 'idempotency_key_in_use', array( 'retry' => 'retry' ) );
		$order  = self::order_with( array( 190 => array() ) );
		self::respond( array( $in_use, $in_use ) );
		self::assertTrue( Puente_Refunds::make( $order, '5.00', '' ) );
		self::assertTrue( Puente_Refund_Request::is_unanswered( self::row( 190 ) ) );
		self::assertSame( array( array( 17, 190, 0 ) ), self::planned_looks() );
		self::assertFalse( self::may_go( 190, array( $in_use, $in_use ) ) );
	}

	public function test_a_key_that_puente_knows_does_not_make_an_earlier_refund_fail() {
		$reused = self::refusal( 409, 'idempotency_key_reused' );
		$order  = self::order_with( array( 191 => self::asked( 'asked' ) ) );
		self::respond( array( $reused ) );
		Puente_Refund_Task::finish( 17, 191, 0 );
		self::assertTrue( Puente_Refund_Request::is_unanswered( self::row( 191 ) ) );
		self::assertSame( array( array( 17, 191, 1 ) ), self::planned_looks() );
		$order = self::order_with( array( 192 => array() ) );
		self::respond( array( self::lost(), $reused ) );
		self::assertTrue( Puente_Refunds::make( $order, '5.00', '' ) );
		self::assertTrue( Puente_Refund_Request::is_unanswered( self::row( 192 ) ) );
	}

	public function test_a_row_without_an_answer_that_is_refunded_again_stays_unanswered_until_a_final_answer() {
		foreach ( array( self::refusal( 409, 'idempotency_key_reused' ), self::refusal( 401, 'clock_differs' ) ) as $number => $response ) {
			$order = self::order_with( array( 193 + $number => self::asked( 'asked' ) ) );
			self::respond( array( $response ) );
			self::assertTrue( Puente_Refunds::make( $order, '5.00', '' ) );
			self::assertTrue( Puente_Refund_Request::is_unanswered( self::row( 193 + $number ) ) );
		}
	}

	public function test_a_refund_ends_within_26_seconds_even_if_puente_hangs() {
		$now   = 1000.0;
		$order = self::order_with( array( 195 => array() ) );
		$hangs = static function ( $arguments ) use ( &$now ) {
			$now += $arguments['timeout'];
			return self::lost();
		};
		Puente_Client::$seconds = static function () use ( &$now ) {
			return $now;
		};
		self::respond( array( $hangs, $hangs ) );
		Puente_Refunds::make( $order, '5.00', '' );
		Puente_Client::$seconds = array( 'Puente_Client', 'seconds' );
		self::assertSame( 1026.0, $now );
	}

	public function test_a_response_unschedules_the_retry() {
		$order = self::order_with( array( 31 => array() ) );
		self::respond( array( self::refund( 'waiting', 202 ) ) );
		self::assertTrue( Puente_Refunds::make( $order, '5.00', '' ) );
		self::assertSame( 'waiting', Puente_Refund_Request::state( self::row( 31 ) ) );
		$order = self::order_with( array( 32 => array() ) );
		self::respond( array( self::no_host(), self::no_host() ) );
		self::assertTrue( is_wp_error( Puente_Refunds::make( $order, '5.00', '' ) ) );
		self::assertSame( array(), self::planned_looks() );
		// WooCommerce deletes it now.
		self::assertNull( Puente_Refund_Deletion::before_row( null, self::row( 32 ) ) );
	}

	public function test_an_unanswered_refund_blocks_another_one_which_may_be_its_repetition() {
		global $puente_requests;
		$order  = self::order_with( array( 34 => array(), 33 => array( 'reason' => 'Roto' ) + self::asked( 'asked' ) ) );
		$result = Puente_Refunds::make( $order, '5.00', '' );
		self::assertTrue( is_wp_error( $result ) && false !== strpos( $result->get_error_message(), 'is not known yet' ) );
		self::assertSame( array(), $puente_requests );
		self::assertSame( array( array( 17, 33, 0 ) ), self::planned_looks() );
	}

	public function test_an_orphaned_row_is_rescheduled_once() {
		self::order_with( array( 35 => self::asked( 'asked' ), 36 => self::asked( 'succeeded' ) ) );
		Puente_Refund_Task::take_up();
		Puente_Refund_Task::take_up();
		self::assertSame( array( array( 17, 35, 0 ) ), self::planned_looks() );
	}

	public function test_the_plugin_never_queries_another_store_for_the_outcome() {
		global $puente_requests;
		$order = self::order_with( array( 37 => self::asked( 'asked' ) ) );
		self::connect( 'otra', 'https://shop.example' );
		Puente_Refund_Task::finish( 17, 37, 0 );
		self::assertSame( array(), $puente_requests );
		self::assertSame( array( array( 17, 37, 1 ) ), self::planned_looks() );
		self::connect( 'tienda', 'https://shop.example' );
		self::respond( array( self::refund( 'succeeded' ) ) );
		Puente_Refund_Task::finish( 17, 37, 1 );
		self::assertSame( '2026-11-22T05:20:00Z', json_decode( end( $puente_requests )['body'], true )['first_asked_at'] );
		self::assertSame( 'succeeded', Puente_Refund_Request::state( self::row( 37 ) ) );
		self::assertSame( 1, count( $order->get_notes() ) );
	}

	public function test_a_refund_made_in_the_portal_is_not_requested_again() {
		global $puente_requests;
		$order   = self::order_with( array( 39 => self::asked( 'asked' ) ) );
		$adopted = static function ( $told ) use ( $order ) {
			$order->update_meta_data( '_puente_adopted_refunds', $told );
		};
		$puente_requests = array();
		$adopted( '{"39":"ref_7"}' );
		Puente_Refund_Task::finish( 17, 39, 0 );
		self::assertSame( array(), $puente_requests );
		self::assertSame( 'succeeded', Puente_Refund_Request::state( self::row( 39 ) ) );
		self::assertSame( array( 'The gateway refunded 5.00 HNL (ref_7).' ), $order->get_notes() );
		self::row( 39 )->update_meta_data( Puente_Refund_Request::STATE, 'asked' );
		foreach ( array( '{"38":"ref_7"}', '{"39":["ref_7"]}', 'not JSON' ) as $told ) {
			$adopted( $told );
			self::assertSame( '', Puente_Refund_Request::adopted_for( $order, self::row( 39 ) ) );
		}
		self::respond( array( self::refund( 'succeeded' ) ) );
		Puente_Refund_Task::finish( 17, 39, 1 );
		self::assertSame( 1, count( $puente_requests ) );
	}

	public function test_retries_last_a_month_and_the_order_gets_one_note() {
		$order = self::order_with( array( 38 => self::asked( 'asked', 60, 'otra' ) ) );
		for ( $looks = 0; $looks < Puente_Refund_Task::MOST_LOOKS; $looks++ ) {
			Puente_Refund_Task::finish( 17, 38, $looks );
		}
		self::assertSame( 1, count( $order->get_notes() ) );
		self::assertSame( 'lost', Puente_Refund_Request::state( self::row( 38 ) ) );
	}

	public function test_a_row_in_any_stored_state_goes_once_puente_has_cancelled_the_refund() {
		global $puente_requests;
		foreach ( array( 'waiting', 'requested', 'pending', 'unknown', 'asked', 'lost' ) as $number => $state ) {
			self::order_with( array( 40 + $number => self::asked( $state ) ) );
			self::assertTrue( self::may_go( 40 + $number, array( self::refund( 'cancelled' ) ) ) );
			$request = end( $puente_requests );
			self::assertSame( 'https://puente.example/v1/orders/17/refunds/cancel', $request['url'] );
			self::assertSame( '{"idempotency_key":"woocommerce-refund-' . ( 40 + $number ) . '"}', $request['body'] );
		}
	}

	public function test_a_row_stays_while_it_may_move_money_and_shows_why() {
		$order = self::order_with( array( 50 => self::asked( 'waiting' ) ) );
		self::assertFalse( self::may_go( 50, array( self::refusal( 409, 'refund_under_way', array( 'retry' => 'retry' ) ), self::refusal( 409, 'refund_under_way' ) ) ) );
		self::assertFalse( self::may_go( 50, array( self::refusal( 409, 'refund_done' ) ) ) );
		self::assertFalse( self::may_go( 50, array( self::lost(), self::lost() ) ) );
		self::assertFalse( self::may_go( 50, array( self::no_host(), self::no_host() ) ) );
		self::assertFalse( self::may_go( 50, array( self::refusal( 401, 'wrong_signature' ) ) ) );
		// An older Puente, or something in its place.
		self::assertFalse( self::may_go( 50, array( self::refusal( 404, 'not_found' ) ) ) );
		$of_a_proxy = array(
			'status' => 404,
			'body'   => '<html>',
		);
		self::assertFalse( self::may_go( 50, array( $of_a_proxy, $of_a_proxy ) ) );
		self::assertSame( 7, count( $order->get_notes() ) );
		ob_start();
		Puente_Refund_Deletion::show( self::row( 50 ) );
		self::assertTrue( false !== strpos( ob_get_clean(), 'role="alert"' ) );
	}

	public function test_a_row_unknown_to_puente_goes_only_when_no_request_can_be_in_flight() {
		self::order_with( array( 51 => self::asked( 'asked', 9 ), 52 => self::asked( 'asked', 11 ) ) );
		$never_heard = self::refusal( 404, 'no_such_refund' );
		self::assertFalse( self::may_go( 51, array( $never_heard ) ) );
		self::assertTrue( self::may_go( 52, array( $never_heard ) ) );
	}

	public function test_a_row_of_another_store_stays_and_the_merchant_reads_what_to_do() {
		global $puente_requests;
		$order = self::order_with( array( 53 => self::asked( 'waiting', 60, 'otra' ) ) );
		self::assertFalse( self::may_go( 53, array() ) );
		self::assertSame( array(), $puente_requests );
		self::assertSame( 1, preg_match( '/Connect that store again\..* deactivate this plugin, delete the refund/', $order->get_notes()[0] ) );
	}

	public function test_a_test_row_goes_once_the_store_is_live() {
		global $puente_options, $puente_requests;
		$environments = array(
			'test' => true,
			'live' => false,
		);
		foreach ( $environments as $environment => $goes ) {
			$id    = $goes ? 60 : 61;
			$order = self::order_with( array( $id => array() ) );
			$puente_options[ Puente_Facts::OPTION ] = array(
				'store' => array(
					'id'          => 'tienda',
					'environment' => $environment,
				),
			);
			self::respond( array( self::refund( 'waiting', 202 ) ) );
			self::assertTrue( Puente_Refunds::make( $order, '5.00', '' ) );
			// While its store is connected, the plugin queries it.
			self::assertFalse( self::may_go( $id, array( self::no_host(), self::no_host() ) ) );
			self::connect( 'tienda-live', 'https://shop.example' );
			$puente_requests = array();
			self::assertSame( $goes, self::may_go( $id, array() ) );
			self::assertSame( array(), $puente_requests );
		}
	}

	public function test_deleting_the_row_of_a_succeeded_refund_notifies_puente_which_restores_it() {
		global $puente_orders, $puente_planned, $puente_requests;
		$by_puente = array( Puente_Refunds::META => 'ref_1' );
		self::order_with( array( 160 => self::asked( 'succeeded' ), 161 => $by_puente, 162 => array(), 163 => self::asked( 'failed' ), 164 => $by_puente ) );
		foreach ( array( 160, 161, 162, 163 ) as $id ) {
			self::assertTrue( self::may_go( $id, array() ) );
		}
		// Puente deletes a row itself.
		$request = new WP_REST_Request( 'DELETE', '/wc/v3/orders/17/refunds/164', array(), array( Puente_Refund_Deletion::CHECKED => 'true' ) );
		Puente_Refund_Deletion::before_call( null, array(), $request );
		self::assertTrue( self::may_go( 164, array() ) );
		self::assertSame( array( array( Puente_Deleted_Refunds::HOOK, array( 17, 160, 1 ) ), array( Puente_Deleted_Refunds::HOOK, array( 17, 161, 1 ) ) ), $puente_planned );
		// The row still exists, so no notification.
		$puente_requests = array();
		Puente_Deleted_Refunds::notify( 17, 160 );
		self::assertSame( array(), $puente_requests );
		unset( $puente_orders[160] );
		self::respond( array( self::no_host(), array( 'status' => 200, 'body' => '{"told":true}' ) ) );
		Puente_Deleted_Refunds::notify( 17, 160 );
		self::assertSame( array( Puente_Deleted_Refunds::HOOK, array( 17, 160, 2 ) ), end( $puente_planned ) );
		Puente_Deleted_Refunds::notify( 17, 160, 2 );
		self::assertSame( 3, count( $puente_planned ) );
		self::assertSame( '{"order":17,"refund":160}', end( $puente_requests )['body'] );
	}

	public function test_a_manual_succeeded_or_failed_row_goes_without_a_request_and_so_does_a_row_with_its_order() {
		global $puente_requests;
		self::order_with( array( 54 => array(), 55 => self::asked( 'succeeded' ), 56 => self::asked( 'failed' ), 57 => self::asked( 'waiting' ) ) );
		self::assertSame( array( true, true, true ), array( self::may_go( 54, array() ), self::may_go( 55, array() ), self::may_go( 56, array() ) ) );
		Puente_Refund_Deletion::let_order_go( 17 );
		self::assertTrue( self::may_go( 57, array() ) );
		self::assertSame( array(), $puente_requests );
	}
}
