<?php

const PUENTE_ANA = 5;

final class Puente_Saved_Cards_Test extends Puente_Test_Case {

	private const REVOKED = array(
		'status' => 200,
		'body'   => '{"id":"pm_live","revoked":true}',
	);

	private static function connect_to( $store, $puente = 'here' ) {
		self::connect( $store );
		update_option(
			'puente_facts',
			array(
				'store' => array(
					'id' => $store,
					'of' => $puente,
				),
			)
		);
	}

	/**
	 * Saves Ana's cards, `[card, home]` by token id.
	 */
	private static function cards( array $cards ) {
		global $puente_tokens, $puente_user_id;
		$puente_tokens = array();
		foreach ( $cards as $id => list( $card, $home ) ) {
			$puente_tokens[ $id ] = new WC_Payment_Token(
				array(
					'id'         => $id,
					'user_id'    => PUENTE_ANA,
					'gateway_id' => 'puente',
					'token'      => $card,
					'meta'       => array( 'puente_store' => $home ),
				)
			);
		}
		$puente_user_id = PUENTE_ANA;
	}

	/**
	 * Revocations requested from Puente.
	 */
	private static function asked() {
		global $puente_requests;
		return array_map( 'basename', array_column( $puente_requests, 'url' ) );
	}

	/**
	 * Queued revocations.
	 */
	private static function waiting() {
		return array_column( Puente_Cards_To_Revoke::all(), 'card' );
	}

	public function test_cards_of_another_store_are_hidden_until_that_store_is_connected_again() {
		global $puente_tokens;
		self::cards(
			array(
				1 => array( 'pm_test', 'cafe@here' ),
				2 => array( 'pm_live', 'cafe-live@here' ),
				3 => array( 'pm_other', 'cafe@elsewhere' ),
				4 => array( 'pm_old', '' ),
			)
		);
		self::connect_to( 'cafe' );
		self::assertSame( array( 1, 4 ), array_keys( Puente_Saved_Cards::only_here( $puente_tokens ) ) );
		self::assertSame( array( 'pm_test', null, null ), array( Puente_Saved_Cards::chosen( '1' )->get_token(), Puente_Saved_Cards::chosen( '2' ), Puente_Saved_Cards::chosen( '3' ) ) );
		self::connect_to( 'cafe-live' );
		self::assertSame( array( 2, 4 ), array_keys( Puente_Saved_Cards::only_here( $puente_tokens ) ) );
	}

	public function test_a_card_unknown_to_another_store_stays_in_the_list_of_its_customer() {
		global $puente_tokens;
		self::cards(
			array(
				1 => array( 'pm_live', 'cafe-live@here' ),
			)
		);
		self::connect_to( 'cafe' );
		self::assertSame( 0, Puente_Saved_Cards::remove( 'pm_live' ) );
		self::connect_to( 'cafe-live' );
		self::assertSame( 1, Puente_Saved_Cards::remove( 'pm_live' ) );
		self::assertSame( array(), $puente_tokens );
	}

	public function test_cards_of_an_older_version_are_bound_to_their_store_before_another_one_is_connected() {
		self::cards( array( 1 => array( 'pm_old', '' ) ) );
		self::connect_to( 'cafe' );
		Puente_Saved_Cards::name_homes();
		self::connect_to( 'cafe-live' );
		self::assertNull( Puente_Saved_Cards::chosen( '1' ) );
	}

	public function test_a_deleted_card_is_revoked_once_its_own_store_is_connected_again() {
		global $puente_responses, $puente_planned;
		self::cards( array( 1 => array( 'pm_live', 'cafe-live@here' ) ) );
		self::connect_to( 'cafe' );
		WC_Payment_Tokens::delete( 1 );
		Puente_Card_Revocation::carry_out();
		self::assertSame( array( array(), array( 'pm_live' ) ), array( self::asked(), self::waiting() ) );
		self::assertSame( 1, count( Puente_Cards_To_Revoke::words() ) );
		self::assertSame( 1, preg_match( '/store cafe-live .*: 1\./', Puente_Cards_To_Revoke::words()[0] ) );
		self::connect_to( 'cafe-live' );
		Puente_Card_Revocation::carry_out_soon();
		self::assertSame( array( 'puente_revoke_cards', array( 1 ) ), $puente_planned[0] );
		$puente_responses = array( self::REVOKED );
		Puente_Card_Revocation::carry_out();
		self::assertSame( array( array( 'pm_live' ), array() ), array( self::asked(), self::waiting() ) );
		self::assertSame( array(), Puente_Cards_To_Revoke::words() );
	}

