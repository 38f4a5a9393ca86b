<?php

final class Puente_Order_Received_Test extends Puente_Test_Case {

	private static function page_of( $status, $was_paid = false, $method = 'puente', array $meta = array() ) {
		global $puente_orders, $puente_session;
		$puente_session    = null;
		$puente_orders[17] = new WC_Order(
			array(
				'id'                   => 17,
				'payment_method'       => $method,
				'meta'                 => $meta,
				'status'               => $status,
				'date_paid'            => $was_paid ? new WC_DateTime() : null,
				'order_key'            => 'wc_order_1',
				'checkout_payment_url' => 'https://shop.example/pay',
				'checkout_order_received_url' => 'https://shop.example/thanks',
			)
		);
		ob_start();
		Puente_Order_Received::show( 17 );
		return ob_get_clean();
	}

	private static function first_words( $page ) {
		return preg_match( '#<span data-words>(.*?)</span>|puente-order-state"><p>(.*?)</p>#', $page, $found ) ? htmlspecialchars_decode( end( $found ), ENT_QUOTES ) : '';
	}

	public function test_the_page_of_a_cancelled_order_mentions_a_possible_charge() {
		self::assertTrue( false !== strpos( self::page_of( 'cancelled' ), 'If your card was charged anyway' ) );
	}

	public function test_a_click_on_an_order_that_was_just_paid_redirects_to_the_order_received_page() {
		$led_to = static function ( $key = 'wc_order_1' ) {
			return Puente_Order_Received::url_after_payment( wc_get_order( 17 ), $key );
		};
		self::page_of( 'processing', true );
		self::assertSame( 'https://shop.example/thanks', $led_to() );
		self::assertNull( $led_to( 'wc_order_of_somebody_else' ) );
		self::assertNull( $led_to( '' ) );
		self::page_of( 'pending' );
		self::assertNull( $led_to() );
		self::page_of( 'refunded', true );
		self::assertNull( $led_to() );
		self::page_of( 'processing', true, 'bacs' );
		self::assertNull( $led_to() );
		self::assertNull( Puente_Order_Received::url_after_payment( false, 'wc_order_1' ) );
	}

	public function test_a_card_order_is_being_confirmed_even_if_a_late_cart_update_set_another_payment_method() {
		$sent = array( '_puente_checkout' => '2026-11-26T18:00:00Z' );
		self::assertSame( 'We are confirming your payment. This page updates by itself.', self::first_words( self::page_of( 'pending', false, 'bacs', $sent ) ) );
		self::assertSame( 'confirming', Puente_Order_State::ask( wc_get_order( 17 ) ) );
		// Paid in another way, or waiting for a transfer.
		self::assertSame( '', self::page_of( 'processing', true, 'bacs', $sent ) );
		self::assertSame( '', self::page_of( 'on-hold', false, 'bacs', $sent ) );
	}

	public function test_the_page_says_nothing_about_an_order_with_another_payment_method() {
		self::assertSame( '', self::page_of( 'cancelled', false, 'bacs' ) );
		self::assertSame( '', self::page_of( 'on-hold', false, 'bacs' ) );
	}

	public function test_a_payment_date_confirms_a_payment_a_status_does_not() {
		self::assertSame( '', self::page_of( 'processing', true ) );
		self::assertSame( '', self::page_of( 'on-hold', true ) );
		self::assertSame( 'We are confirming your payment. This page updates by itself.', self::first_words( self::page_of( 'pending' ) ) );
		self::assertSame( 'We are confirming your payment. This page updates by itself.', self::first_words( self::page_of( 'of-another-plugin' ) ) );
	}

	public function test_a_held_order_is_not_shown_as_confirmed() {
		self::assertSame( 0, strpos( self::first_words( self::page_of( 'on-hold' ) ), 'The shop is checking this order' ) );
		self::assertSame( 'We have received your order.', Puente_Order_Received::words( 'Thank you.', wc_get_order( 17 ) ) );
	}

	public function test_a_refunded_order_is_not_shown_as_confirmed() {
		self::assertSame( 0, strpos( self::first_words( self::page_of( 'refunded', true ) ), 'Your payment was refunded.' ) );
	}
}
