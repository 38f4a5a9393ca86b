<?php

final class Puente_Payment_Details_Test extends Puente_Test_Case {

	private const TRANSACTION = 'f3e1f0b4-a2f5-4154-9ef5-8d198e95cf5e';
	private const CARD        = '{"brand":"visa","last_four":"1111"}';

	private static function order( array $more = array() ) {
		return new WC_Order(
			$more + array(
				'id'             => 17,
				'order_key'      => 'wc_order_1',
				'payment_method' => 'puente',
				'date_paid'      => new WC_DateTime(),
				'transaction_id' => self::TRANSACTION,
				'meta'           => array( '_puente_card' => self::CARD ),
			)
		);
	}

	private static function printed( callable $show ) {
		ob_start();
		$show();
		return ob_get_clean();
	}

	private static function receipt( $url, $transaction = self::TRANSACTION ) {
		return array(
			'status' => 200,
			'body'   => json_encode( array( 'transaction_id' => $transaction, 'receipt_url' => $url ) ),
		);
	}

	private static function address( $order, array $responses, $key = 'wc_order_1' ) {
		$GLOBALS['puente_responses'] = $responses;
		return Puente_Receipt::address( $order, $key );
	}

	public function test_the_order_received_page_names_card_transaction_and_receipt() {
		$html = self::printed( static function () {
			Puente_Payment_Details::show( self::order() );
		} );
		self::assertStringContainsString( '<dd>Visa ending in 1111</dd>', $html );
		self::assertStringContainsString( '<dd>' . self::TRANSACTION . '</dd>', $html );
		self::assertStringContainsString( 'https://shop.example/wc-api/puente_receipt/?order=17', $html );
	}

	public function test_the_emails_to_the_customer_name_card_transaction_and_receipt_as_html_and_as_text() {
		$html = self::printed( static function () {
			Puente_Payment_Details::show_in_email( self::order(), false, false );
		} );
		self::assertStringContainsString( 'Visa ending in 1111', $html );
		self::assertStringContainsString( '<a href="https://shop.example/wc-api/puente_receipt/', $html );
		$text = self::printed( static function () {
			Puente_Payment_Details::show_in_email( self::order(), false, true );
		} );
		self::assertStringContainsString( "Paid with: Visa ending in 1111\nTransaction: " . self::TRANSACTION . "\nView the receipt: https://shop.example/wc-api/puente_receipt/?order=17&key=wc_order_1\n", $text );
		self::assertSame( strip_tags( $text ), $text );
	}

	public function test_nothing_is_said_about_an_order_that_puente_did_not_take_money_for() {
		foreach ( array( array( 'date_paid' => null ), array( 'transaction_id' => '' ), array( 'payment_method' => 'bacs' ) ) as $more ) {
			$order = self::order( $more );
			self::assertSame( '', self::printed( static function () use ( $order ) {
				Puente_Payment_Details::show( $order );
				Puente_Payment_Details::show_in_email( $order );
			} ) );
			self::connect();
			self::assertNull( self::address( $order, array( self::receipt( 'https://gateway.example/r/1' ) ) ) );
		}
		self::assertSame( '', self::printed( static function () {
			Puente_Payment_Details::show( false );
			// The shop's own e-mail.
			Puente_Payment_Details::show_in_email( self::order(), true );
		} ) );
	}

	public function test_a_card_that_puente_does_not_know_is_called_card() {
		foreach ( array( '', 'no JSON', '[]', '{"brand":7,"last_four":"41111111"}', array( 'x' ) ) as $kept ) {
			self::assertSame( 'Card', Puente_Payment_Details::card( self::order( array( 'meta' => array( '_puente_card' => $kept ) ) ) ) );
		}
		self::assertSame( 'American Express', Puente_Payment_Details::card( self::order( array( 'meta' => array( '_puente_card' => '{"brand":"amex","last_four":null}' ) ) ) ) );
	}

	public function test_the_receipt_is_asked_of_puente_once_and_again_after_another_charge() {
		global $puente_requests;
		self::connect();
		$order = self::order();
		self::assertSame( 'https://gateway.example/r/1', self::address( $order, array( self::receipt( 'https://gateway.example/r/1' ) ) ) );
		self::assertSame( 'https://gateway.example/r/1', self::address( $order, array() ) );
		self::assertCount( 1, $puente_requests );
		self::assertStringEndsWith( '/v1/orders/17/receipt', $puente_requests[0]['url'] );
		$order->set_transaction_id( 'another' );
		self::assertSame( 'https://gateway.example/r/2', self::address( $order, array( self::receipt( 'https://gateway.example/r/2', 'another' ) ) ) );
	}

	public function test_the_receipt_opens_for_the_order_key_only() {
		self::connect();
		$answer = self::receipt( 'https://gateway.example/r/1' );
		self::assertNull( self::address( self::order(), array( $answer ), 'wc_order_2' ) );
		self::assertNull( self::address( self::order(), array( $answer ), '' ) );
		self::assertNull( self::address( self::order( array( 'order_key' => '' ) ), array( $answer ), '' ) );
		self::assertNull( self::address( false, array( $answer ) ) );
		self::assertSame( array(), $GLOBALS['puente_requests'] );
	}

	/**
	 * Opens a receipt's link; returns how the request ended.
	 */
	private static function open( array $query ) {
		$_GET = $query;
		try {
			Puente_Receipt::open();
		} catch ( Puente_Request_Ended $end ) {
			return $end->getMessage();
		} finally {
			$_GET = array();
		}
		return '';
	}

	public function test_only_a_receipt_that_may_come_later_asks_to_try_again() {
		global $puente_orders, $puente_responses;
		self::connect();
		$puente_orders    = array( 17 => self::order(), 18 => self::order( array( 'id' => 18, 'date_paid' => null ) ) );
		$puente_responses = array( new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' ) );
		self::assertStringStartsWith( '503', self::open( array( 'order' => '17', 'key' => 'wc_order_1' ) ) );
		foreach ( array( array( 'order' => '17', 'key' => 'wc_order_2' ), array( 'order' => '99', 'key' => 'wc_order_1' ), array( 'order' => '18', 'key' => 'wc_order_1' ), array( 'order' => array( '17' ), 'key' => array( 'x' ) ), array() ) as $query ) {
			self::assertStringStartsWith( '404', self::open( $query ) );
		}
	}

	public function test_an_address_that_is_neither_https_nor_at_puente_is_not_opened() {
		self::connect();
		foreach ( array( 'http://gateway.example/r', 'javascript:alert(1)', "https://x.example/\nSet-Cookie: a", 'https://puente.example.evil" x', '//x.example' ) as $url ) {
			self::assertNull( self::address( self::order(), array( self::receipt( $url ) ) ), $url );
		}
	}

	public function test_without_an_answer_about_this_charge_nothing_is_kept() {
		self::connect();
		$lost    = new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' );
		$answers = array( $lost, self::refusal( 409, 'order_not_charged' ), array( 'status' => 404, 'body' => '{"error":"no"}' ), array( 'status' => 200, 'body' => '{"receipt_url":7}' ), self::receipt( 'https://gateway.example/r/1', 'of-another-charge' ) );
		foreach ( $answers as $answer ) {
			$order = self::order();
			self::assertNull( self::address( $order, array( $answer ) ) );
			self::assertSame( '', $order->get_meta( '_puente_receipt' ) );
		}
		delete_option( 'puente_pairing' );
		self::assertNull( self::address( self::order(), array() ) );
	}
}