	public function test_deleting_a_card_revokes_it_immediately_and_a_failed_revocation_is_retried() {
		global $puente_responses, $puente_planned;
		self::cards( array( 1 => array( 'pm_live', 'cafe@here' ) ) );
		self::connect_to( 'cafe' );
		$puente_responses = array( new WP_Error( 'http', 'cURL error 7: refused' ), self::refusal( 404, 'unknown_route', array( 'type' => 'about:blank' ) ), self::refusal( 404, 'not_found' ) );
		WC_Payment_Tokens::delete( 1 );
		self::assertSame( array( array( 'pm_live' ), array( 'pm_live' ) ), array( self::asked(), self::waiting() ) );
		self::assertSame( array( array( 'puente_revoke_cards', array( 1 ) ) ), $puente_planned );
		Puente_Card_Revocation::carry_out( 1 );
		self::assertSame( array( 'pm_live' ), self::waiting() );
		Puente_Card_Revocation::carry_out_once();
		self::assertSame( array(), self::waiting() );
		self::assertSame( 2, count( $puente_planned ) );
	}

	public function test_closing_an_account_revokes_all_of_its_cards_in_the_background() {
		global $puente_user_id, $puente_tokens, $puente_responses;
		self::cards(
			array(
				1 => array( 'pm_live', 'cafe@here' ),
				2 => array( 'pm_refused', 'cafe@here' ),
				3 => array( 'pm_test', 'cafe-test@here' ),
			)
		);
		self::connect_to( 'cafe' );
		$puente_user_id = 0;
		Puente_Saved_Cards::before_account_ends( PUENTE_ANA );
		self::assertSame( array( array(), array() ), array( $puente_tokens, self::asked() ) );
		self::assertSame( array( 'pm_live', 'pm_refused', 'pm_test' ), self::waiting() );
		$puente_responses = array( self::refusal( 409, 'not_now' ), self::REVOKED );
		Puente_Card_Revocation::carry_out();
		self::assertSame( array( 'pm_live', 'pm_refused' ), self::asked() );
		self::assertSame( array( 'pm_live', 'pm_test' ), self::waiting() );
	}

	public function test_deleting_a_user_of_a_network_revokes_the_cards_on_every_connected_site() {
		global $puente_user_id, $puente_tokens, $puente_site;
		self::cards( array( 1 => array( 'pm_live', 'cafe@here' ) ) );
		$puente_user_id = 0;
		Puente_Saved_Cards::before_network_account_ends( PUENTE_ANA );
		self::assertCount( 1, $puente_tokens, 'A site without a connection may have no tables of WooCommerce.' );
		self::connect_to( 'cafe' );
		Puente_Saved_Cards::before_network_account_ends( PUENTE_ANA );
		self::assertSame( array( array(), array( 'pm_live' ), 1 ), array( $puente_tokens, self::waiting(), $puente_site ) );
	}

