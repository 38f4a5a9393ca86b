<?php

final class Puente_Amount_Test extends Puente_Test_Case {

	public function test_the_text_has_at_least_two_decimals_and_no_further_zeros() {
		$cases = array(
			'39.9'                => '39.90',
			'39.90000000'         => '39.90',
			'40'                  => '40.00',
			'0.10'                => '0.10',
			'007.5'               => '7.50',
			'12.345'              => '12.345',
			'999999999999999.99'  => '999999999999999.99',
			'0.30000000000000004' => '0.30000000000000004',
			' 5 '                 => '5.00',
			'5.'                  => '5.00',
		);
		foreach ( $cases as $given => $text ) {
			self::assertSame( $text, Puente_Amount::text( (string) $given ) );
		}
		self::assertSame( '12.00', Puente_Amount::text( 12 ) );
	}

	public function test_a_malformed_amount_is_null() {
		foreach ( array( '', '-1', '1,50', '1.2.3', '1e3', '.5', 'L 5', null, 1.5, array(), "5\n6" ) as $given ) {
			self::assertNull( Puente_Amount::text( $given ) );
		}
	}

	public function test_zero_is_not_positive() {
		self::assertFalse( Puente_Amount::is_positive( '0.00' ) );
		self::assertFalse( Puente_Amount::is_positive( '' ) );
		self::assertTrue( Puente_Amount::is_positive( '0.01' ) );
		self::assertTrue( Puente_Amount::is_positive( '100' ) );
	}

	public function test_a_currency_has_the_decimals_of_iso_4217() {
		self::assertSame( array( 2, 0, 3 ), array_map( array( 'Puente_Currency', 'decimals' ), array( 'HNL', 'CLP', 'KWD' ) ) );
	}

	public function test_two_spellings_of_one_amount_are_equal() {
		self::assertTrue( Puente_Amount::is_same( '12.5', '12.50' ) );
		self::assertFalse( Puente_Amount::is_same( '12.5', '12.51' ) );
		self::assertFalse( Puente_Amount::is_same( 'x', 'x' ) );
	}
}
