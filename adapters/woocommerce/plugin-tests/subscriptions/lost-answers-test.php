<?php

require_once __DIR__ . '/subscription-shop.php';

/**
 * The answers of Puente get lost on their way to the shop, after Puente has charged or declined.
 */
final class Puente_Lost_Answers_Test extends Puente_Subscription_Shop {

	public static function losses() {
		$error = static function ( $words ) {
			return new WP_Error( 'http_request_failed', $words );
		};
		$page  = static function ( $status, $body ) {
			return array(
				'status' => $status,
				'body'   => $body,
			);
		};
		return array(
			'no reply'               => array( $error( 'cURL error 52: Empty reply from server' ) ),
			'a reset'                => array( $error( 'cURL error 56: Recv failure: Connection reset by peer' ) ),
			'a timeout'              => array( $error( 'cURL error 28: Operation timed out after 10001 milliseconds with 0 bytes received' ) ),
			'a cut transfer'         => array( $error( 'cURL error 18: transfer closed with 20 bytes remaining to read' ) ),
			'a transport of sockets' => array( $error( 'fsocket timed out' ) ),
			'502 of a proxy'         => array( $page( 502, '<html><head><title>502 Bad Gateway</title></head></html>' ) ),
			'504 of a proxy'         => array( $page( 504, '' ) ),
			'503 of Puente'          => array( self::refusal( 503, 'unavailable', array( 'retry' => 'retry' ) ) ),
			'403 of a firewall'      => array( $page( 403, '<html>Access denied</html>' ) ),
			'404 of a proxy'         => array( $page( 404, 'Not Found' ) ),
			'a redirect'             => array( $page( 302, '' ) ),
			'a page with 200'        => array( $page( 200, '<html>Please wait</html>' ) ),
			'an empty body'          => array( $page( 200, '' ) ),
			'a cut success'          => array( $page( 200, '{"result":"paid","transac' ) ),
			'a cut decline'          => array( $page( 402, '{"type":"urn:puente:problem:card_declined","title":"The' ) ),
			'JSON of somebody else'  => array( $page( 402, '{"error":"payment required"}' ) ),
		);
	}

	/**
	 * Answers as Puente does: the first request charges, a repeated one finds its outcome.
	 *
	 * @param string $outcome `paid`, `confirming` or `declined`.
	 * @param mixed  $loss    In place of the first answers.
	 * @param int    $lost    Number of lost answers.
	 */
	private static function puente( $outcome, $loss, $lost ) {
		$asked   = 0;
		$answers = array(
			'paid'       => self::PAID,
			'confirming' => array(
				'status' => 202,
				'body'   => '{"result":"confirming"}',
			),
			'declined'   => self::refusal( 402, 'card_declined' ),
		);
		return array_fill(
			0,
			20,
			static function () use ( $outcome, $loss, $lost, $answers, &$asked ) {
				return ++$asked > $lost ? $answers[ $outcome ] : $loss;
			}
		);
	}

	/**
	 * @dataProvider losses
	 */
	public function test_an_answer_that_is_lost_once_is_asked_for_again_by_the_same_call( $loss ) {
		foreach ( array( 'paid', 'confirming', 'declined' ) as $outcome ) {
			$order = self::shop( self::puente( $outcome, $loss, 1 ) );
			self::renew( $order );
			self::assertSame( 'declined' === $outcome ? 'failed' : 'pending', $order->get_status() );
			self::assertFalse( Puente_Unknown_Charge::is_of( $order ) );
			self::assertSame( array(), self::planned() );
		}
	}

	/**
	 * @dataProvider losses
	 */
	public function test_a_renewal_whose_answers_are_lost_for_hours_ends_with_the_outcome_of_its_charge( $loss ) {
		foreach ( array( 'paid', 'confirming', 'declined' ) as $outcome ) {
			foreach ( array( 2, 5 ) as $lost ) {
				$GLOBALS['puente_requests'] = array();
				$order                      = self::shop( self::puente( $outcome, $loss, $lost ) );
				self::renew( $order );
				self::assertSame( 'pending', $order->get_status() );
				self::assertTrue( Puente_Unknown_Charge::is_of( $order ) );
				self::assertSame( array( array( 30, 1 ) ), self::planned() );
				self::run_planned();
				self::assertSame( 'declined' === $outcome ? 'failed' : 'pending', $order->get_status() );
				self::assertFalse( Puente_Unknown_Charge::is_of( $order ) );
				// The same question each time, so Puente repeats the outcome and charges nothing.
				self::assertCount( 1, array_unique( array_map( 'json_encode', self::charges() ) ) );
				self::assertCount( $lost + 1, self::charges() );
			}
		}
	}

	/**
	 * @dataProvider losses
	 */
	public function test_a_renewal_whose_answers_stay_lost_is_left_to_a_person_and_never_fails( $loss ) {
		$order = self::shop( self::puente( 'declined', $loss, 100 ) );
		self::renew( $order );
		self::run_planned();
		self::assertSame( array( 'pending', 'left' ), array( $order->get_status(), $order->get_meta( '_puente_renewal' ) ) );
		self::assertTrue( Puente_Unknown_Charge::is_of( $order ) );
	}

	public function test_a_renewal_that_puente_pays_after_its_lost_answer_is_not_asked_about_again() {
		$order = self::shop( self::puente( 'paid', self::losses()['no reply'][0], 2 ) );
		self::renew( $order );
		$asked = count( self::charges() );
		// Puente's notification.
		$order->set_status( 'processing' );
		$order->set_date_paid( new WC_DateTime() );
		self::run_planned();
		self::assertCount( $asked, self::charges() );
		self::assertSame( 'processing', $order->get_status() );
	}

	public function test_a_lost_answer_before_a_puente_that_is_away_does_not_let_the_renewal_fail() {
		$order = self::shop( array_merge( array( self::losses()['no reply'][0] ), array_fill( 0, 30, self::no_host() ) ) );
		self::renew( $order );
		self::run_planned();
		self::assertSame( array( 'pending', 'left' ), array( $order->get_status(), $order->get_meta( '_puente_renewal' ) ) );
	}

	public function test_an_answer_about_one_call_does_not_settle_a_charge_whose_answer_was_lost() {
		$codes = array( array( 401, 'clock_differs' ), array( 401, 'unauthorized' ), array( 429, 'too_many_calls' ), array( 400, 'invalid_json' ), array( 413, 'too_large' ) );
		foreach ( $codes as list( $status, $code ) ) {
			$order = self::shop( array( self::losses()['a reset'][0], self::losses()['a reset'][0], self::refusal( $status, $code ), self::PAID ) );
			$GLOBALS['puente_planned'] = array();
			self::renew( $order );
			list( $planned )           = self::planned();
			$GLOBALS['puente_planned'] = array();
			$GLOBALS['puente_claims']  = array();
			Puente_Renewal::charge_again( ...$planned );
			self::assertTrue( Puente_Unknown_Charge::is_of( $order ), $code );
			self::assertSame( 'pending', $order->get_status(), $code );
			self::assertSame( array( array( 30, 2 ) ), self::planned(), $code );
		}
	}
}
