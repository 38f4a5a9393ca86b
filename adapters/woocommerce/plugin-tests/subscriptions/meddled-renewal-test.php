<?php

require_once __DIR__ . '/subscription-shop.php';

/**
 * The gateway, a person or another plugin changes what a renewal relies on.
 */
final class Puente_Meddled_Renewal_Test extends Puente_Subscription_Shop {

	public function test_an_account_without_saved_cards_fails_the_renewal_with_a_note_and_keeps_the_card() {
		global $puente_subscriptions, $puente_tokens;
		$detail = array(
			'retry'  => 'ask-a-person',
			'detail' => 'Ask the gateway to enable saved cards (mode 3A) for the account.',
		);
		$order  = self::shop( array( self::refusal( 409, 'saved_cards_disabled', $detail ) ) );
		self::renew( $order );
		self::assertSame( 'failed', $order->get_status() );
		foreach ( array( $order, $puente_subscriptions[7] ) as $noted ) {
			self::assertStringContainsString( 'enable saved cards (mode 3A)', implode( $noted->get_notes() ) );
		}
		self::assertCount( 1, $puente_tokens );
		self::assertSame( array(), self::planned() );
	}

	public function test_a_currency_that_the_gateway_refuses_fails_the_renewal_and_is_not_sent_again() {
		$refused = self::refusal( 422, 'refused_by_gateway', array( 'errors' => array( array( 'path' => 'order.currency', 'message' => 'Is not enabled' ) ) ) );
		$order   = self::shop( array( $refused, self::PAID ) );
		delete_option( 'puente_refused_currencies' );
		self::renew( $order );
		self::assertSame( 'failed', $order->get_status() );
		self::assertStringContainsString( 'Is not enabled', implode( $order->get_notes() ) );
		$order->set_status( 'pending' );
		self::renew( $order );
		self::assertCount( 1, self::charges() );
		self::assertStringContainsString( 'does not take HNL', implode( $order->get_notes() ) );
	}

	public function test_an_order_edited_after_its_answer_was_lost_is_decided_by_puente_with_the_new_total() {
		global $puente_requests;
		$paid  = self::refusal( 409, 'order_already_paid' );
		$order = self::shop( array( self::lost(), self::lost(), $paid ) );
		self::renew( $order );
		$order->set_total( '25.00' );
		self::run_planned();
		self::assertSame( '25.00', json_decode( end( $puente_requests )['body'], true )['order']['total'] );
		self::assertSame( 'pending', $order->get_status() );
		self::assertFalse( Puente_Unknown_Charge::is_of( $order ) );
	}

	public function test_an_order_edited_to_cost_nothing_is_not_charged_by_the_planned_try() {
		$order = self::shop( array( self::no_host(), self::no_host(), self::PAID ) );
		self::renew( $order );
		$asked = count( self::charges() );
		$order->set_total( '0.00' );
		self::run_planned();
		self::assertCount( $asked, self::charges() );
	}

	public function test_an_order_deleted_during_its_charge_ends_without_an_error() {
		foreach ( array( self::PAID, self::refusal( 402, 'card_declined' ), self::lost() ) as $answer ) {
			$delete = static function () use ( $answer ) {
				$GLOBALS['puente_orders'] = array();
				return $answer;
			};
			$order = self::shop( array( $delete, $answer, self::PAID ) );
			$GLOBALS['puente_requests'] = array();
			self::renew( $order );
			$asked = count( self::charges() );
			self::run_planned();
			self::assertCount( $asked, self::charges() );
		}
	}

	public static function removals() {
		return array(
			'the mark'           => array( array( '_puente_renewal' ) ),
			'the unknown charge' => array( array( '_puente_charge_unknown' ) ),
			'all'                => array( array( '_puente_renewal', '_puente_charge_unknown', '_puente_declines', '_puente_checkout', '_puente_sent' ) ),
		);
	}

	/**
	 * @dataProvider removals
	 */
	public function test_a_renewal_whose_meta_another_plugin_removed_ends_with_the_outcome_of_its_charge( array $names ) {
		foreach ( array( 'paid' => self::PAID, 'declined' => self::refusal( 402, 'card_declined' ) ) as $outcome => $answer ) {
			$GLOBALS['puente_requests'] = array();
			$order                      = self::shop( array( self::lost(), self::lost(), $answer ) );
			self::renew( $order );
			array_map( array( $order, 'delete_meta_data' ), $names );
			self::run_planned();
			self::assertCount( 3, self::charges() );
			self::assertCount( 1, array_unique( array_map( 'json_encode', self::charges() ) ) );
			self::assertSame( 'paid' === $outcome ? 'pending' : 'failed', $order->get_status() );
		}
	}

	public function test_a_retry_whose_known_declines_were_removed_gets_the_earlier_decline() {
		$declined = self::refusal( 402, 'card_declined' );
		$order    = self::shop( array( $declined, $declined ) );
		self::renew( $order );
		$order->delete_meta_data( '_puente_declines' );
		self::renew( $order );
		// Puente has one decline more than the question knows, so it charges nothing.
		list( $first, $second ) = self::charges();
		self::assertSame( $first, $second );
		self::assertSame( 'failed', $order->get_status() );
	}

	public function test_a_subscription_whose_card_another_plugin_removed_still_learns_the_outcome_of_a_lost_answer() {
		global $puente_subscriptions;
		$order = self::shop( array( self::lost(), self::lost(), self::PAID ) );
		self::renew( $order );
		$puente_subscriptions[7]->delete_meta_data( '_puente_card_id' );
		self::run_planned();
		$charges = self::charges();
		self::assertSame( array( 'type' => 'find_out' ), end( $charges ) );
		self::assertSame( 'pending', $order->get_status() );
		self::assertStringNotContainsString( 'no saved card', implode( $order->get_notes() ) );
	}
}
