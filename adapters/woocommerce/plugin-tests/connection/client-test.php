<?php

final class Puente_Client_Test extends Puente_Test_Case {

	private static function lost() {
		return new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out after 20001 milliseconds' );
	}

	private static function no_host() {
		return new WP_Error( 'http_request_failed', 'cURL error 7: Failed to connect to puente.example' );
	}

	private const BLOCKED = array(
		'status' => 403,
		'body'   => '<html>Request blocked</html>',
	);

	private const DONE = array(
		'status' => 200,
		'body'   => '{"refund":{"id":"r1"}}',
	);

	private static function for_now( $status, $code ) {
		return self::refusal( $status, $code, array( 'retry' => 'retry' ) );
	}

	/**
	 * Makes one call; `$responses` answer its attempts.
	 */
	private static function after( array $responses, array $options = array() ) {
		global $puente_responses;
		$puente_responses = $responses;
		$client           = new Puente_Client( new Puente_Pairing( 'https://puente.example', 'tienda', Puente_Pairing::new_secret() ) );
		$tries            = array(
			'maxRetries' => count( $responses ) - 1,
			'expects'    => array( 'refund', 'id' ),
		);
		$answer           = $client->call( 'POST', '/v1/orders/17/refunds', array( 'amount' => '1.00' ), $options + $tries );
		return $answer->is_fine() ? 'fine' : ( $answer->is_refusal() ? $answer->code() : $answer->case );
	}

	public function test_after_a_lost_response_only_a_final_answer_counts() {
		$no_words = array(
			self::BLOCKED,
			array(
				'status' => 429,
				'body'   => '{"error":"slow down"}',
			),
			self::no_host(),
			self::for_now( 429, 'too_many_calls' ),
			self::for_now( 409, 'refund_under_way' ),
			self::for_now( 401, 'replayed_call' ),
			self::refusal( 401, 'clock_differs' ),
			self::refusal( 401, 'wrong_signature' ),
			self::refusal( 422, 'invalid_json' ),
			self::refusal( 409, 'idempotency_key_reused' ),
			self::refusal( 502, 'gateway_key_refused' ),
		);
		foreach ( $no_words as $response ) {
			self::assertSame( 'unknown', self::after( array( self::lost(), $response ) ) );
		}
		self::assertSame( 'unknown', self::after( array( self::BLOCKED, self::refusal( 401, 'clock_differs' ) ) ) );
	}

	public function test_a_retry_after_a_lost_response_returns_the_outcome() {
		self::assertSame( 'fine', self::after( array( self::lost(), self::DONE ) ) );
		self::assertSame( 'fine', self::after( array( self::lost(), self::BLOCKED, self::DONE ) ) );
		self::assertSame( 'refund_above_rest', self::after( array( self::lost(), self::refusal( 422, 'refund_above_rest' ) ) ) );
	}

	public function test_an_earlier_call_that_may_have_arrived_counts_as_well() {
		$again = array( 'isRepetition' => true );
		self::assertSame( 'unknown', self::after( array( self::refusal( 401, 'unknown_store' ) ), $again ) );
		self::assertSame( 'unknown', self::after( array( self::no_host() ), $again ) );
		self::assertSame( 'fine', self::after( array( self::DONE ), $again ) );
	}

	public function test_a_request_that_runs_under_the_key_leaves_the_outcome_unknown() {
		$in_use = self::for_now( 409, 'idempotency_key_in_use' );
		self::assertSame( 'unknown', self::after( array( $in_use ) ) );
		self::assertSame( 'unknown', self::after( array( $in_use, $in_use ) ) );
		self::assertSame( 'fine', self::after( array( $in_use, self::DONE ) ) );
		self::assertSame( 'unknown', self::after( array( self::refusal( 409, 'idempotency_key_reused' ) ), array( 'isRepetition' => true ) ) );
	}

	public function test_one_attempt_has_the_timeout_that_its_caller_gives() {
		global $puente_requests;
		self::after( array( self::DONE ), array( 'timeoutSeconds' => 45 ) );
		self::after( array( self::DONE ) );
		self::assertSame( array( 45.0, 20.0 ), array_column( $puente_requests, 'timeout' ) );
	}

	public function test_a_first_refusal_is_returned_unchanged() {
		self::assertSame( 'clock_differs', self::after( array( self::refusal( 401, 'clock_differs' ) ) ) );
		self::assertSame( 'refund_above_rest', self::after( array( self::refusal( 422, 'refund_above_rest' ), null ) ) );
	}

	public function test_a_temporary_refusal_is_retried_before_it_is_returned() {
		global $puente_requests;
		self::assertSame( 'fine', self::after( array( self::for_now( 409, 'refund_under_way' ), self::DONE ) ) );
		self::assertSame( 2, count( $puente_requests ) );
		self::assertSame( 'refund_under_way', self::after( array( self::for_now( 409, 'refund_under_way' ), self::for_now( 409, 'refund_under_way' ) ) ) );
		self::assertSame( 'fine', self::after( array( self::for_now( 502, 'gateway_unreachable' ), self::DONE ) ) );
	}

	public function test_a_request_that_was_never_sent_has_a_known_outcome() {
		self::assertSame( 'not-sent', self::after( array( self::no_host(), self::no_host() ) ) );
		self::assertSame( 'unknown', self::after( array( self::lost(), self::no_host() ) ) );
	}
}
