<?php

$shared = json_decode( file_get_contents( __DIR__ . '/../signing-vectors.json' ), true );
$tests  = array();
foreach ( $shared['vectors'] as $vector ) {
	$tests[ 'signature: ' . $vector['name'] ] = static function () use ( $vector ) {
		$is_right = Puente_Signature::is_well_formed( $vector ) && Puente_Signature::is_right( $vector, $vector['secret'] );
		same( $vector['valid'], $is_right );
		if ( $vector['valid'] ) {
			same( $vector['signed_text'], Puente_Signature::text( $vector ) );
			same( $vector['signature'], Puente_Signature::of( $vector, $vector['secret'] ) );
		}
	};
}

$tests['signature: the shared file has vectors'] = static function () use ( $shared ) {
	same( true, count( $shared['vectors'] ) > 12 );
};

$tests['signature: a missing header is not well-formed'] = static function () use ( $shared ) {
	same( false, Puente_Signature::is_well_formed( array( 'nonce' => null ) + $shared['vectors'][0] ) );
};

$tests['signature: sent headers verify and have a new nonce each time'] = static function () {
	$call   = array(
		'store'  => 'tienda',
		'method' => 'POST',
		'path'   => '/v1/x',
		'body'   => '{}',
	);
	$secret = Puente_Pairing::new_secret();
	$nonces = array();
	for ( $i = 0; $i < 2; $i++ ) {
		$headers  = Puente_Signature::headers( $call, $secret );
		$nonces[] = $headers['Puente-Nonce'];
		$received = $call + array(
			'timestamp' => $headers['Puente-Timestamp'],
			'nonce'     => $headers['Puente-Nonce'],
			'signature' => $headers['Puente-Signature'],
		);
		same( true, Puente_Signature::is_well_formed( $received ) && Puente_Signature::is_right( $received, $secret ) );
	}
	same( 2, count( array_unique( $nonces ) ) );
};

return $tests;
