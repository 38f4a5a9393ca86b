<?php

final class Puente_Personal_Data_Test extends Puente_Test_Case {

	const EMAIL = 'rosa@example.com';

	private static function orders( $count, $method = 'puente' ) {
		global $puente_orders;
		for ( $id = 1; $id <= $count; $id++ ) {
			$puente_orders[ $id ] = new WC_Order(
				array(
					'id'             => $id,
					'order_number'   => 'CAFE-' . $id,
					'order_key'      => 'wc_order_' . $id,
					'payment_method' => $method,
					'billing_email'  => $id % 2 ? self::EMAIL : 'other@example.com',
					'customer_id'    => 7,
				)
			);
		}
	}

	private static function puente_answers( $status, array $body ) {
		global $puente_responses;
		$puente_responses[] = array(
			'status' => $status,
			'body'   => json_encode( $body ),
		);
	}

	private static function outcomes( array $outcomes ) {
		$orders = array();
		foreach ( $outcomes as $id => $outcome ) {
			$orders[] = array(
				'order_id' => $id,
				'outcome'  => $outcome,
			);
		}
		self::puente_answers(
			200,
			array(
				'orders'   => $orders,
				'retained' => 'Puente keeps amounts.',
			)
		);
	}

	private static function away() {
		global $puente_responses;
		$puente_responses[] = new WP_Error( 'http', 'cURL error 28: Operation timed out' );
	}

	public function test_the_export_names_the_orders_by_id_and_key_and_shows_every_field_as_text() {
		global $puente_requests;
		self::connect();
		self::orders( 2 );
		$data = array(
			array(
				'name'  => 'Customer',
				'value' => '<b>Rosa</b>',
			),
		);
		self::puente_answers(
			200,
			array(
				'orders' => array(
					array(
						'order_id' => 1,
						'data'     => $data,
					),
				),
			)
		);
		$export = Puente_Personal_Data::export( self::EMAIL );
		self::assertSame( 'https://puente.example/v1/woocommerce/personal-data/export', $puente_requests[0]['url'] );
		self::assertSame( '{"orders":[{"id":1,"order_key":"wc_order_1"},{"id":2,"order_key":"wc_order_2"}]}', $puente_requests[0]['body'] );
		self::assertSame( array( 'puente-payments', '&lt;b&gt;Rosa&lt;/b&gt;', true ), array( $export['data'][0]['group_id'], $export['data'][0]['data'][0]['value'], $export['done'] ) );
	}

	public function test_export_and_erasure_go_by_pages_until_the_last_order() {
		global $puente_requests;
		self::connect();
		self::orders( 60 );
		$asked = array();
		foreach ( array( 1, 2, 3 ) as $page ) {
			self::outcomes( array() );
			$done     = Puente_Personal_Data::erase( self::EMAIL, $page )['done'];
			$asked[]  = array( count( json_decode( end( $puente_requests )['body'], true )['orders'] ), $done );
		}
		self::assertSame( array( array( 25, false ), array( 25, false ), array( 10, true ) ), $asked );
	}

	public function test_a_customer_without_orders_causes_no_call() {
		global $puente_requests;
		self::connect();
		self::assertSame(
			array(
				'data' => array(),
				'done' => true,
			),
			Puente_Personal_Data::export( 'nobody@example.com' )
		);
		self::assertTrue( Puente_Personal_Data::erase( 'nobody@example.com' )['done'] );
		self::assertSame( array(), $puente_requests );
	}

	public function test_a_silent_puente_ends_export_and_erasure_with_an_error() {
		global $puente_planned;
		self::connect();
		self::orders( 1 );
		foreach ( array( 'export', 'erase' ) as $act ) {
			self::away();
			self::assertSame( 'puente_away', Puente_Personal_Data::$act( self::EMAIL )->get_error_code() );
			self::puente_answers( 200, array( 'status' => 'maintenance' ) );
			self::assertSame( 'puente_away', Puente_Personal_Data::$act( self::EMAIL )->get_error_code() );
		}
		self::assertSame( array(), $puente_planned );
	}

	public function test_an_older_puente_or_no_connection_does_not_block_the_shop_and_is_said() {
		global $puente_responses;
		self::orders( 1 );
		$unconnected = Puente_Personal_Data::erase( self::EMAIL );
		self::connect();
		$puente_responses = array( self::refusal( 404, 'not_found' ), self::refusal( 404, 'not_found' ) );
		$older            = Puente_Personal_Data::erase( self::EMAIL );
		foreach ( array( $unconnected, $older ) as $erased ) {
			self::assertSame( array( false, true, true ), array( $erased['items_removed'], $erased['items_retained'], $erased['done'] ) );
			self::assertStringContainsString( 'Ask your Puente administrator', $erased['messages'][0] );
		}
		self::assertStringContainsString( 'Ask your Puente administrator', Puente_Personal_Data::export( self::EMAIL )['data'][0]['data'][0]['value'] );
		self::orders( 1, 'cod' );
		$puente_responses = array( self::refusal( 404, 'not_found' ) );
		self::assertSame( array(), Puente_Personal_Data::erase( self::EMAIL )['messages'] );
	}

	public function test_the_erasure_says_what_stays_and_follows_up_orders_in_progress() {
		global $puente_planned, $puente_orders;
		self::connect();
		self::orders( 3 );
		self::outcomes(
			array(
				1 => 'erased',
				2 => 'later',
				3 => 'unknown',
			)
		);
		$erased = Puente_Personal_Data::erase( self::EMAIL );
		self::assertSame( array( true, true, true ), array( $erased['items_removed'], $erased['items_retained'], $erased['done'] ) );
		self::assertSame( 'Puente keeps amounts.', $erased['messages'][0] );
		self::assertStringEndsWith( ': CAFE-2.', $erased['messages'][1] );
		self::assertSame( array( array( Puente_Personal_Data::HOOK, array( array( 2 ), 0 ) ) ), $puente_planned );
		self::assertNotSame( '', $puente_orders[1]->get_meta( Puente_Personal_Data::META ) );
	}

