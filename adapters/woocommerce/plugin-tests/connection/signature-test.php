<?php

final class Puente_Signature_Test extends Puente_Test_Case {

	private static function vectors() {
		return json_decode( file_get_contents( __DIR__ . '/../../signing-vectors.json' ), true )['vectors'];
	}

	public static function vectors_by_name() {
		return array_map(
			static function ( $vector ) {
				return array( $vector );
			},
			array_column( self::vectors(), null, 'name' )
		);
	}

	/**
	 * @dataProvider vectors_by_name
	 */
	public function test_the_plugin_signs_and_verifies_like_puente( array $vector ) {
		$is_right = Puente_Signature::is_well_formed( $vector ) && Puente_Signature::is_right( $vector, $vector['secret'] );
		self::assertSame( $vector['valid'], $is_right );
		if ( $vector['valid'] ) {
			self::assertSame( $vector['signed_text'], Puente_Signature::text( $vector ) );
			self::assertSame( $vector['signature'], Puente_Signature::of( $vector, $vector['secret'] ) );
		}
	}

	public function test_the_shared_file_has_vectors() {
		self::assertGreaterThan( 12, count( self::vectors_by_name() ) );
	}

	public function test_a_missing_header_is_not_well_formed() {
		self::assertFalse( Puente_Signature::is_well_formed( array( 'nonce' => null ) + self::vectors()[0] ) );
	}

	public function test_sent_headers_verify_and_have_a_new_nonce_each_time() {
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
			self::assertTrue( Puente_Signature::is_well_formed( $received ) && Puente_Signature::is_right( $received, $secret ) );
		}
		self::assertSame( 2, count( array_unique( $nonces ) ) );
	}
}
