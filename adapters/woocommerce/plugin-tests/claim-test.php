<?php

/**
 * Database with a fixed answer to every query.
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
 * Options table that grants a claim without a row or with an expired one.
 */
class Puente_Claims {

	public $options = 'wp_options';
	public $until   = array();

	public function prepare( $query, ...$values ) {
		return array( strtok( $query, ' ' ), $values );
	}

	public function query( array $query ) {
		list( $verb, $values ) = $query;
		if ( 'INSERT' === $verb ) {
			list( $name, $until ) = $values;
			$is_free              = ! isset( $this->until[ $name ] );
		} else {
			list( $until, $name, $now ) = $values;
			$is_free                    = isset( $this->until[ $name ] ) && $this->until[ $name ] < $now;
		}
		if ( $is_free ) {
			$this->until[ $name ] = (int) $until;
		}
		return $is_free ? 1 : 0;
	}

	public function pass( $seconds ) {
		foreach ( $this->until as $name => $until ) {
			$this->until[ $name ] = $until - $seconds;
		}
	}
}

/**
 * Runs a callback with a table of claims.
 */
$with_claims = static function ( callable $act ) {
	global $wpdb;
	$before = $wpdb;
	$wpdb   = new Puente_Claims();
	try {
		$act( $wpdb );
	} finally {
		$wpdb = $before;
	}
};

/**
 * Runs a callback against a fixed answer. Returns its result and the database.
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
	return Puente_Claim::claim( 'nonce', 900 );
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
	'once: one of two concurrent claims succeeds' => static function () use ( $with, $claim ) {
		same( array( true, false ), array( $with( 1, $claim )[0], $with( 0, $claim )[0] ) );
	},
	'once: a database error is not a replayed call' => static function () use ( $with, $claim, $call ) {
		same( null, $with( false, $claim )[0] );
		same( array( 503, 'not_now' ), $with( false, $call )[0] );
		same( array( 401, 'replayed_call' ), $with( 0, $call )[0] );
		same( null, $with( 1, $call )[0] );
	},
	'once: an expired claim is free before its row is deleted' => static function () use ( $with_claims, $claim ) {
		$with_claims(
			static function ( $claims ) use ( $claim ) {
				same( array( true, false ), array( $claim(), $claim() ) );
				$claims->pass( 899 );
				same( false, $claim() );
				$claims->pass( 2 );
				same( array( true, false ), array( $claim(), $claim() ) );
			}
		);
	},
	'once: the waiting page polls Puente every few seconds at most' => static function () use ( $with_claims ) {
		$with_claims(
			static function ( $claims ) {
				global $puente_options, $puente_responses, $puente_requests;
				$puente_options['home'] = 'https://cafe.example';
				Puente_Pairings::keep_pending( new Puente_Pairing( 'https://puente.example', 'cafe', Puente_Pairing::new_secret() ) );
				Puente_Pairings::promote_pending();
				$order            = new WC_Order(
					array(
						'id'             => 17,
						'status'         => 'pending',
						'date_paid'      => null,
						'payment_method' => 'puente',
					)
				);
				$says             = static function ( $state ) {
					return array(
						'status' => 200,
						'body'   => json_encode(
							array(
								'order'   => array( 'status' => 'awaiting_payment' ),
								'payment' => array( 'state' => $state ),
							)
						),
					);
				};
				$puente_responses = array( $says( 'open' ), $says( 'declined' ) );
				same( array( 'confirming', 'confirming' ), array( Puente_Order_State::ask( $order ), Puente_Order_State::ask( $order ) ) );
				same( 1, count( $puente_requests ) );
				$claims->pass( 5 );
				same( array( 'not_paid', 'not_paid' ), array( Puente_Order_State::ask( $order ), Puente_Order_State::ask( $order ) ) );
				same( 2, count( $puente_requests ) );
				// The cached state expires, so Puente is polled again.
				unset( $puente_options['_transient_puente_standing_17'] );
				$claims->pass( 31 );
				$puente_responses = array( $says( 'declined' ) );
				same( 'not_paid', Puente_Order_State::ask( $order ) );
			}
		);
	},
	'once: a claim deletes no rows, and the daily run deletes the expired ones' => static function () use ( $with, $claim ) {
		same( 1, count( $with( 1, $claim )[1]->queries ) );
		same( 1, count( $with( 999, array( 'Puente_Claim', 'forget_old' ) )[1]->queries ) );
	},
);