	public function test_orders_that_puente_never_saw_retain_nothing() {
		self::connect();
		self::orders( 1 );
		self::outcomes( array( 1 => 'unknown' ) );
		$erased = Puente_Personal_Data::erase( self::EMAIL );
		self::assertSame( array( false, false, array() ), array( $erased['items_removed'], $erased['items_retained'], $erased['messages'] ) );
	}

	public function test_the_follow_up_is_repeated_until_it_is_erased_and_then_given_up_in_the_log() {
		global $puente_planned, $puente_log;
		self::connect();
		self::orders( 1 );
		self::away();
		Puente_Personal_Data::carry_out( array( 1, 99 ), 0 );
		self::assertSame( array( array( Puente_Personal_Data::HOOK, array( array( 1 ), 1 ) ) ), $puente_planned );
		$puente_planned = array();
		self::outcomes( array( 1 => 'erased' ) );
		Puente_Personal_Data::carry_out( array( 1 ), 1 );
		self::assertSame( array(), $puente_planned );
		self::outcomes( array( 1 => 'later' ) );
		Puente_Personal_Data::carry_out( array( 1 ), count( Puente_Personal_Data::WAITS ) - 1 );
		self::assertSame( array(), $puente_planned );
		self::assertSame( 'error', end( $puente_log )[0] );
	}

	public function test_an_order_that_woocommerce_anonymizes_is_erased_at_puente_once() {
		global $puente_planned, $puente_orders;
		self::connect();
		self::orders( 1 );
		Puente_Personal_Data::follow( $puente_orders[1] );
		self::assertSame( array( array( Puente_Personal_Data::HOOK, array( array( 1 ), 0 ) ) ), $puente_planned );
		$puente_planned = array();
		$puente_orders[1]->update_meta_data( Puente_Personal_Data::META, '2026-11-28T10:00:00Z' );
		Puente_Personal_Data::follow( $puente_orders[1] );
		self::orders( 1, 'cod' );
		Puente_Personal_Data::follow( $puente_orders[1] );
		self::assertSame( array(), $puente_planned );
	}

	public function test_an_order_that_woocommerce_cannot_read_does_not_end_the_pages_early() {
		global $puente_orders;
		self::connect();
		self::orders( 60 );
		$puente_orders[3] = static function () {
			return false;
		};
		foreach ( array( 1 => false, 2 => false, 3 => true ) as $page => $is_last ) {
			self::outcomes( array() );
			self::assertSame( $is_last, Puente_Personal_Data::erase( self::EMAIL, $page )['done'] );
			self::puente_answers( 200, array( 'orders' => array() ) );
			self::assertSame( $is_last, Puente_Personal_Data::export( self::EMAIL, $page )['done'] );
		}
	}

	public function test_items_of_different_pages_have_different_ids() {
		self::connect();
		self::orders( 30 );
		$ids = array();
		foreach ( array( 1, 2 ) as $page ) {
			$event = array(
				'order_id' => 0,
				'data'     => array(),
			);
			self::puente_answers( 200, array( 'orders' => array( $event, $event ) ) );
			$ids = array_merge( $ids, array_column( Puente_Personal_Data::export( self::EMAIL, $page )['data'], 'item_id' ) );
		}
		self::assertCount( 4, array_unique( $ids ) );
	}

	public function test_a_silent_puente_does_not_stop_the_request_of_a_customer_who_never_paid_by_card() {
		self::connect();
		self::orders( 2, 'cod' );
		self::away();
		self::away();
		self::assertSame( array( array(), true ), array( Puente_Personal_Data::erase( self::EMAIL )['messages'], Puente_Personal_Data::export( self::EMAIL )['done'] ) );
	}

	public function test_an_order_that_went_to_puente_and_was_paid_in_another_way_is_erased_there_too() {
		global $puente_orders, $puente_planned;
		self::connect();
		self::orders( 1, 'cod' );
		$puente_orders[1]->update_meta_data( Puente_Chosen_Method::EVER_META, '1' );
		Puente_Personal_Data::follow( $puente_orders[1] );
		self::assertSame( array( array( Puente_Personal_Data::HOOK, array( array( 1 ), 0 ) ) ), $puente_planned );
		self::away();
		self::assertSame( 'puente_away', Puente_Personal_Data::erase( self::EMAIL )->get_error_code() );
	}

	public function test_the_eraser_runs_before_that_of_woocommerce() {
		$erasers = Puente_Personal_Data::add_eraser( array( 'woocommerce-customer-orders' => array() ) );
		self::assertSame( array( Puente_Personal_Data::NAME, 'woocommerce-customer-orders' ), array_keys( $erasers ) );
		self::assertTrue( is_callable( $erasers[ Puente_Personal_Data::NAME ]['callback'] ) );
		self::assertTrue( is_callable( Puente_Personal_Data::add_exporter( array() )[ Puente_Personal_Data::NAME ]['callback'] ) );
	}

	public function test_a_text_for_the_privacy_policy_is_suggested() {
		global $puente_policies;
		Puente_Privacy_Policy::suggest();
		self::assertStringContainsString( 'When you pay by card', $puente_policies['Puente for WooCommerce'] );
	}
}
