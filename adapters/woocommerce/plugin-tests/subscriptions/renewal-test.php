<?php

require_once __DIR__ . '/subscription-shop.php';

final class Puente_Renewal_Test extends Puente_Subscription_Shop {

	public function test_a_renewal_charges_the_saved_card_and_leaves_the_order_to_puente() {
		$order = self::shop( array( self::PAID ) );
		self::renew( $order );
		self::assertSame(
			array(
				array(
					'type'              => 'saved_card',
					'payment_method_id' => 'pm_visa',
				),
			),
			self::charges()
		);
		self::assertSame( 'pending', $order->get_status() );
		self::assertSame( array(), self::planned() );
	}

	public function test_a_renewal_that_is_paid_already_or_costs_nothing_is_not_charged() {
		$order = self::shop();
		$order->set_date_paid( new WC_DateTime() );
		self::renew( $order );
		$order->set_date_paid( null );
		$order->set_total( '0.00' );
		self::renew( $order );
		$order->set_total( '10.00' );
		$order->set_status( 'cancelled' );
		self::renew( $order );
		self::assertSame( array(), self::charges() );
	}

	public function test_two_runs_at_once_charge_once_and_the_second_looks_again_later() {
		$order = self::shop( array( self::PAID ) );
		self::renew( $order );
		Puente_Renewal::charge( '10.00', $order );
		self::assertCount( 1, self::charges() );
		self::assertSame( array( array( 30, 0 ) ), self::planned() );
	}

	public function test_a_process_that_ends_during_the_charge_has_planned_the_next_look() {
		$ended = static function () {
			throw new RuntimeException( 'killed' );
		};
		$order = self::shop( array( $ended ) );
		try {
			self::renew( $order );
		} catch ( RuntimeException $killed ) {
			self::assertSame( array( array( 30, 1 ) ), self::planned() );
			self::assertTrue( Puente_Unknown_Charge::is_of( $order ) );
			return;
		}
		self::fail( 'the process did not end' );
	}

	public function test_a_renewal_that_nothing_charges_any_more_is_taken_up_once() {
		global $puente_subscriptions;
		$order = self::shop( array( self::PAID ) );
		$order->set_date_created( ( new WC_DateTime() )->setTimestamp( time() - 2 * HOUR_IN_SECONDS ) );
		// Manual when it was made.
		$puente_subscriptions[7]->set_is_manual( true );
		self::mark( $order );
		$puente_subscriptions[7]->set_is_manual( false );
		Puente_Renewal::take_up();
		self::assertSame( array(), self::planned() );
		self::mark( $order );
		Puente_Renewal::take_up();
		Puente_Renewal::take_up();
		self::assertSame( array( array( 30, 0 ) ), self::planned() );
		$GLOBALS['puente_planned'] = array();
		$order->set_date_created( new WC_DateTime() );
		Puente_Renewal::take_up();
		self::assertSame( array(), self::planned() );
	}

	public function test_a_renewal_of_months_ago_is_not_taken_up_although_it_was_changed_lately() {
		global $puente_subscriptions;
		$order = self::shop();
		self::mark( $order );
		$order->set_date_modified( time() );
		$order->set_date_created( ( new WC_DateTime() )->setTimestamp( time() - 31 * DAY_IN_SECONDS ) );
		Puente_Renewal::take_up();
		self::assertSame( array(), self::planned() );
		$order->set_date_created( ( new WC_DateTime() )->setTimestamp( time() - 29 * DAY_IN_SECONDS ) );
		Puente_Renewal::take_up();
		self::assertSame( array( array( 30, 0 ) ), self::planned() );
	}

	public function test_a_renewal_that_nobody_changed_for_days_is_not_taken_up() {
		global $puente_subscriptions;
		$order = self::shop();
		self::mark( $order );
		$order->set_date_created( ( new WC_DateTime() )->setTimestamp( time() - 5 * DAY_IN_SECONDS ) );
		$order->set_date_modified( time() - 4 * DAY_IN_SECONDS );
		Puente_Renewal::take_up();
		self::assertSame( array(), self::planned() );
	}

