<?php

final class Puente_Order_Box_Test extends Puente_Order_Screen_Case {

	private static function box( $id = 7 ) {
		return self::printed( array( 'Puente_Order_Box', 'show' ), wc_get_order( $id ) );
	}

	private static function ask( $id = 7, array $more = array() ) {
		return self::post(
			array( 'Puente_Order_Box', 'ask' ),
			$more + array(
				'order_id' => (string) $id,
				'_wpnonce' => 'nonce-puente_ask_order_' . $id,
			)
		);
	}

	public function test_both_order_screens_get_the_box() {
		global $puente_boxes;
		$order = self::place( 7 );
		Puente_Order_Box::add( 'woocommerce_page_wc-orders', $order );
		Puente_Order_Box::add( 'shop_order', (object) array( 'ID' => 7 ) );
		$this->assertSame( array( 'woocommerce_page_wc-orders', 'shop_order' ), $puente_boxes );
	}

	public function test_each_link_says_that_it_opens_in_a_new_tab() {
		self::place( 7 );
		self::answers( self::view() );
		$box = self::box();
		$this->assertSame( 2, substr_count( $box, 'target="_blank"' ) );
		$this->assertSame( 2, substr_count( $box, '(opens in a new tab)' ) );
	}

	public function test_no_box_for_other_orders_other_screens_and_people_without_the_right() {
		global $puente_boxes, $puente_capabilities;
		Puente_Order_Box::add( 'shop_order', self::place( 8, array( 'payment_method' => 'cod' ) ) );
		Puente_Order_Box::add( 'page', self::place( 7 ) );
		Puente_Order_Box::add( 'shop_order', (object) array( 'ID' => 99 ) );
		$puente_capabilities = array();
		Puente_Order_Box::add( 'shop_order', self::place( 7 ) );
		$this->assertSame( array(), $puente_boxes );
	}

	public function test_an_order_that_only_has_meta_of_puente_gets_the_box() {
		$meta = array( Puente_Order_Completion::PAYMENT_META => 'pay_1' );
		$this->assertTrue( Puente_Order_Box::is_shown( self::place( 7, array( 'payment_method' => 'cod', 'meta' => $meta ) ) ) );
	}

	public function test_the_box_shows_the_payment_and_escapes_it() {
		global $puente_requests;
		self::place( 7 );
		self::answers( self::view() );
		$box = self::box();
		foreach ( array( 'Pagado', 'Visa ending in 1111', '<dd>2</dd>', 'tx-7', '60.00 HNL', 'https://portal.example', 'puente_receipt', 'Se pagó todo', 'form="puente_ask_order"' ) as $part ) {
			$this->assertStringContainsString( $part, $box );
		}
		$this->assertCount( 1, $puente_requests );
		$this->assertLessThanOrEqual( 3, $puente_requests[0]['timeout'] );
		$this->assertStringEndsWith( '?fingerprint=' . hash( 'sha256', 'wc_order_7' ), $puente_requests[0]['url'] );
	}

	public function test_the_box_shows_what_the_order_knows_while_puente_is_away() {
		$card = array( Puente_Payment_Details::CARD_META => '{"brand":"visa","last_four":"4242"}' );
		self::place( 7, array( 'meta' => $card ) );
		foreach ( array( self::away(), array( 'odd' => true ), array( 'store_id' => 'tienda' ), array( 'store_id' => 'other', 'found' => null ), self::refusal( 404, 'not_found' ) ) as $answer ) {
			self::answers( $answer );
			$box = self::box();
			$this->assertStringContainsString( 'Puente is not responding', $box );
			$this->assertStringContainsString( 'Visa ending in 4242', $box );
			$this->assertStringContainsString( 'tx-7', $box );
			$this->assertStringNotContainsString( 'Refundable', $box );
		}
	}

	public function test_an_unknown_card_has_no_line() {
		self::place( 7 );
		self::answers( self::away() );
		$this->assertStringNotContainsString( '<dt>Card</dt>', self::box() );
	}

	public function test_an_order_that_puente_does_not_know_says_why_by_its_own_state() {
		$states = array(
			'its customer has not gone to pay' => array( 'status' => 'pending', 'date_paid' => null, 'transaction_id' => '' ),
			'it was paid in another way'       => array( 'status' => 'processing', 'date_paid' => new WC_DateTime() ),
			'does not know this order.'        => array( 'status' => 'cancelled', 'date_paid' => null, 'transaction_id' => '' ),
		);
		foreach ( $states as $words => $facts ) {
			self::place( 7, $facts );
			self::answers( array( 'store_id' => 'tienda', 'found' => null ) );
			$this->assertStringContainsString( $words, self::box() );
		}
	}

