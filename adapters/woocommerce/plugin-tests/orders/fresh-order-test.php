<?php

final class Puente_Fresh_Order_Test extends Puente_Test_Case {

	private static function says( array $orders ) {
		return array(
			'status' => 200,
			'body'   => json_encode( array( 'orders' => $orders ) ),
		);
	}

	private static function state( $id, $state ) {
		return array(
			'order_id'       => $id,
			'state'          => $state,
			'transaction_id' => null,
		);
	}

	public function test_the_states_come_by_order_id_and_an_order_without_an_answer_is_unknown() {
		global $puente_responses, $puente_requests;
		self::connect();
		$puente_responses = array( self::says( array( self::state( '12', 'paid' ), self::state( '13', 'in_flight' ), self::state( '14', 'unpaid' ) ) ) );
		self::assertSame(
			array( 12 => 'paid', 13 => 'in_flight', 14 => 'unpaid', 15 => 'unknown' ),
			Puente_Fresh_Order::ask( array( 12, '13', 14, 15, 12, 0 ) )
		);
		// Asking alone ends no pay link.
		self::assertSame( '{"order_ids":["12","13","14","15"],"within_ms":9000}', $puente_requests[0]['body'] );
	}

	public function test_more_than_fifty_orders_take_several_calls() {
		global $puente_responses, $puente_requests;
		self::connect();
		$puente_responses = array( self::says( array( self::state( '1', 'paid' ) ) ), self::says( array( self::state( '51', 'unpaid' ) ) ) );
		$states           = Puente_Fresh_Order::ask( range( 1, 51 ) );
		self::assertSame( array( 2, 'paid', 'unknown', 'unpaid' ), array( count( $puente_requests ), $states[1], $states[2], $states[51] ) );
	}

	public function test_puente_hears_how_long_the_plugin_waits() {
		global $puente_responses, $puente_requests;
		self::connect();
		$puente_responses = array( self::says( array() ) );
		Puente_Fresh_Order::answers( array( 12 ), array( 'within' => 2.5 ) );
		$said = json_decode( $puente_requests[0]['body'], true )['within_ms'];
		self::assertLessThanOrEqual( 2500, $said );
		self::assertLessThanOrEqual( $puente_requests[0]['timeout'] * 1000, $said );
	}

	public function test_every_order_is_away_without_a_connection_or_an_answer() {
		global $puente_responses, $puente_requests;
		self::assertSame( array( 12 => 'away', 13 => 'away' ), Puente_Fresh_Order::ask( array( 12, 13 ) ) );
		self::connect();
		$puente_responses = array( self::refusal( 404, 'no_such_route' ) );
		self::assertSame( array( 12 => 'away', 13 => 'away' ), Puente_Fresh_Order::ask( array( 12, 13 ) ) );
		self::assertSame( 1, count( $puente_requests ) );
		self::assertSame( array(), Puente_Fresh_Order::ask( array() ) );
	}
}