	public function test_a_renewal_of_a_subscription_that_has_ended_is_not_charged() {
		global $puente_subscriptions;
		$order = self::shop();
		self::mark( $order );
		$puente_subscriptions[7]->set_status( 'cancelled' );
		self::renew( $order );
		self::assertSame( array(), self::charges() );
		self::assertStringContainsString( 'subscription has ended', implode( $order->get_notes() ) );
		$order->set_date_created( ( new WC_DateTime() )->setTimestamp( time() - 2 * HOUR_IN_SECONDS ) );
		Puente_Renewal::take_up();
		self::assertSame( array(), self::planned() );
	}

	public function test_an_early_renewal_that_was_or_may_have_been_charged_stays_so_that_nobody_pays_it_again() {
		foreach ( array( self::PAID, self::lost() ) as $response ) {
			$GLOBALS['puente_requests'] = array();
			$order                      = self::shop( array( $response ) );
			$order->update_meta_data( '_subscription_renewal_early', '7' );
			self::renew( $order );
			self::assertSame( 'on-hold', $order->get_status() );
			// Its customer waits for one request.
			self::assertCount( 1, self::charges() );
		}
		// Nothing was charged: the engine deletes it, and the customer pays again.
		$challenge = array(
			'status' => 200,
			'body'   => '{"result":"redirect","url":"https://bank.example/challenge"}',
		);
		foreach ( array( self::refusal( 402, 'card_declined' ), $challenge ) as $response ) {
			$order = self::shop( array( $response ) );
			$order->update_meta_data( '_subscription_renewal_early', '7' );
			self::renew( $order );
			self::assertSame( 'failed', $order->get_status() );
		}
		$order = self::shop( array( self::no_host() ) );
		$order->update_meta_data( '_subscription_renewal_early', '7' );
		self::renew( $order );
		self::assertSame( 'pending', $order->get_status() );
	}

	public function test_a_lost_answer_never_fails_a_renewal_and_the_next_look_finds_the_charge() {
		$order = self::shop( array( self::lost(), self::lost(), self::PAID ) );
		self::renew( $order );
		self::assertSame( 'pending', $order->get_status() );
		self::assertSame( array( array( 30, 1 ) ), self::planned() );
		self::assertTrue( Puente_Unknown_Charge::is_of( $order ) );
		$GLOBALS['puente_claims']  = array();
		$GLOBALS['puente_planned'] = array();
		Puente_Renewal::charge_again( 30, 1 );
		self::assertFalse( Puente_Unknown_Charge::is_of( $order ) );
		self::assertSame( array(), self::planned() );
		self::assertSame( 'pending', $order->get_status() );
	}

	public function test_a_decline_lets_the_renewal_fail_for_the_rules_of_the_engine() {
		$order = self::shop( array( self::refusal( 402, 'card_declined' ) ) );
		self::renew( $order );
		self::assertSame( 'failed', $order->get_status() );
		self::assertStringContainsString( 'was declined', implode( $order->get_notes() ) );
		self::assertSame( array(), self::planned() );
		self::assertFalse( Puente_Unknown_Charge::is_of( $order ) );
	}

	public function test_a_declined_renewal_is_retried_by_the_engine_alone() {
		global $puente_subscriptions;
		$order = self::shop( array( self::refusal( 402, 'card_declined' ), self::PAID ) );
		self::mark( $order );
		self::renew( $order );
		// The engine's retry rule: pending until its own retry, half a day later.
		$order->set_status( 'pending' );
		$order->set_date_created( ( new WC_DateTime() )->setTimestamp( time() - 2 * HOUR_IN_SECONDS ) );
		Puente_Renewal::take_up();
		self::assertSame( array(), self::planned() );
		$GLOBALS['puente_claims'] = array();
		Puente_Renewal::charge_again( 30, 1 );
		self::assertCount( 1, self::charges() );
		self::renew( $order );
		self::assertCount( 2, self::charges() );
	}

