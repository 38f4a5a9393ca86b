<?php

require_once __DIR__ . '/subscription-shop.php';

final class Puente_Subscription_Card_Test extends Puente_Subscription_Shop {

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

	public function test_a_card_that_did_not_pay_the_first_order_pays_no_renewal() {
		global $puente_subscriptions, $puente_tokens;
		$order = self::shop( array(), '' );
		$order->update_meta_data( 'kind', 'parent' );
		// Declined; then the customer pays on the gateway's page.
		Puente_Subscription_Card::note( $order, $puente_tokens[1], false );
		Puente_Subscription_Card::note( $order, null, false );
		self::assertNull( Puente_Subscription_Card::of( $puente_subscriptions[7] ) );
		self::assertTrue( $puente_subscriptions[7]->get_requires_manual_renewal() );
		// The merchant's choice stays.
		Puente_Subscription_Card::set( $puente_subscriptions[7], $puente_tokens[1] );
		Puente_Subscription_Card::note( $order, null, false );
		self::assertSame( $puente_tokens[1], Puente_Subscription_Card::of( $puente_subscriptions[7] ) );
		self::assertFalse( $puente_subscriptions[7]->get_requires_manual_renewal() );
	}

	public function test_a_card_whose_charge_is_unknown_keeps_paying_the_renewals() {
		global $puente_subscriptions, $puente_tokens;
		foreach ( array( true, false ) as $saves ) {
			$order = self::shop( array(), '' );
			$order->update_meta_data( 'kind', 'parent' );
			Puente_Subscription_Card::note( $order, $puente_tokens[1], false );
			Puente_Unknown_Charge::note( $order );
			// The customer pays again, with a typed card or on the gateway's page.
			Puente_Subscription_Card::note( $order, null, $saves );
			self::assertSame( $puente_tokens[1], Puente_Subscription_Card::of( $puente_subscriptions[7] ) );
			self::assertFalse( $puente_subscriptions[7]->get_requires_manual_renewal() );
			// Nothing was charged after all.
			Puente_Unknown_Charge::clear( $order );
			Puente_Subscription_Card::note( $order, null, $saves );
			self::assertNull( Puente_Subscription_Card::of( $puente_subscriptions[7] ) );
			self::assertTrue( $puente_subscriptions[7]->get_requires_manual_renewal() );
		}
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
}