	public function test_a_card_saved_twice_is_shown_once_with_its_new_expiry_and_its_old_reference_is_revoked() {
		global $puente_tokens;
		self::cards( array() );
		self::connect_to( 'cafe' );
		$visa = static function ( $id, $year, $last_four = '1111' ) {
			return array(
				'id'         => $id,
				'brand'      => 'Visa',
				'last_four'  => $last_four,
				'exp_month'  => 4,
				'exp_year'   => $year,
				'is_default' => false,
			);
		};
		$shown = static function () {
			global $puente_tokens;
			return array_map(
				static function ( $token ) {
					return $token->get_token() . ' ' . $token->get_expiry_year();
				},
				array_values( $puente_tokens )
			);
		};
		Puente_Saved_Cards::keep( PUENTE_ANA, $visa( 'pm_1', 2027 ) );
		Puente_Saved_Cards::keep( PUENTE_ANA, $visa( 'pm_1', 2028 ) );
		self::assertSame( array( array( 'pm_1 2028' ), array() ), array( $shown(), self::waiting() ) );
		self::assertFalse( Puente_Saved_Cards::keep( PUENTE_ANA, $visa( 'pm_2', 2031 ) )['created'] );
		self::assertSame( array( array( 'pm_2 2031' ), array( 'pm_1' ) ), array( $shown(), self::waiting() ) );
		// A late notification of the former reference.
		Puente_Saved_Cards::keep( PUENTE_ANA, $visa( 'pm_1', 2028 ) );
		self::assertSame( array( 'pm_2 2031' ), $shown() );
		// Another card, another customer.
		Puente_Saved_Cards::keep( PUENTE_ANA, $visa( 'pm_3', 2031, '2222' ) );
		Puente_Saved_Cards::keep( PUENTE_ANA + 1, $visa( 'pm_4', 2031 ) );
		self::assertSame( array( 'pm_2 2031', 'pm_3 2031', 'pm_4 2031' ), $shown() );
	}

	public function test_a_new_card_does_not_become_the_default_of_a_customer_with_more_cards_than_a_page_shows() {
		global $puente_tokens;
		self::cards( array_fill( 1, 11, array( 'pm_old', 'cafe@here' ) ) );
		self::connect_to( 'cafe' );
		$puente_tokens[11]->set_default( true );
		$new = static function ( $id, $last_four ) {
			return array(
				'id'         => $id,
				'brand'      => 'Visa',
				'last_four'  => $last_four,
				'exp_month'  => 4,
				'exp_year'   => 2031,
				'is_default' => true,
			);
		};
		foreach ( $puente_tokens as $token ) {
			$token->set_last4( '1111' );
		}
		$kept = Puente_Saved_Cards::keep( PUENTE_ANA, $new( 'pm_new', '2222' ) );
		self::assertTrue( $kept['created'] );
		self::assertFalse( $puente_tokens[ $kept['token_id'] ]->is_default() );
		self::assertTrue( $puente_tokens[11]->is_default() );
		// A card of another store is hidden, so it is no default that anybody sees.
		$puente_tokens[11]->update_meta_data( 'puente_store', 'elsewhere@here' );
		$kept = Puente_Saved_Cards::keep( PUENTE_ANA, $new( 'pm_newer', '3333' ) );
		self::assertTrue( $puente_tokens[ $kept['token_id'] ]->is_default() );
	}

	public function test_the_command_in_the_readme_deletes_all_cards_of_puente_and_no_other_method_s() {
		global $puente_tokens, $puente_user_id;
		self::cards( array_fill( 1, 12, array( 'pm_live', 'cafe@here' ) ) );
		self::connect_to( 'cafe' );
		// The command line has no user.
		$puente_user_id = 0;
		foreach ( array( 'stripe', '' ) as $other ) {
			$puente_tokens[] = new WC_Payment_Token(
				array(
					'gateway_id' => $other,
					'token'      => 'pm_other',
				)
			);
		}
		$is_found = preg_match( "/`wp eval '([^']+)'`/", file_get_contents( PUENTE_TESTED . '/readme.txt' ), $command );
		self::assertSame( 1, $is_found );
		// phpcs:ignore Squiz.PHP.Eval.Discouraged -- As the command line does.
		eval( $command[1] );
		$left = array_map(
			static function ( $token ) {
				return $token->get_gateway_id();
			},
			$puente_tokens
		);
		self::assertSame( array( 'stripe', '' ), array_values( $left ) );
	}

	public function test_a_copied_site_revokes_no_cards() {
		global $puente_options;
		self::cards( array( 1 => array( 'pm_live', 'cafe@here' ) ) );
		self::connect_to( 'cafe' );
		$puente_options['home'] = 'https://staging.cafe.example';
		WC_Payment_Tokens::delete( 1 );
		Puente_Card_Revocation::carry_out();
		self::assertSame( array( array(), array( 'pm_live' ), array() ), array( self::asked(), self::waiting(), Puente_Cards_To_Revoke::words() ) );
		Puente_Cards_To_Revoke::forget();
		self::assertSame( array(), self::waiting() );
	}
}