	public function test_an_order_unknown_to_puente_is_not_called_away() {
		self::place( 7, array( 'status' => 'pending', 'date_paid' => null ) );
		self::answers( array( 'store_id' => 'tienda', 'found' => null ) );
		$box = self::box();
		$this->assertStringContainsString( 'does not know this order', $box );
		$this->assertStringContainsString( 'Not paid', $box );
	}

	public function test_odd_parts_of_an_answer_are_left_out() {
		self::place( 7 );
		self::answers( self::view( array( 'payment' => 'x', 'card' => 3, 'timeline' => array( 1, array( 'at' => 'never', 'text' => 'Odd' ), array( 'text' => array() ) ), 'alerts' => 'no', 'duplicates' => array( array() ), 'gateway_portal_url' => 'javascript:alert(1)' ) ) );
		$box = self::box();
		$this->assertStringNotContainsString( 'javascript', $box );
		$this->assertStringNotContainsString( 'Odd', $box );
	}

	public function test_an_alert_says_in_words_that_the_order_needs_attention() {
		self::place( 7 );
		self::answers( self::view( array( 'alerts' => array( array( 'kind' => 'x', 'what' => 'Pago tardío', 'todo' => 'Revise' ) ) ) ) );
		$box = self::box();
		$this->assertStringContainsString( 'Needs attention: Pago tardío', $box );
		$this->assertStringContainsString( 'Revise', $box );
	}

	public function test_asking_completes_a_paid_order_and_says_so() {
		self::place( 7, array( 'status' => 'pending', 'transaction_id' => '', 'date_paid' => null ) );
		self::answers( array( 'orders' => array( array( 'order_id' => '7', 'state' => 'paid', 'transaction_id' => 'tx-7', 'payment_id' => 'pay_1', 'amount' => '100.00', 'currency' => 'HNL', 'fingerprint' => hash( 'sha256', 'wc_order_7' ) ) ) ) );
		$this->assertSame( 'to https://shop.example/order/7', self::ask() );
		$this->assertSame( 'processing', Puente_Shop::status( 7 ) );
		$this->assertStringContainsString( 'the order is paid', self::printed( array( 'Puente_Order_Notice', 'show' ) ) );
		$this->assertSame( '', self::printed( array( 'Puente_Order_Notice', 'show' ) ) );
	}

	public function test_asking_waits_three_seconds_and_continues_in_a_task() {
		global $puente_requests, $puente_planned;
		self::place( 7, array( 'status' => 'pending', 'transaction_id' => '', 'date_paid' => null ) );
		self::answers( self::away() );
		self::ask();
		$this->assertLessThanOrEqual( 3, $puente_requests[0]['timeout'] );
		$this->assertSame( array( array( Puente_Order_Asking::HOOK, array( array( 7 ) ) ) ), $puente_planned );
		$this->assertSame( 'pending', Puente_Shop::status( 7 ) );
		$this->assertStringContainsString( 'notice-warning', self::printed( array( 'Puente_Order_Notice', 'show' ) ) );
	}

	public function test_asking_needs_nonce_right_and_an_order() {
		global $puente_capabilities, $puente_requests;
		self::place( 7 );
		self::place( 8, array( 'payment_method' => 'cod' ) );
		$this->assertSame( 'nonce', self::ask( 7, array( '_wpnonce' => 'nonce-puente_ask_order_8' ) ) );
		$this->assertSame( 'nonce', self::ask( 7, array( 'order_id' => array( '7' ) ) ) );
		$this->assertStringStartsWith( '404', self::ask( 8 ) );
		$this->assertStringStartsWith( '404', self::ask( 99 ) );
		$puente_capabilities = array();
		$this->assertStringStartsWith( '403', self::ask() );
		$this->assertSame( array(), $puente_requests );
	}

	public function test_the_transaction_of_a_paid_order_links_to_its_receipt() {
		$gateway = new Puente_Gateway();
		$this->assertStringContainsString( 'puente_receipt', $gateway->get_transaction_url( self::place( 7 ) ) );
		$this->assertSame( '', $gateway->get_transaction_url( self::place( 8, array( 'date_paid' => null ) ) ) );
	}
}
