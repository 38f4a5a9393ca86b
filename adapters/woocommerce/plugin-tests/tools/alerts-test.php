<?php

final class Puente_Alerts_Test extends Puente_Test_Case {

	private static function answers( $status, $body ) {
		global $puente_responses;
		$puente_responses[] = array(
			'status' => $status,
			'body'   => json_encode( $body ),
		);
	}

	public function test_every_field_of_an_alert_becomes_plain_text() {
		self::connect();
		self::answers(
			200,
			array(
				'data' => array(
					array(
						'id'       => 'prb_7',
						'what'     => 'A <b>refund</b> was refused.',
						'why'      => 'Its words are in the details.',
						'todo'     => array( 'not a text' ),
						'order_id' => null,
						'details'  => array( 'said' => 'Día cerrado' ),
					),
					'no problem',
				),
			)
		);
		$expected = array(
			'id'       => 'prb_7',
			'what'     => 'A refund was refused.',
			'why'      => 'Its words are in the details.',
			'todo'     => '',
			'order_id' => '',
			'details'  => '{"said":"Día cerrado"}',
		);
		self::assertSame(
			array(
				'problems' => array( $expected ),
				'next'     => '',
			),
			Puente_Alerts::read()
		);
	}

	public function test_an_alert_about_a_permanently_deleted_order_names_the_order() {
		self::connect();
		$problem = array(
			'id'       => 'prb_7',
			'what'     => 'Money came in.',
			'order_id' => '4711',
		);
		self::answers( 200, array( 'data' => array( $problem ) ) );
		ob_start();
		Puente_Alerts::show();
		self::assertSame( 1, preg_match( '~<strong>Money came in.</strong> Order 4711<p>~', ob_get_clean() ) );
	}

	public function test_each_button_that_closes_an_alert_has_a_name_of_its_own() {
		self::connect();
		self::answers( 200, array( 'data' => array( array( 'id' => 'prb_7', 'what' => 'Charged "twice".' ), array( 'id' => 'prb_8', 'what' => 'Other amount.' ) ) ) );
		ob_start();
		Puente_Alerts::show();
		preg_match_all( '~aria-label="([^"]+)"~', ob_get_clean(), $names );
		self::assertSame( array( 'Close alert: Charged &quot;twice&quot;.', 'Close alert: Other amount.' ), $names[1] );
	}

	public function test_a_site_without_a_connection_sends_no_request() {
		global $puente_requests;
		self::assertNull( Puente_Alerts::read() );
		self::assertFalse( Puente_Alerts::close( 'prb_7' ) );
		self::assertSame( array(), $puente_requests );
	}

	public function test_a_response_from_something_else_is_not_an_empty_list() {
		self::connect();
		self::answers( 200, array( 'status' => 'maintenance' ) );
		self::assertNull( Puente_Alerts::read() );
	}

	public function test_alerts_beyond_the_first_page_are_on_the_next_one() {
		global $puente_requests;
		self::connect();
		self::answers(
			200,
			array(
				'data'        => array( array( 'id' => 'prb_7' ) ),
				'next_cursor' => 'prb_7',
			)
		);
		self::assertSame( 'prb_7', Puente_Alerts::read()['next'] );
		self::answers(
			200,
			array(
				'data'        => array(),
				'next_cursor' => null,
			)
		);
		self::assertSame( '', Puente_Alerts::read( 'prb_7' )['next'] );
		self::assertSame( 'https://puente.example/v1/alerts?limit=20&cursor=prb_7', $puente_requests[1]['url'] );
		self::assertSame( 1, Puente_Alerts::known() );
	}

	public function test_a_silent_puente_does_not_lower_the_count_and_the_list_of_orders_sends_no_request() {
		global $puente_responses, $puente_requests, $puente_options, $puente_planned;
		self::connect();
		self::answers( 200, array( 'data' => array( array( 'id' => 'prb_7' ), array( 'id' => 'prb_8' ) ) ) );
		Puente_Alerts::read();
		self::assertSame( array( 2, array() ), array( Puente_Alerts::known(), $puente_planned ) );
		$puente_options[ Puente_Alerts::KNOWN ]['at'] -= 601;
		$puente_responses = array( new WP_Error( 'http', 'cURL error 28: Operation timed out' ) );
		self::assertSame( 2, Puente_Alerts::known() );
		self::assertSame( array( array( Puente_Alerts::ASK, array( '' ) ) ), $puente_planned );
		self::assertSame( 1, count( $puente_requests ) );
		self::assertSame( array( null, 2 ), array( Puente_Alerts::read(), Puente_Alerts::known() ) );
	}

	public function test_closing_succeeds_for_an_alert_that_is_already_closed_and_fails_without_a_response() {
		global $puente_responses, $puente_requests;
		self::connect();
		$puente_responses[] = self::refusal( 404, 'not_found' );
		self::assertTrue( Puente_Alerts::close( 'prb_7' ) );
		$puente_responses[] = new WP_Error( 'http', 'cURL error 7: refused' );
		self::assertFalse( Puente_Alerts::close( 'prb_7' ) );
		self::answers( 404, array( 'error' => 'no such page' ) );
		self::assertFalse( Puente_Alerts::close( 'prb_7' ) );
		self::assertFalse( Puente_Alerts::close( '../orders' ) );
		self::assertSame( 3, count( $puente_requests ) );
		self::assertSame( 'https://puente.example/v1/alerts/prb_7/close', $puente_requests[0]['url'] );
	}
}
