<?php

$failed = static function ( $message ) {
	return Puente_Answer::read( new WP_Error( 'http_request_failed', $message ) )->case;
};
$answer = static function ( $status, $body ) {
	return Puente_Answer::read( compact( 'status', 'body' ) );
};

return array(
	'answer: a failed connection sent nothing' => static function () use ( $failed ) {
		same( Puente_Answer::NOT_SENT, $failed( 'cURL error 7: Failed to connect to puente.example port 443' ) );
		same( Puente_Answer::NOT_SENT, $failed( 'cURL error 6: Could not resolve host: puente.example' ) );
		same( Puente_Answer::NOT_SENT, $failed( 'cURL error 28: Connection timed out after 10001 milliseconds' ) );
	},
	'answer: a lost response leaves the outcome unknown' => static function () use ( $failed, $answer ) {
		same( Puente_Answer::UNKNOWN, $failed( 'cURL error 28: Operation timed out after 20001 milliseconds with 0 bytes received' ) );
		same( Puente_Answer::UNKNOWN, $failed( 'cURL error 52: Empty reply from server' ) );
		same( Puente_Answer::UNKNOWN, $failed( 'cURL error 56: Recv failure: Connection reset by peer' ) );
		same( Puente_Answer::UNKNOWN, $failed( 'stream_socket_client failed' ) );
		same( Puente_Answer::UNKNOWN, $answer( 502, '<html>Bad gateway</html>' )->case );
		same( Puente_Answer::UNKNOWN, $answer( 200, '<html>Maintenance</html>' )->case );
	},
	'answer: a response from something in front of Puente leaves the outcome unknown' => static function () use ( $answer ) {
		$elses = array(
			$answer( 403, '<html>Request blocked</html>' ),
			$answer( 429, '{"error":"slow down"}' ),
			$answer( 403, '{"type":"https://cdn.example/1020","title":"Denied","status":403,"code":"1020"}' ),
			$answer( 403, refusal( 409, 'refund_above_rest' )['body'] ),
			$answer( 302, '' ),
			Puente_Answer::read( array( 'status' => 200, 'body' => '{"ok":true}' ), array( 'refund', 'id' ) ),
			Puente_Answer::read( array( 'status' => 200, 'body' => '{"refund":{"id":""}}' ), array( 'refund', 'id' ) ),
		);
		foreach ( $elses as $else ) {
			same( array( Puente_Answer::UNKNOWN, false, false, array() ), array( $else->case, $else->is_refusal(), $else->is_fine(), $else->body ) );
		}
		same( true, Puente_Answer::read( array( 'status' => 201, 'body' => '{"refund":{"id":"r1"}}' ), array( 'refund', 'id' ) )->is_fine() );
	},
	'answer: a refusal has a code and sanitized text' => static function () {
		$refusal = Puente_Answer::read( refusal( 402, 'card_declined', array( 'customer_message' => 'No <b>tiene</b> fondos.' ) ) );
		same( array( true, false ), array( $refusal->is_refusal(), $refusal->is_fine() ) );
		same( array( 'card_declined', 'No tiene fondos.' ), array( $refusal->code(), $refusal->text( 'customer_message' ) ) );
		same( '', $refusal->text( 'detail' ) );
	},
	'answer: the log gets codes and field names, no text' => static function () {
		$refusal = Puente_Answer::read(
			refusal(
				422,
				'invalid_fields',
				array(
					'detail' => 'Ana Mejía',
					'errors' => array( array( 'path' => 'order.total', 'message' => 'x' ), 'y' ),
				)
			)
		);
		same( array( 'status' => 422, 'code' => 'invalid_fields', 'fields' => array( 'order.total' ) ), $refusal->for_log() );
	},
	'answer: the merchant reads which field is wrong, and why' => static function () {
		$errors  = array( 'errors' => array( array( 'path' => 'amount', 'message' => 'Has too many decimals' ), array( 'path' => '', 'message' => 'Is odd' ), 'y' ) );
		$refusal = Puente_Answer::read( refusal( 422, 'invalid_fields', $errors ) );
		same( 'amount: Has too many decimals. Is odd', Puente_Refunds::refusal( $refusal ) );
		same( 'A title', Puente_Refunds::refusal( Puente_Answer::read( refusal( 422, 'something_new' ) ) ) );
	},
	'answer: the customer reads a sentence, never a code' => static function () {
		$sentence = Puente_Cannot_Pay::because_of( Puente_Answer::read( refusal( 402, 'card_declined', array( 'customer_message' => 'La tarjeta está vencida.' ) ) ) );
		same( 'La tarjeta está vencida.', $sentence->getMessage() );
		$unknown = Puente_Cannot_Pay::because_of( Puente_Answer::read( refusal( 422, 'something_new' ) ) )->getMessage();
		same( false, strpos( $unknown, 'something_new' ) );
		same( true, strlen( $unknown ) > 20 );
	},
);
