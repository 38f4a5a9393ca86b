<?php

require_once __DIR__ . '/token-stubs.php';

const PUENTE_ANA = 5;

$connect = static function ( $store, $puente = 'here' ) {
	global $puente_options;
	$puente_options['home']         = 'https://cafe.example';
	$puente_options['puente_facts'] = array(
		'store' => array(
			'id' => $store,
			'of' => $puente,
		),
	);
	Puente_Pairings::keep_pending( new Puente_Pairing( 'https://puente.example', $store, Puente_Pairing::new_secret() ) );
	Puente_Pairings::promote_pending();
};

/**
 * Saves Ana's cards, `[card, home]` by token id.
 */
$cards = static function ( array $cards ) {
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
};

$revoked = array(
	'status' => 200,
	'body'   => '{"id":"pm_live","revoked":true}',
);

/**
 * Revocations requested from Puente.
 */
$asked = static function () {
	global $puente_requests;
	return array_map( 'basename', array_column( $puente_requests, 'url' ) );
};

/**
 * Queued revocations.
 */
$waiting = static function () {
	return array_column( Puente_Cards_To_Revoke::all(), 'card' );
};

return array(
	'cards: cards of another store are hidden until that store is connected again' => static function () use ( $connect, $cards ) {
		global $puente_tokens;
		$cards(
			array(
				1 => array( 'pm_test', 'cafe@here' ),
				2 => array( 'pm_live', 'cafe-live@here' ),
				3 => array( 'pm_other', 'cafe@elsewhere' ),
				4 => array( 'pm_old', '' ),
			)
		);
		$connect( 'cafe' );
		same( array( 1, 4 ), array_keys( Puente_Saved_Cards::only_here( $puente_tokens ) ) );
		same( array( 'pm_test', null, null ), array( Puente_Saved_Cards::chosen( '1' )->get_token(), Puente_Saved_Cards::chosen( '2' ), Puente_Saved_Cards::chosen( '3' ) ) );
		$connect( 'cafe-live' );
		same( array( 2, 4 ), array_keys( Puente_Saved_Cards::only_here( $puente_tokens ) ) );
	},
	'cards: a card unknown to another store stays in the list of its customer' => static function () use ( $connect, $cards ) {
		global $puente_tokens;
		$cards(
			array(
				1 => array( 'pm_live', 'cafe-live@here' ),
			)
		);
		$connect( 'cafe' );
		same( 0, Puente_Saved_Cards::remove( 'pm_live' ) );
		$connect( 'cafe-live' );
		same( 1, Puente_Saved_Cards::remove( 'pm_live' ) );
		same( array(), $puente_tokens );
	},
	'cards: cards of an older version are bound to their store before another one is connected' => static function () use ( $connect, $cards ) {
		$cards( array( 1 => array( 'pm_old', '' ) ) );
		$connect( 'cafe' );
		Puente_Saved_Cards::name_homes();
		$connect( 'cafe-live' );
		same( null, Puente_Saved_Cards::chosen( '1' ) );
	},
	'cards: a deleted card is revoked once its own store is connected again' => static function () use ( $connect, $cards, $revoked, $asked, $waiting ) {
		global $puente_responses, $puente_planned;
		$cards( array( 1 => array( 'pm_live', 'cafe-live@here' ) ) );
		$connect( 'cafe' );
		WC_Payment_Tokens::delete( 1 );
		Puente_Card_Revocation::carry_out();
		same( array( array(), array( 'pm_live' ) ), array( $asked(), $waiting() ) );
		same( 1, count( Puente_Cards_To_Revoke::words() ) );
		same( 1, preg_match( '/store cafe-live .*: 1\./', Puente_Cards_To_Revoke::words()[0] ) );
		$connect( 'cafe-live' );
		Puente_Card_Revocation::carry_out_soon();
		same( array( 'puente_revoke_cards', array( 1 ) ), $puente_planned[0] );
		$puente_responses = array( $revoked );
		Puente_Card_Revocation::carry_out();
		same( array( array( 'pm_live' ), array() ), array( $asked(), $waiting() ) );
		same( array(), Puente_Cards_To_Revoke::words() );
	},
	'cards: deleting a card revokes it immediately, and a failed revocation is retried' => static function () use ( $connect, $cards, $revoked, $asked, $waiting ) {
		global $puente_responses, $puente_planned;
		$cards( array( 1 => array( 'pm_live', 'cafe@here' ) ) );
		$connect( 'cafe' );
		$puente_responses = array( new WP_Error( 'http', 'cURL error 7: refused' ), refusal( 404, 'unknown_route', array( 'type' => 'about:blank' ) ), refusal( 404, 'not_found' ) );
		WC_Payment_Tokens::delete( 1 );
		same( array( array( 'pm_live' ), array( 'pm_live' ) ), array( $asked(), $waiting() ) );
		same( array( array( 'puente_revoke_cards', array( 1 ) ) ), $puente_planned );
		Puente_Card_Revocation::carry_out( 1 );
		same( array( 'pm_live' ), $waiting() );
		Puente_Card_Revocation::carry_out_once();
		same( array(), $waiting() );
		same( 2, count( $puente_planned ) );
	},
	'cards: closing an account revokes all of its cards in the background' => static function () use ( $connect, $cards, $revoked, $asked, $waiting ) {
		global $puente_user_id, $puente_tokens, $puente_responses;
		$cards(
			array(
				1 => array( 'pm_live', 'cafe@here' ),
				2 => array( 'pm_refused', 'cafe@here' ),
				3 => array( 'pm_test', 'cafe-test@here' ),
			)
		);
		$connect( 'cafe' );
		$puente_user_id = 0;
		Puente_Saved_Cards::before_account_ends( PUENTE_ANA );
		same( array( array(), array() ), array( $puente_tokens, $asked() ) );
		same( array( 'pm_live', 'pm_refused', 'pm_test' ), $waiting() );
		$puente_responses = array( refusal( 409, 'not_now' ), $revoked );
		Puente_Card_Revocation::carry_out();
		same( array( 'pm_live', 'pm_refused' ), $asked() );
		same( array( 'pm_live', 'pm_test' ), $waiting() );
	},
	'cards: a card saved twice is shown once with its new expiry, and its old reference is revoked' => static function () use ( $connect, $cards, $asked, $waiting ) {
		global $puente_tokens;
		$cards( array() );
		$connect( 'cafe' );
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
		same( array( array( 'pm_1 2028' ), array() ), array( $shown(), $waiting() ) );
		same( false, Puente_Saved_Cards::keep( PUENTE_ANA, $visa( 'pm_2', 2031 ) )['created'] );
		same( array( array( 'pm_2 2031' ), array( 'pm_1' ) ), array( $shown(), $waiting() ) );
		// A late notification of the former reference.
		Puente_Saved_Cards::keep( PUENTE_ANA, $visa( 'pm_1', 2028 ) );
		same( array( 'pm_2 2031' ), $shown() );
		// Another card, another customer.
		Puente_Saved_Cards::keep( PUENTE_ANA, $visa( 'pm_3', 2031, '2222' ) );
		Puente_Saved_Cards::keep( PUENTE_ANA + 1, $visa( 'pm_4', 2031 ) );
		same( array( 'pm_2 2031', 'pm_3 2031', 'pm_4 2031' ), $shown() );
	},
	'cards: a copied site revokes no cards' => static function () use ( $connect, $cards, $asked, $waiting ) {
		global $puente_options;
		$cards( array( 1 => array( 'pm_live', 'cafe@here' ) ) );
		$connect( 'cafe' );
		$puente_options['home'] = 'https://staging.cafe.example';
		WC_Payment_Tokens::delete( 1 );
		Puente_Card_Revocation::carry_out();
		same( array( array(), array( 'pm_live' ), array() ), array( $asked(), $waiting(), Puente_Cards_To_Revoke::words() ) );
		Puente_Cards_To_Revoke::forget();
		same( array(), $waiting() );
	},
);