	public function test_a_retry_says_how_many_declines_of_its_card_are_known_so_that_it_is_charged_again() {
		global $puente_tokens;
		$declined = self::refusal( 402, 'card_declined' );
		$order    = self::shop( array( $declined, self::lost(), self::lost(), $declined, $declined, $declined ) );
		$known    = static function () {
			$charges = self::charges();
			$last    = end( $charges );
			return isset( $last['known_declines'] ) ? $last['known_declines'] : 0;
		};
		self::renew( $order );
		self::assertSame( 0, $known() );
		self::renew( $order );
		self::assertSame( 1, $known() );
		// The answer was lost, so the planned try repeats the same question.
		$GLOBALS['puente_claims'] = array();
		Puente_Renewal::charge_again( 30, 1 );
		self::assertSame( 1, $known() );
		self::renew( $order );
		self::assertSame( 2, $known() );
		// Another card.
		$puente_tokens[1]->set_token( 'pm_new' );
		$puente_tokens[1]->update_meta_data( 'puente_replaced', 'pm_visa' );
		self::renew( $order );
		self::assertSame( 0, $known() );
	}

	public function test_a_charge_that_puente_still_looks_for_keeps_the_planned_look() {
		$unresolved = self::refusal( 409, 'charge_unresolved', array( 'retry' => 'retry' ) );
		$order      = self::shop( array( $unresolved, $unresolved ) );
		self::renew( $order );
		self::assertSame( 'pending', $order->get_status() );
		self::assertSame( array( array( 30, 1 ) ), self::planned() );
		self::assertTrue( Puente_Unknown_Charge::is_of( $order ) );
	}

	public function test_a_temporary_refusal_does_not_let_a_renewal_fail() {
		foreach ( array( self::refusal( 429, 'too_many_calls', array( 'retry' => 'retry' ) ), self::refusal( 401, 'clock_differs' ) ) as $refusal ) {
			$order                     = self::shop( array( $refusal, $refusal ) );
			$GLOBALS['puente_planned'] = array();
			self::renew( $order );
			self::assertSame( 'pending', $order->get_status() );
			self::assertSame( array( array( 30, 1 ) ), self::planned() );
			self::assertFalse( Puente_Unknown_Charge::is_of( $order ) );
		}
	}

	public function test_a_renewal_that_another_process_pays_during_the_decline_does_not_fail() {
		global $wpdb, $puente_orders;
		$order      = self::shop( array( self::refusal( 402, 'card_declined' ) ) );
		$wpdb->lock = '0';
		self::renew( $order );
		self::assertSame( 'pending', $order->get_status() );
		self::assertSame( array( array( 30, 1 ) ), self::planned() );
		// Its process has paid it, or somebody has cancelled it.
		foreach ( array( 'processing', 'cancelled', 'refunded' ) as $status ) {
			$order               = self::shop(
				array(
					static function () use ( $status ) {
						global $puente_orders;
						$puente_orders[30] = clone $puente_orders[30];
						$puente_orders[30]->set_status( $status );
						return self::refusal( 402, 'card_declined' );
					},
				)
			);
			$GLOBALS['puente_planned'] = array();
			self::renew( $order );
			self::assertSame( $status, $puente_orders[30]->get_status() );
			self::assertSame( array(), self::planned() );
		}
	}

	public function test_a_charge_that_may_have_been_made_is_not_called_failed_for_its_currency_or_its_card() {
		global $puente_tokens, $puente_claims;
		$order = self::shop( array( self::lost(), self::lost(), self::lost(), self::lost(), self::refusal( 409, 'no_charge_known' ) ) );
		self::renew( $order );
		update_option( 'woocommerce_puente_settings', array( 'currencies' => 'USD' ) );
		$puente_claims = array();
		Puente_Renewal::charge_again( 30, 1 );
		self::assertSame( 'pending', $order->get_status() );
		// The customer has deleted the card, so it is not charged any more.
		$puente_tokens = array();
		$puente_claims = array();
		Puente_Renewal::charge_again( 30, 2 );
		$charges = self::charges();
		self::assertSame( array( 'type' => 'find_out' ), end( $charges ) );
		self::assertSame( 'pending', $order->get_status() );
		update_option( 'woocommerce_puente_settings', array() );
		$puente_claims = array();
		Puente_Renewal::charge_again( 30, 3 );
		self::assertCount( 5, self::charges() );
		self::assertSame( 'failed', $order->get_status() );
	}

