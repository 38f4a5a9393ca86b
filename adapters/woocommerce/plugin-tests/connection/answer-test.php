<?php

final class Puente_Answer_Test extends Puente_Test_Case {

	private static function failed( $message ) {
		return self::answer_to( new WP_Error( 'http_request_failed', $message ) )->case;
	}

	private static function answer( $status, $body ) {
		return self::answer_to( compact( 'status', 'body' ) );
	}

	private static function problem( $code, $detail ) {
		$status = 409;
		$type   = 'urn:puente:problem:' . $code;
		return self::answer( $status, json_encode( compact( 'type', 'status', 'code', 'detail' ) ) );
	}

	public function test_a_failed_connection_sent_nothing() {
		self::assertSame( Puente_Answer::NOT_SENT, self::failed( 'cURL error 7: Failed to connect to puente.example port 443' ) );
		self::assertSame( Puente_Answer::NOT_SENT, self::failed( 'cURL error 6: Could not resolve host: puente.example' ) );
		self::assertSame( Puente_Answer::NOT_SENT, self::failed( 'cURL error 28: Connection timed out after 10001 milliseconds' ) );
	}

	public function test_a_lost_response_leaves_the_outcome_unknown() {
		self::assertSame( Puente_Answer::UNKNOWN, self::failed( 'cURL error 28: Operation timed out after 20001 milliseconds with 0 bytes received' ) );
		self::assertSame( Puente_Answer::UNKNOWN, self::failed( 'cURL error 52: Empty reply from server' ) );
		self::assertSame( Puente_Answer::UNKNOWN, self::failed( 'cURL error 56: Recv failure: Connection reset by peer' ) );
		self::assertSame( Puente_Answer::UNKNOWN, self::failed( 'stream_socket_client failed' ) );
		self::assertSame( Puente_Answer::UNKNOWN, self::answer( 502, '<html>Bad gateway</html>' )->case );
		self::assertSame( Puente_Answer::UNKNOWN, self::answer( 200, '<html>Maintenance</html>' )->case );
	}

	public function test_a_response_from_something_in_front_of_puente_leaves_the_outcome_unknown() {
		$elses = array(
			self::answer( 403, '<html>Request blocked</html>' ),
			self::answer( 429, '{"error":"slow down"}' ),
			self::answer( 403, '{"type":"https://cdn.example/1020","title":"Denied","status":403,"code":"1020"}' ),
			self::answer( 403, self::refusal( 409, 'refund_above_rest' )['body'] ),
			self::answer( 302, '' ),
			self::answer_to( array( 'status' => 200, 'body' => '{"ok":true}' ), array( 'refund', 'id' ) ),
			self::answer_to( array( 'status' => 200, 'body' => '{"refund":{"id":""}}' ), array( 'refund', 'id' ) ),
		);
		foreach ( $elses as $else ) {
			self::assertSame( array( Puente_Answer::UNKNOWN, false, false, array() ), array( $else->case, $else->is_refusal(), $else->is_fine(), $else->body ) );
		}
		self::assertTrue( self::answer_to( array( 'status' => 201, 'body' => '{"refund":{"id":"r1"}}' ), array( 'refund', 'id' ) )->is_fine() );
	}

	public function test_a_refusal_has_a_code_and_sanitized_text() {
		$refusal = self::answer_to( self::refusal( 402, 'card_declined', array( 'customer_message' => 'No <b>tiene</b> fondos.' ) ) );
		self::assertSame( array( true, false ), array( $refusal->is_refusal(), $refusal->is_fine() ) );
		self::assertSame( array( 'card_declined', 'No tiene fondos.' ), array( $refusal->code(), $refusal->text( 'customer_message' ) ) );
		self::assertSame( '', $refusal->text( 'detail' ) );
	}

	public function test_the_log_gets_codes_and_field_names_no_text() {
		$refusal = self::answer_to(
			self::refusal(
				422,
				'invalid_fields',
				array(
					'detail' => 'Ana Mejía',
					'errors' => array( array( 'path' => 'order.total', 'message' => 'x' ), 'y' ),
				)
			)
		);
		self::assertSame( array( 'status' => 422, 'code' => 'invalid_fields', 'fields' => array( 'order.total' ) ), $refusal->for_log() );
	}

	public function test_the_merchant_reads_which_field_is_wrong_and_why() {
		$errors  = array( 'errors' => array( array( 'path' => 'amount', 'message' => 'Has too many decimals' ), array( 'path' => '', 'message' => 'Is odd' ), 'y' ) );
		$refusal = self::answer_to( self::refusal( 422, 'invalid_fields', $errors ) );
		self::assertSame( 'amount: Has too many decimals. Is odd', Puente_Refunds::refusal( $refusal ) );
		self::assertSame( 'A title', Puente_Refunds::refusal( self::answer_to( self::refusal( 422, 'something_new' ) ) ) );
	}

	public function test_the_customer_reads_a_sentence_never_a_code() {
		$sentence = Puente_Cannot_Pay::because_of( self::answer_to( self::refusal( 402, 'card_declined', array( 'customer_message' => 'La tarjeta está vencida.' ) ) ) );
		self::assertSame( 'La tarjeta está vencida.', $sentence->getMessage() );
		$unknown = Puente_Cannot_Pay::because_of( self::answer_to( self::refusal( 422, 'something_new' ) ) )->getMessage();
		self::assertFalse( strpos( $unknown, 'something_new' ) );
		self::assertTrue( strlen( $unknown ) > 20 );
	}

	public function test_a_known_refusal_has_a_sentence_for_the_merchant() {
		$refusal = Puente_Refunds::refusal( self::problem( 'refund_under_way', 'Refund ref_1 of 5.00 HNL is waiting, and can be cancelled.' ) );
		self::assertFalse( strpos( $refusal, 'ref_1' ) );
		self::assertSame( 0, strpos( $refusal, 'Nothing was refunded: another refund' ) );
	}

	public function test_an_unknown_refusal_has_the_text_of_puente() {
		self::assertSame( 'The key was used.', Puente_Refunds::refusal( self::problem( 'idempotency_key_reused', 'The key was used.' ) ) );
		self::assertNull( Puente_Refunds::refusal( self::answer( 202, '{"refund":{"state":"waiting"}}' ) ) );
	}
}
