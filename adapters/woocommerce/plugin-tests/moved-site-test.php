<?php

$connected = static function ( $home ) {
	global $puente_options;
	$puente_options['home'] = $home;
	Puente_Pairings::keep_pending( new Puente_Pairing( 'https://puente.example', 'tienda', Puente_Pairing::new_secret() ) );
	Puente_Pairings::promote_pending();
};
$moved_to  = static function ( $home ) {
	global $puente_options;
	$puente_options['home'] = $home;
};

return array(
	'copy: a site with a copied database is not connected and sends no request' => static function () use ( $connected, $moved_to ) {
		$connected( 'https://cafe.example' );
		same( 'tienda', Puente_Pairings::current()->store_id );
		$moved_to( 'https://staging.cafe.example' );
		same( array( null, true, 'cafe.example' ), array( Puente_Pairings::current(), Puente_Pairings::is_elsewhere(), Puente_Pairings::address_of_kept() ) );
		same( null, Puente_Client::current() );
		$refused = Puente_Refunds::make( new WC_Order( array( 'id' => 17, 'refunds' => array() ) ), '1.00', '' );
		same( 0, strpos( $refused->get_error_message(), 'Nothing was refunded. This site looks like a copy of cafe.example' ) );
	},
	'copy: letter case and scheme do not change the site' => static function () use ( $connected, $moved_to ) {
		$connected( 'http://Cafe.example/' );
		$moved_to( 'https://cafe.example' );
		same( false, Puente_Pairings::is_elsewhere() );
		$moved_to( 'https://cafe.example/test' );
		same( true, Puente_Pairings::is_elsewhere() );
	},
	'copy: www does not change the site' => static function () use ( $connected, $moved_to ) {
		$connected( 'https://www.cafe.example' );
		$moved_to( 'https://cafe.example' );
		same( false, Puente_Pairings::is_elsewhere() );
		same( 'https://www.cafe.example', Puente_Site::url_for_puente() );
		$moved_to( 'https://staging.cafe.example' );
		same( true, Puente_Pairings::is_elsewhere() );
	},
	'copy: a store is connected at each address that a manager has confirmed' => static function () use ( $connected, $moved_to ) {
		$connected( 'https://cafe.example' );
		$moved_to( 'https://coffee.example' );
		same( null, Puente_Pairings::current() );
		Puente_Pairings::add_address();
		same( array( 'tienda', 'https://cafe.example' ), array( Puente_Pairings::current()->store_id, Puente_Site::url_for_puente() ) );
		$moved_to( 'https://cafe.example' );
		same( array( 'tienda', 'https://cafe.example' ), array( Puente_Pairings::current()->store_id, Puente_Site::url_for_puente() ) );
		$moved_to( 'https://staging.example' );
		same( array( true, 'cafe.example' ), array( Puente_Pairings::is_elsewhere(), Puente_Pairings::address_of_kept() ) );
		Puente_Pairings::take_address();
		$moved_to( 'https://cafe.example' );
		same( true, Puente_Pairings::is_elsewhere() );
	},
	'copy: a connection of an older version with one address works there' => static function () use ( $moved_to ) {
		global $puente_options;
		$pairing                          = new Puente_Pairing( 'https://puente.example', 'tienda', Puente_Pairing::new_secret() );
		$puente_options['puente_pairing'] = $pairing->to_parts() + array( 'h' => Puente_Signature::base64url( 'cafe.example' ) );
		$moved_to( 'https://cafe.example' );
		same( 'tienda', Puente_Pairings::current()->store_id );
		$moved_to( 'https://staging.example' );
		same( null, Puente_Pairings::current() );
	},
	'copy: a search and replace in the database does not connect a copy' => static function () use ( $connected, $moved_to ) {
		global $puente_options;
		$connected( 'https://cafe.example' );
		array_walk_recursive(
			$puente_options,
			static function ( &$value ) {
				$value = str_replace( 'cafe.example', 'staging.example', $value );
			}
		);
		same( 'https://staging.example', $puente_options['home'] );
		same( true, Puente_Pairings::is_elsewhere() );
	},
	'copy: a moved store continues once a manager confirms it' => static function () use ( $connected, $moved_to ) {
		$connected( 'https://cafe.example' );
		$moved_to( 'https://cafe-nuevo.example' );
		Puente_Pairings::take_address();
		same( array( 'tienda', 'cafe-nuevo.example' ), array( Puente_Pairings::current()->store_id, Puente_Pairings::address_of_kept() ) );
	},
	'copy: a connection of an older version is bound to its address once' => static function () use ( $moved_to ) {
		global $puente_options;
		$pairing                          = new Puente_Pairing( 'https://puente.example', 'tienda', Puente_Pairing::new_secret() );
		$puente_options['puente_pairing'] = $pairing->to_parts();
		$moved_to( 'https://cafe.example' );
		Puente_Pairings::complete();
		same( 'cafe.example', Puente_Pairings::address_of_kept() );
		$moved_to( 'https://staging.cafe.example' );
		Puente_Pairings::complete();
		same( true, Puente_Pairings::is_elsewhere() );
	},
);
