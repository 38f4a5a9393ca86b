<?php

require_once __DIR__ . '/subscriptions-stubs.php';

final class Puente_Renewal_Test extends Puente_Test_Case {

	private const RUN = 'puente_charge_renewal';

	private const PAID = array(
		'status' => 200,
		'body'   => '{"result":"paid","transaction_id":"t1"}',
	);

	private static function lost() {
		return new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out after 20001 milliseconds' );
	}

	private static function no_host() {
		return new WP_Error( 'http_request_failed', 'cURL error 7: Failed to connect to puente.example' );
	}

	/**
	 * Connects a shop whose customer 5 has a subscription, paid by the card pm_visa.
	 */
	private static function shop( array $responses = array(), $card = 'pm_visa' ) {
		global $puente_orders, $puente_subscriptions, $puente_tokens, $puente_responses, $puente_session, $wpdb, $puente_claims;
		$puente_session = null;
		$puente_claims  = array();
		$wpdb           = new class() extends Puente_Wpdb {
			public function query( array $query ) {
				global $puente_claims;
				if ( 0 !== strpos( $query[0], 'INSERT IGNORE' ) ) {
					return false === strpos( $query[0], 'UPDATE' ) ? 1 : 0;
				}
				$is_new                             = ! isset( $puente_claims[ $query[1][0] ] );
				$puente_claims[ $query[1][0] ] = true;
				return $is_new ? 1 : 0;
			}
			public function get_var() {
				return '1';
			}
			public function prepare( $sql, ...$values ) {
				return array( $sql, 1 === count( $values ) && is_array( $values[0] ) ? $values[0] : $values );
			}
		};
		self::connect( 'tienda', 'https://shop.example' );
		$puente_tokens = array();
		$token         = new WC_Payment_Token_CC();
		foreach ( array(
			'token'      => 'pm_visa',
			'gateway_id' => 'puente',
			'user_id'    => 5,
			'card_type'  => 'visa',
			'last4'      => '1111',
		) as $name => $value ) {
			$token->{"set_$name"}( $value );
		}
		$puente_tokens        = array( 1 => $token );
		$texts                = array( 'order_key', 'customer_note', 'billing_first_name', 'billing_last_name', 'billing_company', 'billing_email', 'billing_phone', 'billing_country', 'billing_city', 'billing_address_1' );
		$puente_orders        = array();
		$puente_orders[30]    = new Puente_Renewal_Order(
			array_fill_keys( $texts, 'x' ) + array(
				'id'                          => 30,
				'order_number'                => 30,
				'status'                      => 'pending',
				'currency'                    => 'HNL',
				'total'                       => '10.00',
				'total_tax'                   => '0',
				'customer_id'                 => 5,
				'date_paid'                   => null,
				'date_created'                => null,
				'date_modified'               => null,
				'payment_method'              => 'puente',
				'items'                       => array(),
				'notes'                       => array(),
				'meta'                        => array( 'kind' => 'renewal' ),
				'checkout_order_received_url' => 'https://shop.example/received',
				'checkout_payment_url'        => 'https://shop.example/pay',
			)
		);
		$puente_subscriptions = array(
			7 => new WC_Subscription(
				array(
					'id'             => 7,
					'customer_id'    => 5,
					'status'         => 'active',
					'payment_method' => 'puente',
					'is_manual'      => false,
					'last_order_id'  => 30,
					'notes'          => array(),
					'meta'           => array( '_puente_card_id' => $card ),
				)
			),
		);
		$puente_responses     = $responses;
		return $puente_orders[30];
	}

	private static function renew( WC_Order $order ) {
		global $puente_claims;
		$puente_claims = array();
		Puente_Renewal::charge( '10.00', $order );
	}

	private static function planned() {
		global $puente_planned;
		return array_column(
			array_filter(
				$puente_planned,
				static function ( $action ) {
					return self::RUN === $action[0];
				}
			),
			1
		);
	}

