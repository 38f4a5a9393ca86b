<?php

use PuenteForWooCommerce\Call\PairingSignature;

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
 * Grants a claim without a row or with an expired one.
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

final class Puente_Claim_Test extends Puente_Test_Case {

	private static function with_claims( callable $act ) {
		global $wpdb;
		$before = $wpdb;
		$wpdb   = new Puente_Claims();
		try {
			$act( $wpdb );
		} finally {
			$wpdb = $before;
		}
	}

	/**
	 * Runs a callback against a fixed answer; returns its result and the database.
	 */
	private static function with( $answer, callable $act ) {
		global $wpdb;
		$before = $wpdb;
		$wpdb   = new Puente_Database( $answer );
		try {
			return array( $act(), $wpdb );
		} finally {
			$wpdb = $before;
		}
	}

	private static function claim() {
		return Puente_Claim::claim( 'nonce', 900 );
	}

	private static function call() {
		$pairing = new Puente_Pairing( 'https://puente.example', 'tienda', Puente_Pairing::new_secret() );
		$headers = ( new PairingSignature( 'tienda', $pairing->secret ) )->headers( 'GET', '/puente/v1/connection', '' );
		$refusal = Puente_Incoming_Call::refusal( new WP_REST_Request( 'GET', '/puente/v1/connection', $headers ), array( $pairing ) );
		return $refusal ? array( $refusal->status, $refusal->data['code'] ) : null;
	}

	public function test_one_of_two_concurrent_claims_succeeds() {
		self::assertSame( array( true, false ), array( self::with( 1, array( self::class, 'claim' ) )[0], self::with( 0, array( self::class, 'claim' ) )[0] ) );
	}

	public function test_a_database_error_is_not_a_replayed_call() {
		self::assertNull( self::with( false, array( self::class, 'claim' ) )[0] );
		self::assertSame( array( 503, 'not_now' ), self::with( false, array( self::class, 'call' ) )[0] );
		self::assertSame( array( 401, 'replayed_call' ), self::with( 0, array( self::class, 'call' ) )[0] );
		self::assertNull( self::with( 1, array( self::class, 'call' ) )[0] );
	}

	public function test_an_expired_claim_is_free_before_its_row_is_deleted() {
		self::with_claims(
			static function ( $claims ) {
				self::assertSame( array( true, false ), array( self::claim(), self::claim() ) );
				$claims->pass( 899 );
				self::assertFalse( self::claim() );
				$claims->pass( 2 );
				self::assertSame( array( true, false ), array( self::claim(), self::claim() ) );
			}
		);
	}

	public function test_the_waiting_page_polls_puente_every_few_seconds_at_most() {
		self::with_claims(
			static function ( $claims ) {
				global $puente_options, $puente_responses, $puente_requests;
				self::connect( 'cafe' );
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
				self::assertSame( array( 'confirming', 'confirming' ), array( Puente_Order_State::ask( $order ), Puente_Order_State::ask( $order ) ) );
				self::assertSame( 1, count( $puente_requests ) );
				$claims->pass( 5 );
				self::assertSame( array( 'not_paid', 'not_paid' ), array( Puente_Order_State::ask( $order ), Puente_Order_State::ask( $order ) ) );
				self::assertSame( 2, count( $puente_requests ) );
				// Once the cached state expires, Puente is polled again.
				unset( $puente_options['_transient_puente_order_state_17'] );
				$claims->pass( 31 );
				$puente_responses = array( $says( 'declined' ) );
				self::assertSame( 'not_paid', Puente_Order_State::ask( $order ) );
			}
		);
	}

	public function test_a_claim_deletes_no_rows_and_the_daily_run_deletes_the_expired_ones() {
		self::assertSame( 1, count( self::with( 1, array( self::class, 'claim' ) )[1]->queries ) );
		self::assertSame( 1, count( self::with( 999, array( 'Puente_Claim', 'forget_old' ) )[1]->queries ) );
	}
}
