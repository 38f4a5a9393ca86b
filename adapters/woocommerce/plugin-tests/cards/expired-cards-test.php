<?php

final class Puente_Expired_Cards_Test extends Puente_Test_Case {

	protected function tearDown(): void {
		$GLOBALS['puente_is_account'] = false;
	}

	private static function card( $month, $year, $gateway = 'puente' ) {
		return new WC_Payment_Token(
			array(
				'id'           => 1,
				'gateway_id'   => $gateway,
				'expiry_month' => $month,
				'expiry_year'  => $year,
			)
		);
	}

	public function test_a_card_is_good_to_the_end_of_its_month() {
		self::assertFalse( Puente_Expired_Cards::is_expired( self::card( gmdate( 'm' ), gmdate( 'Y' ) ) ) );
		self::assertFalse( Puente_Expired_Cards::is_expired( self::card( '12', '2099' ) ) );
		self::assertTrue( Puente_Expired_Cards::is_expired( self::card( '12', '2020' ) ) );
		self::assertTrue( Puente_Expired_Cards::is_expired( self::card( '01', '2024' ) ) );
	}

	public function test_a_card_without_a_readable_expiry_or_of_another_gateway_is_not_expired() {
		self::assertFalse( Puente_Expired_Cards::is_expired( self::card( '', '' ) ) );
		self::assertFalse( Puente_Expired_Cards::is_expired( self::card( '13', '2020' ) ) );
		self::assertFalse( Puente_Expired_Cards::is_expired( self::card( '01', '2020', 'stripe' ) ) );
	}

	public function test_the_checkout_leaves_out_expired_cards_and_the_account_keeps_and_marks_them() {
		$tokens = array( 7 => self::card( '01', '2020' ), 8 => self::card( '12', '2099' ) );
		self::assertSame( array( 8 ), array_keys( Puente_Expired_Cards::without_expired( $tokens ) ) );
		$GLOBALS['puente_is_account'] = true;
		self::assertSame( array( 7, 8 ), array_keys( Puente_Expired_Cards::without_expired( $tokens ) ) );
		self::assertSame( '01/20 (expired)', Puente_Expired_Cards::mark( array( 'expires' => '01/20' ), $tokens[7] )['expires'] );
		self::assertSame( '12/99', Puente_Expired_Cards::mark( array( 'expires' => '12/99' ), $tokens[8] )['expires'] );
		self::assertSame( array(), Puente_Expired_Cards::mark( array(), $tokens[7] ) );
	}
}
