<?php

$answer = static function ( $status, $body ) {
	return Puente_Answer::read( compact( 'status', 'body' ) );
};

$problem = static function ( $code, $detail ) use ( $answer ) {
	$status = 409;
	$type   = 'urn:puente:problem:' . $code;
	return $answer( $status, json_encode( compact( 'type', 'status', 'code', 'detail' ) ) );
};

return array(
	'refund: a known refusal has a sentence for the merchant' => static function () use ( $problem ) {
		$refusal = Puente_Refunds::refusal( $problem( 'refund_under_way', 'Refund ref_1 of 5.00 HNL is waiting, and can be cancelled.' ) );
		same( false, strpos( $refusal, 'ref_1' ) );
		same( 0, strpos( $refusal, 'Nothing was refunded: another refund' ) );
	},
	'refund: an unknown refusal has the text of Puente' => static function () use ( $answer, $problem ) {
		same( 'The key was used.', Puente_Refunds::refusal( $problem( 'idempotency_key_reused', 'The key was used.' ) ) );
		same( null, Puente_Refunds::refusal( $answer( 202, '{"refund":{"state":"waiting"}}' ) ) );
	},
);