	public function test_an_order_that_the_gateway_charged_otherwise_is_left_to_a_person() {
		$order = self::shop( array( self::refusal( 409, 'already_paid_at_gateway', array( 'retry' => 'ask-a-person' ) ) ) );
		self::renew( $order );
		self::assertSame( 'pending', $order->get_status() );
		self::assertSame( 'left', $order->get_meta( '_puente_renewal' ) );
		self::assertSame( array(), self::planned() );
	}

	public function test_a_renewal_that_its_customer_is_paying_is_not_charged_meanwhile() {
		global $puente_planned;
		$order = self::shop( array( self::no_host(), self::no_host(), self::PAID ) );
		self::renew( $order );
		$asked = count( self::charges() );
		Puente_Renewal::note_customer( $order );
		$puente_planned           = array();
		$GLOBALS['puente_claims'] = array();
		Puente_Renewal::charge_again( 30, 1 );
		self::assertCount( $asked, self::charges() );
		self::assertSame( array( array( 30, 1 ) ), self::planned() );
		$order->update_meta_data( '_puente_customer_pays', (string) ( time() - HOUR_IN_SECONDS ) );
		$puente_planned = array();
		Puente_Renewal::charge_again( 30, 1 );
		self::assertCount( $asked + 1, self::charges() );
	}

	public function test_the_engines_retry_of_a_declined_renewal_charges_nothing_while_its_customer_pays() {
		global $puente_responses;
		$order = self::shop( array( self::refusal( 402, 'card_declined' ) ) );
		self::renew( $order );
		self::assertSame( 'failed', $order->get_meta( '_puente_renewal' ) );
		// The customer follows the e-mail.
		$puente_responses = array(
			array(
				'status' => 200,
				'body'   => '{"result":"redirect","url":"https://puente.example/pay/1"}',
			),
		);
		Puente_Checkout::pay( $order, array( 'type' => 'hosted' ) );
		$asked = count( self::charges() );
		$order->set_status( 'pending' );
		self::renew( $order );
		self::assertCount( $asked, self::charges() );
		self::assertSame( array( array( 30, 0 ) ), self::planned() );
	}

	public function test_a_first_order_notes_no_customer() {
		$order = self::shop();
		$order->update_meta_data( 'kind', 'parent' );
		Puente_Renewal::note_customer( $order );
		self::assertSame( '', $order->get_meta( '_puente_customer_pays' ) );
	}

	public function test_a_puente_that_is_away_is_asked_for_two_days_before_the_renewal_fails() {
		global $puente_responses, $puente_claims, $puente_planned;
		$order = self::shop( array_fill( 0, 50, self::no_host() ) );
		self::renew( $order );
		for ( $tries = 1; $tries < 7; $tries++ ) {
			self::assertSame( 'pending', $order->get_status() );
			self::assertSame( array( array( 30, $tries ) ), self::planned() );
			$puente_claims  = array();
			$puente_planned = array();
			Puente_Renewal::charge_again( 30, $tries );
		}
		self::assertSame( 'failed', $order->get_status() );
		self::assertSame( array(), self::planned() );
	}

	public function test_a_copy_of_the_shop_neither_charges_nor_fails_a_renewal() {
		global $puente_planned;
		$order = self::shop();
		update_option( 'home', 'https://copy.example' );
		for ( $tries = 0; $tries < 10; $tries++ ) {
			$puente_planned = array();
			self::renew( $order );
			self::assertSame( array( array( 30, 0 ) ), self::planned() );
		}
		Puente_Renewal::charge_again( 30, 6 );
		self::assertSame( array( array( 30, 0 ), array( 30, 6 ) ), self::planned() );
		self::assertSame( array( array(), 'pending' ), array( self::charges(), $order->get_status() ) );
	}

