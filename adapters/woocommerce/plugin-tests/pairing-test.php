<?php

$secret  = 'pps_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';
$code_of = static function ( array $parts ) {
	return 'puente1.' . Puente_Signature::base64url( json_encode( $parts ) );
};

return array(
	'pairing: a code may contain line breaks' => static function () use ( $secret, $code_of ) {
		$code    = $code_of(
			array(
				'u' => 'https://puente.example/',
				's' => 'tienda',
				'k' => $secret,
			)
		);
		$pairing = Puente_Pairing::from_code( "  " . substr( $code, 0, 40 ) . "\n" . substr( $code, 40 ) . "\n" );
		same( array( 'https://puente.example', 'tienda', $secret ), array( $pairing->address, $pairing->store_id, $pairing->secret ) );
	},
	'pairing: a pasted code may have invisible characters around it' => static function () use ( $secret, $code_of ) {
		$code    = $code_of( array( 'u' => 'https://puente.example', 's' => 'tienda', 'k' => $secret ) );
		$pairing = Puente_Pairing::from_code( "\u{FEFF}\u{200B}" . $code . "\u{00A0}\u{200F}\n" );
		same( $secret, $pairing->secret );
		same( 'https://puente.example', Puente_Pairing::read_address( "\u{200B} puente.example\u{00A0}\n" ) );
	},
	'pairing: a malformed code is refused' => static function () use ( $secret, $code_of ) {
		$wrong = array(
			'',
			'puente1.',
			'puente2.' . substr( $code_of( array() ), 8 ),
			'puente1.not-base64-json-at-all-00',
			$code_of( array( 'u' => 'https://puente.example' ) ),
			$code_of( array( 'u' => 'http://puente.example', 's' => 'tienda', 'k' => $secret ) ),
			$code_of( array( 'u' => 'https://puente.example', 's' => 'tien da', 'k' => $secret ) ),
			$code_of( array( 'u' => 'https://puente.example', 's' => 'tienda', 'k' => 'pps_short' ) ),
			$code_of( array( 'u' => array(), 's' => 'tienda', 'k' => $secret ) ),
		);
		foreach ( $wrong as $code ) {
			same( null, Puente_Pairing::from_code( $code ) );
		}
	},
	'pairing: a stored pairing is read back unchanged' => static function () use ( $secret ) {
		$pairing = new Puente_Pairing( 'https://puente.example', 'tienda', $secret );
		same( $pairing->to_parts(), Puente_Pairing::from_parts( $pairing->to_parts() )->to_parts() );
	},
	'pairing: each new secret has 32 random bytes' => static function () {
		$one = Puente_Pairing::new_secret();
		same( 1, preg_match( Puente_Pairing::SECRET, $one ) );
		same( false, Puente_Pairing::new_secret() === $one );
	},
	'pairing: a typed address is normalized or refused' => static function () {
		$cases = array(
			'https://puente.example/'      => 'https://puente.example',
			' puente.example '             => 'https://puente.example',
			'https://puente.example:8443'  => 'https://puente.example:8443',
			'https://example.com/puente/'  => 'https://example.com/puente',
			'http://localhost:3000'        => 'http://localhost:3000',
			'http://127.0.0.1:3000'        => 'http://127.0.0.1:3000',
			'http://puente.example'        => null,
			'https://'                     => null,
			''                             => null,
			'ftp://puente.example'         => null,
			'https://user:pw@puente.example' => null,
			'https://puente.example/?a=1'  => null,
			'https://puente.example/#a'    => null,
			'https://puente.example/"><b>' => null,
			'javascript:alert(1)'          => null,
		);
		foreach ( $cases as $typed => $address ) {
			same( $address, Puente_Pairing::read_address( $typed ) );
		}
	},
);