	private static function charges() {
		global $puente_requests;
		return array_map(
			static function ( $request ) {
				return json_decode( $request['body'], true )['way'];
			},
			$puente_requests
		);
	}

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
		Puente_Renewal::mark( $order, $puente_subscriptions[7] );
		$puente_subscriptions[7]->set_is_manual( false );
		Puente_Renewal::take_up();
		self::assertSame( array(), self::planned() );
		Puente_Renewal::mark( $order, $puente_subscriptions[7] );
		Puente_Renewal::take_up();
		Puente_Renewal::take_up();
		self::assertSame( array( array( 30, 0 ) ), self::planned() );
		$GLOBALS['puente_planned'] = array();
		$order->set_date_created( new WC_DateTime() );
		Puente_Renewal::take_up();
		self::assertSame( array(), self::planned() );
	}

	public function test_a_renewal_of_a_subscription_that_has_ended_is_not_charged() {
		global $puente_subscriptions;
		$order = self::shop();
		Puente_Renewal::mark( $order, $puente_subscriptions[7] );
		$puente_subscriptions[7]->set_status( 'cancelled' );
		self::renew( $order );
		self::assertSame( array(), self::charges() );
		self::assertStringContainsString( 'subscription has ended', implode( $order->get_notes() ) );
		$order->set_date_created( ( new WC_DateTime() )->setTimestamp( time() - 2 * HOUR_IN_SECONDS ) );
		Puente_Renewal::take_up();
		self::assertSame( array(), self::planned() );
	}

	public function test_an_early_renewal_that_was_or_may_have_been_charged_stays_so_that_nobody_pays_it_again() {
		foreach ( array( array( self::PAID ), array( self::lost(), self::lost() ) ) as $responses ) {
			$order = self::shop( $responses );
			$order->update_meta_data( '_subscription_renewal_early', '7' );
			self::renew( $order );
			self::assertSame( 'on-hold', $order->get_status() );
		}
		$order = self::shop( array( self::refusal( 402, 'card_declined' ) ) );
		$order->update_meta_data( '_subscription_renewal_early', '7' );
		self::renew( $order );
		self::assertSame( 'failed', $order->get_status() );
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

	public function test_the_card_of_the_first_payment_pays_the_renewals_and_an_ordinary_order_changes_nothing() {
		global $puente_subscriptions, $puente_tokens;
		$order = self::shop( array(), '' );
		$order->update_meta_data( 'kind', '' );
		Puente_Subscription_Card::note( $order, $puente_tokens[1], false );
		self::assertNull( Puente_Subscription_Card::of( $puente_subscriptions[7] ) );
		$order->update_meta_data( 'kind', 'renewal' );
		Puente_Subscription_Card::note( $order, $puente_tokens[1], false );
		self::assertNull( Puente_Subscription_Card::of( $puente_subscriptions[7] ) );
		$order->update_meta_data( 'kind', 'parent' );
		Puente_Subscription_Card::note( $order, $puente_tokens[1], false );
		self::assertSame( $puente_tokens[1], Puente_Subscription_Card::of( $puente_subscriptions[7] ) );
	}

	public function test_a_typed_card_pays_the_renewals_once_the_gateway_has_saved_it() {
		global $puente_subscriptions, $puente_tokens;
		$order = self::shop( array(), '' );
		$order->update_meta_data( 'kind', 'parent' );
		Puente_Subscription_Card::note( $order, null, true );
		self::assertTrue( $puente_subscriptions[7]->get_requires_manual_renewal() );
		Puente_Subscription_Card::take_awaited( 6, $puente_tokens[1] );
		self::assertNull( Puente_Subscription_Card::of( $puente_subscriptions[7] ) );
		Puente_Subscription_Card::take_awaited( 5, $puente_tokens[1] );
		self::assertSame( $puente_tokens[1], Puente_Subscription_Card::of( $puente_subscriptions[7] ) );
		self::assertFalse( $puente_subscriptions[7]->get_requires_manual_renewal() );
	}

	public function test_a_typed_card_replaces_the_former_one_unless_its_payment_failed() {
		global $puente_subscriptions, $puente_tokens;
		$order  = self::shop();
		$former = $puente_tokens[1];
		$new    = new WC_Payment_Token_CC();
		foreach ( array( 'id' => 2, 'token' => 'pm_new', 'gateway_id' => 'puente', 'user_id' => 5 ) as $name => $value ) {
			$new->{"set_$name"}( $value );
		}
		$puente_tokens[2] = $new;
		Puente_Subscription_Card::note( $order, null, true );
		$order->set_status( 'failed' );
		Puente_Subscription_Card::take_awaited( 5, $new );
		self::assertSame( $former, Puente_Subscription_Card::of( $puente_subscriptions[7] ) );
		$order->set_status( 'pending' );
		Puente_Subscription_Card::take_awaited( 5, $new );
		self::assertSame( $new, Puente_Subscription_Card::of( $puente_subscriptions[7] ) );
	}

	public function test_an_order_paid_on_the_gateways_page_saves_no_card_and_is_renewed_by_hand() {
		global $puente_subscriptions, $puente_tokens;
		$order = self::shop( array(), '' );
		$order->update_meta_data( 'kind', 'parent' );
		Puente_Subscription_Card::note( $order, null, false );
		self::assertTrue( $puente_subscriptions[7]->get_requires_manual_renewal() );
		Puente_Subscription_Card::take_awaited( 5, $puente_tokens[1] );
		self::assertNull( Puente_Subscription_Card::of( $puente_subscriptions[7] ) );
	}

	public function test_a_failed_renewal_paid_with_another_card_moves_the_subscription_to_it() {
		global $puente_subscriptions, $puente_tokens;
		$order = self::shop( array(), 'pm_gone' );
		Puente_Subscription_Card::note( $order, $puente_tokens[1], false );
		Puente_Subscription_Card::follow_renewal( $puente_subscriptions[7], $order );
		self::assertSame( $puente_tokens[1], Puente_Subscription_Card::of( $puente_subscriptions[7] ) );
	}

	public function test_a_merchant_cannot_set_a_card_of_another_customer() {
		global $puente_subscriptions;
		self::shop();
		$meta = static function ( $card ) {
			return array( 'post_meta' => array( '_puente_card_id' => array( 'value' => $card ) ) );
		};
		Puente_Subscription_Card::validate( $meta( 'pm_visa' ), $puente_subscriptions[7] );
		$this->expectExceptionMessage( 'not a saved card of the customer' );
		Puente_Subscription_Card::validate( $meta( 'pm_other' ), $puente_subscriptions[7] );
	}

	public function test_an_overdue_renewal_is_found_until_it_is_renewed() {
		global $puente_subscriptions;
		self::shop();
		$due = static function ( $hours ) {
			return gmdate( 'Y-m-d H:i:s', time() - $hours * HOUR_IN_SECONDS );
		};
		$puente_subscriptions[7]->update_meta_data( '_schedule_next_payment', $due( 5 ) );
		Puente_Missing_Renewals::look();
		self::assertSame( array(), get_option( 'puente_missing_renewals', array() ) );
		$puente_subscriptions[7]->update_meta_data( '_schedule_next_payment', $due( 7 ) );
		Puente_Missing_Renewals::look();
		self::assertSame( array( 7 ), get_option( 'puente_missing_renewals' ) );
		$puente_subscriptions[7]->update_meta_data( '_schedule_next_payment', $due( -700 ) );
		Puente_Missing_Renewals::look();
		self::assertSame( array(), get_option( 'puente_missing_renewals' ) );
	}

	public function test_the_pages_of_orders_search_all_subscriptions_once_in_ten_minutes() {
		$before = $GLOBALS['puente_searches'];
		Puente_Missing_Renewals::look_from_list();
		Puente_Missing_Renewals::look_from_list();
		$this->assertSame( 1, $GLOBALS['puente_searches'] - $before );
	}
}