	public function test_a_charge_that_stays_unknown_never_fails_and_asks_for_a_person() {
		global $puente_claims, $puente_planned;
		$order = self::shop( array_fill( 0, 50, self::lost() ) );
		self::renew( $order );
		for ( $tries = 1; $tries < 7; $tries++ ) {
			$puente_claims  = array();
			$puente_planned = array();
			Puente_Renewal::charge_again( 30, $tries );
		}
		self::assertSame( 'pending', $order->get_status() );
		self::assertStringContainsString( 'could not find out', implode( $order->get_notes() ) );
		self::assertSame( 'left', $order->get_meta( '_puente_renewal' ) );
	}

	public function test_a_revoked_card_and_a_subscription_without_one_are_said_and_not_charged() {
		global $puente_subscriptions, $puente_tokens;
		$order = self::shop( array( self::refusal( 404, 'no_such_saved_card' ) ) );
		self::renew( $order );
		self::assertSame( 'failed', $order->get_status() );
		self::assertSame( array(), $puente_tokens );
		self::assertStringContainsString( 'no longer has the card', implode( $puente_subscriptions[7]->get_notes() ) );
		foreach ( array( '', 'pm_gone', "pm_x' OR 1=1" ) as $card ) {
			$order = self::shop( array(), $card );
			self::renew( $order );
			self::assertSame( 'failed', $order->get_status() );
			self::assertStringContainsString( 'no saved card any more', implode( $order->get_notes() ) );
		}
	}

	public function test_a_gone_card_that_replaced_another_is_the_one_that_is_removed() {
		global $puente_tokens;
		$order = self::shop(
			array(
				static function () {
					// Its subscription is deleted during the call.
					$GLOBALS['puente_subscriptions'] = array();
					return self::refusal( 422, 'no_such_saved_card' );
				},
			)
		);
		$puente_tokens[1]->set_token( 'pm_new' );
		$puente_tokens[1]->update_meta_data( 'puente_replaced', 'pm_visa' );
		self::renew( $order );
		self::assertSame( array(), $puente_tokens );
		self::assertSame( 'failed', $order->get_status() );
	}

	public function test_a_currency_that_the_account_lacks_is_not_charged() {
		update_option( 'woocommerce_puente_settings', array( 'currencies' => 'USD' ) );
		$order = self::shop();
		update_option( 'woocommerce_puente_settings', array( 'currencies' => 'USD' ) );
		self::renew( $order );
		self::assertSame( array(), self::charges() );
		self::assertStringContainsString( 'does not take HNL', implode( $order->get_notes() ) );
	}

	public function test_a_bank_that_wants_the_customer_leaves_the_renewal_to_the_customer() {
		$order = self::shop(
			array(
				array(
					'status' => 200,
					'body'   => '{"result":"redirect","url":"https://bank.example/challenge"}',
				),
			)
		);
		self::renew( $order );
		self::assertSame( 'failed', $order->get_status() );
		self::assertStringContainsString( 'the bank asks the customer', implode( $order->get_notes() ) );
	}

	public function test_a_deleted_renewal_is_not_looked_at_again() {
		global $puente_orders;
		self::shop();
		unset( $puente_orders[30] );
		Puente_Renewal::charge_again( 30, 1 );
		self::assertSame( array(), self::charges() );
	}

	public function test_a_card_that_replaced_another_pays_the_renewals_of_the_former_one() {
		global $puente_tokens;
		$order = self::shop( array( self::PAID ) );
		$puente_tokens[1]->set_token( 'pm_new' );
		$puente_tokens[1]->update_meta_data( 'puente_replaced', 'pm_visa' );
		self::renew( $order );
		self::assertSame( 'pm_new', self::charges()[0]['payment_method_id'] );
	}

	public function test_a_card_of_another_customer_pays_no_renewal() {
		global $puente_tokens;
		$order = self::shop();
		$puente_tokens[1]->set_user_id( 6 );
		self::renew( $order );
		self::assertSame( array(), self::charges() );
	}
}
