<?php

use PuenteForWooCommerce\Call\PairingSignature;

final class Puente_Moved_Site_Test extends Puente_Test_Case {

	private static function moved_to( $home ) {
		global $puente_options;
		$puente_options['home'] = $home;
	}

	public function test_a_site_with_a_copied_database_is_not_connected_and_sends_no_request() {
		self::connect();
		self::assertSame( 'tienda', Puente_Pairings::current()->store_id );
		self::moved_to( 'https://staging.cafe.example' );
		self::assertSame( array( null, true, 'cafe.example' ), array( Puente_Pairings::current(), Puente_Pairings::is_elsewhere(), Puente_Pairings::address_of_kept() ) );
		self::assertNull( Puente_Client::current() );
		$refused = Puente_Refunds::make( new WC_Order( array( 'id' => 17, 'refunds' => array() ) ), '1.00', '' );
		self::assertSame( 0, strpos( $refused->get_error_message(), 'Nothing was refunded. This site looks like a copy of cafe.example' ) );
	}

	public function test_letter_case_and_scheme_do_not_change_the_site() {
		self::connect( 'tienda', 'http://Cafe.example/' );
		self::moved_to( 'https://cafe.example' );
		self::assertFalse( Puente_Pairings::is_elsewhere() );
		self::moved_to( 'https://cafe.example/test' );
		self::assertTrue( Puente_Pairings::is_elsewhere() );
	}

	public function test_www_does_not_change_the_site() {
		self::connect( 'tienda', 'https://www.cafe.example' );
		self::moved_to( 'https://cafe.example' );
		self::assertFalse( Puente_Pairings::is_elsewhere() );
		self::assertSame( 'https://www.cafe.example', Puente_Site::url_for_puente() );
		self::moved_to( 'https://staging.cafe.example' );
		self::assertTrue( Puente_Pairings::is_elsewhere() );
	}

	public function test_a_store_is_connected_at_each_address_that_a_manager_has_confirmed() {
		self::connect();
		self::moved_to( 'https://coffee.example' );
		self::assertNull( Puente_Pairings::current() );
		Puente_Pairings::add_address();
		self::assertSame( array( 'tienda', 'https://cafe.example' ), array( Puente_Pairings::current()->store_id, Puente_Site::url_for_puente() ) );
		self::moved_to( 'https://cafe.example' );
		self::assertSame( array( 'tienda', 'https://cafe.example' ), array( Puente_Pairings::current()->store_id, Puente_Site::url_for_puente() ) );
		self::moved_to( 'https://staging.example' );
		self::assertSame( array( true, 'cafe.example' ), array( Puente_Pairings::is_elsewhere(), Puente_Pairings::address_of_kept() ) );
		Puente_Pairings::take_address();
		self::moved_to( 'https://cafe.example' );
		self::assertTrue( Puente_Pairings::is_elsewhere() );
	}

	public function test_a_connection_of_an_older_version_with_one_address_works_there() {
		global $puente_options;
		$pairing                          = new Puente_Pairing( 'https://puente.example', 'tienda', Puente_Pairing::new_secret() );
		$puente_options['puente_pairing'] = $pairing->to_parts() + array( 'h' => PairingSignature::base64url( 'cafe.example' ) );
		self::moved_to( 'https://cafe.example' );
		self::assertSame( 'tienda', Puente_Pairings::current()->store_id );
		self::moved_to( 'https://staging.example' );
		self::assertNull( Puente_Pairings::current() );
	}

	public function test_a_search_and_replace_in_the_database_does_not_connect_a_copy() {
		global $puente_options;
		self::connect();
		array_walk_recursive(
			$puente_options,
			static function ( &$value ) {
				$value = str_replace( 'cafe.example', 'staging.example', $value );
			}
		);
		self::assertSame( 'https://staging.example', $puente_options['home'] );
		self::assertTrue( Puente_Pairings::is_elsewhere() );
	}

	public function test_a_moved_store_continues_once_a_manager_confirms_it() {
		self::connect();
		self::moved_to( 'https://cafe-nuevo.example' );
		Puente_Pairings::take_address();
		self::assertSame( array( 'tienda', 'cafe-nuevo.example' ), array( Puente_Pairings::current()->store_id, Puente_Pairings::address_of_kept() ) );
	}

	public function test_a_connection_of_an_older_version_is_bound_to_its_address_once() {
		global $puente_options;
		$pairing                          = new Puente_Pairing( 'https://puente.example', 'tienda', Puente_Pairing::new_secret() );
		$puente_options['puente_pairing'] = $pairing->to_parts();
		self::moved_to( 'https://cafe.example' );
		Puente_Pairings::complete();
		self::assertSame( 'cafe.example', Puente_Pairings::address_of_kept() );
		self::moved_to( 'https://staging.cafe.example' );
		Puente_Pairings::complete();
		self::assertTrue( Puente_Pairings::is_elsewhere() );
	}
}
