<?php

require_once __DIR__ . '/subscription-shop.php';

/**
 * PHP ends at each step of a charge.
 */
final class Puente_Killed_Renewal_Test extends Puente_Subscription_Shop {

	/**
	 * Renews; an exception ends PHP at the given taking of the order's lock.
	 *
	 * @param WC_Order $order Renewal.
	 * @param int      $locks Locks that are taken before: 0 before the call, 1 after it.
	 */
	private static function renew_and_kill( WC_Order $order, $locks ) {
		global $wpdb;
		$wpdb->lock = static function () use ( &$locks ) {
			if ( 0 === $locks-- ) {
				throw new RuntimeException( 'killed' );
			}
			return '1';
		};
		try {
			self::renew( $order );
			self::fail( 'PHP did not end' );
		} catch ( RuntimeException $killed ) {
			$wpdb->lock = '1';
		}
	}

	public function test_a_renewal_that_is_killed_before_the_call_is_charged_by_the_planned_try() {
		$order = self::shop( array( self::PAID ) );
		self::renew_and_kill( $order, 0 );
		self::assertSame( array(), self::charges() );
		self::assertSame( array( array( 30, 1 ) ), self::planned() );
		self::run_planned();
		self::assertCount( 1, self::charges() );
		self::assertSame( 'pending', $order->get_status() );
	}

	public function test_a_renewal_that_is_killed_during_the_call_repeats_the_same_question() {
		foreach ( array( 'paid' => self::PAID, 'declined' => self::refusal( 402, 'card_declined' ) ) as $outcome => $answer ) {
			$GLOBALS['puente_requests'] = array();
			$killed                     = static function () {
				throw new RuntimeException( 'killed' );
			};
			$order = self::shop( array( $killed, $answer ) );
			try {
				self::renew( $order );
			} catch ( RuntimeException $killed ) {
				self::assertTrue( Puente_Unknown_Charge::is_of( $order ) );
			}
			self::run_planned();
			list( $first, $second ) = self::charges();
			self::assertSame( $first, $second );
			self::assertSame( 'paid' === $outcome ? 'pending' : 'failed', $order->get_status() );
		}
	}

	public function test_a_declined_renewal_that_is_killed_before_the_order_is_written_gets_the_same_decline() {
		$declined = self::refusal( 402, 'card_declined' );
		$order    = self::shop( array( $declined, $declined ) );
		self::renew_and_kill( $order, 1 );
		self::assertCount( 1, self::charges() );
		self::assertSame( 'pending', $order->get_status() );
		self::run_planned();
		list( $first, $second ) = self::charges();
		// Another number of known declines would charge the card again.
		self::assertSame( $first, $second );
		self::assertSame( 'failed', $order->get_status() );
	}

	public function test_a_planned_try_that_is_killed_has_planned_the_next_one() {
		$order = self::shop( array( self::lost(), self::lost(), self::PAID ) );
		self::renew( $order );
		$GLOBALS['puente_planned'] = array();
		$GLOBALS['puente_claims']  = array();
		$GLOBALS['wpdb']->lock     = static function () {
			throw new RuntimeException( 'killed' );
		};
		try {
			Puente_Renewal::charge_again( 30, 1 );
		} catch ( RuntimeException $killed ) {
			$GLOBALS['wpdb']->lock = '1';
		}
		self::assertSame( array( array( 30, 2 ) ), self::planned() );
		self::run_planned();
		self::assertFalse( Puente_Unknown_Charge::is_of( $order ) );
	}
}
