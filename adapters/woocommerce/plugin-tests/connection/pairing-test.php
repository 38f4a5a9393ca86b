<?php

use PuenteForWooCommerce\Call\PairingSignature;

final class Puente_Pairing_Test extends Puente_Test_Case {

	private const SECRET = 'pps_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';

	private static function code_of( array $parts ) {
		return 'puente1.' . PairingSignature::base64url( json_encode( $parts ) );
	}

	public function test_a_code_may_contain_line_breaks() {
		$code    = self::code_of(
			array(
				'u' => 'https://puente.example/',
				's' => 'tienda',
				'k' => self::SECRET,
			)
		);
		$pairing = Puente_Pairing::from_code( "  " . substr( $code, 0, 40 ) . "\n" . substr( $code, 40 ) . "\n" );
		self::assertSame( array( 'https://puente.example', 'tienda', self::SECRET ), array( $pairing->address, $pairing->store_id, $pairing->secret ) );
	}

	public function test_a_pasted_code_may_have_invisible_characters_around_it() {
		$code    = self::code_of( array( 'u' => 'https://puente.example', 's' => 'tienda', 'k' => self::SECRET ) );
		$pairing = Puente_Pairing::from_code( "\u{FEFF}\u{200B}" . $code . "\u{00A0}\u{200F}\n" );
		self::assertSame( self::SECRET, $pairing->secret );
		self::assertSame( 'https://puente.example', Puente_Pairing::read_address( "\u{200B} puente.example\u{00A0}\n" ) );
	}

	public function test_a_malformed_code_is_refused() {
		$wrong = array(
			'',
			'puente1.',
			'puente2.' . substr( self::code_of( array() ), 8 ),
			'puente1.not-base64-json-at-all-00',
			self::code_of( array( 'u' => 'https://puente.example' ) ),
			self::code_of( array( 'u' => 'http://puente.example', 's' => 'tienda', 'k' => self::SECRET ) ),
			self::code_of( array( 'u' => 'https://puente.example', 's' => 'tien da', 'k' => self::SECRET ) ),
			self::code_of( array( 'u' => 'https://puente.example', 's' => 'tienda', 'k' => 'pps_short' ) ),
			self::code_of( array( 'u' => array(), 's' => 'tienda', 'k' => self::SECRET ) ),
		);
		foreach ( $wrong as $code ) {
			self::assertNull( Puente_Pairing::from_code( $code ) );
		}
	}

	public function test_a_stored_pairing_is_read_back_unchanged() {
		$pairing = new Puente_Pairing( 'https://puente.example', 'tienda', self::SECRET );
		self::assertSame( $pairing->to_parts(), Puente_Pairing::from_parts( $pairing->to_parts() )->to_parts() );
	}

	public function test_each_new_secret_has_32_random_bytes() {
		$one = Puente_Pairing::new_secret();
		self::assertSame( 1, preg_match( Puente_Pairing::SECRET, $one ) );
		self::assertFalse( Puente_Pairing::new_secret() === $one );
	}

	public function test_a_typed_address_is_normalized_or_refused() {
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
			self::assertSame( $address, Puente_Pairing::read_address( $typed ) );
		}
	}
}
