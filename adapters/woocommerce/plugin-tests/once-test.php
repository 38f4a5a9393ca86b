<?php
/**
 * What a signed call of Puente meets when the database does not answer.
 *
 * @package Puente
 */

/**
 * Answers a query as it was told to.
 */
class Puente_Database {

	public $options = 'wp_options';
	public $answer;
	public $queries = array();

	public function __construct( $answer ) {
		$this->answer = $answer;
	}

	public function prepare( $query ) {
		return $query;
	}

	public function esc_like( $text ) {
		return $text;
	}

	public function query( $query ) {
		$this->queries[] = $query;
		return $this->answer;
	}
}

/**
 * Does something with a database that answers in one way. Returns what came out, and the database.
 */
$with = static function ( $answer, callable $act ) {
	global $wpdb;
	$before = $wpdb;
	$wpdb   = new Puente_Database( $answer );
	try {
		return array( $act(), $wpdb );
	} finally {
		$wpdb = $before;
	}
};

$claim = static function () {
	return Puente_Once::claim( 'nonce', 900 );
};

$call = static function () {
	$pairing = new Puente_Pairing( 'https://puente.example', 'tienda', Puente_Pairing::new_secret() );
	$headers = Puente_Signature::headers(
		array(
			'store'  => 'tienda',
			'method' => 'GET',
			'path'   => '/puente/v1/connection',
			'body'   => '',
		),
		$pairing->secret
	);
	$refusal = Puente_Incoming_Call::refusal( new WP_REST_Request( 'GET', '/puente/v1/connection', $headers ), array( $pairing ) );
	return $refusal ? array( $refusal->status, $refusal->data['code'] ) : null;
};

return array(
	'once: of two at the same moment one is told that it was free' => static function () use ( $with, $claim ) {
		same( array( true, false ), array( $with( 1, $claim )[0], $with( 0, $claim )[0] ) );
	},
	'once: a database that does not answer has not said that a call was made before' => static function () use ( $with, $claim, $call ) {
		same( null, $with( false, $claim )[0] );
		same( array( 503, 'not_now' ), $with( false, $call )[0] );
		same( array( 401, 'replayed_call' ), $with( 0, $call )[0] );
		same( null, $with( 1, $call )[0] );
	},
	'once: a claim deletes nothing; what is old goes once a day, until nothing is left' => static function () use ( $with, $claim ) {
		same( 1, count( $with( 1, $claim )[1]->queries ) );
		same( 1, count( $with( 999, array( 'Puente_Once', 'forget_old' ) )[1]->queries ) );
	},
);
