<?php

$lost    = new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out after 20001 milliseconds' );
$no_host = new WP_Error( 'http_request_failed', 'cURL error 7: Failed to connect to puente.example' );
$blocked = array(
	'status' => 403,
	'body'   => '<html>Request blocked</html>',
);
$done    = array(
	'status' => 200,
	'body'   => '{"refund":{"id":"r1"}}',
);
$for_now = static function ( $status, $code ) {
	return refusal( $status, $code, array( 'retry' => 'retry' ) );
};

/**
 * Makes one call; `$responses` answer its attempts.
 */
$after = static function ( array $responses, array $options = array() ) {
	global $puente_responses;
	$puente_responses = $responses;
	$client           = new Puente_Client( new Puente_Pairing( 'https://puente.example', 'tienda', Puente_Pairing::new_secret() ) );
	$tries            = array(
		'timeouts' => array_fill( 0, count( $responses ), 1 ),
		'expects'  => array( 'refund', 'id' ),
	);
	$answer           = $client->call( 'POST', '/v1/orders/17/refunds', array( 'amount' => '1.00' ), $options + $tries );
	return $answer->is_fine() ? 'fine' : ( $answer->is_refusal() ? $answer->code() : $answer->case );
};

return array(
	'call: after a lost response only a final answer counts' => static function () use ( $after, $lost, $blocked, $no_host, $for_now ) {
		$no_words = array(
			$blocked,
			array(
				'status' => 429,
				'body'   => '{"error":"slow down"}',
			),
			$no_host,
			$for_now( 429, 'too_many_calls' ),
			$for_now( 409, 'refund_under_way' ),
			$for_now( 401, 'replayed_call' ),
			refusal( 401, 'clock_differs' ),
			refusal( 401, 'wrong_signature' ),
			refusal( 422, 'invalid_json' ),
			refusal( 502, 'gateway_key_refused' ),
		);
		foreach ( $no_words as $response ) {
			same( 'unknown', $after( array( $lost, $response ) ) );
		}
		same( 'unknown', $after( array( $blocked, refusal( 401, 'clock_differs' ) ) ) );
	},
	'call: a retry after a lost response returns the outcome' => static function () use ( $after, $lost, $blocked, $done ) {
		same( 'fine', $after( array( $lost, $done ) ) );
		same( 'fine', $after( array( $lost, $blocked, $done ) ) );
		same( 'refund_above_rest', $after( array( $lost, refusal( 422, 'refund_above_rest' ) ) ) );
	},
	'call: an earlier call that may have arrived counts as well' => static function () use ( $after, $no_host, $done ) {
		$again = array( 'may_be_in' => true );
		same( 'unknown', $after( array( refusal( 401, 'unknown_store' ) ), $again ) );
		same( 'unknown', $after( array( $no_host ), $again ) );
		same( 'fine', $after( array( $done ), $again ) );
	},
	'call: a first refusal is returned unchanged' => static function () use ( $after ) {
		same( 'clock_differs', $after( array( refusal( 401, 'clock_differs' ) ) ) );
		same( 'refund_above_rest', $after( array( refusal( 422, 'refund_above_rest' ), null ) ) );
	},
	'call: a temporary refusal is retried before it is returned' => static function () use ( $after, $for_now, $done ) {
		global $puente_requests;
		same( 'fine', $after( array( $for_now( 409, 'refund_under_way' ), $done ) ) );
		same( 2, count( $puente_requests ) );
		same( 'refund_under_way', $after( array( $for_now( 409, 'refund_under_way' ), $for_now( 409, 'refund_under_way' ) ) ) );
		same( 'fine', $after( array( $for_now( 502, 'gateway_unreachable' ), $done ) ) );
	},
	'call: a request that was never sent has a known outcome' => static function () use ( $after, $no_host, $lost ) {
		same( 'not-sent', $after( array( $no_host, $no_host ) ) );
		same( 'unknown', $after( array( $lost, $no_host ) ) );
	},
);
