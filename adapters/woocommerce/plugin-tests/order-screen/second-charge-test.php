<?php

final class Puente_Second_Charge_Test extends Puente_Order_Screen_Case {

	private static function twice( array $more = array() ) {
		return self::view(
			array(
				'duplicates' => array(
					$more + array(
						'payment_id'   => 'pay_2',
						'amount'       => '100.00',
						'currency'     => 'HNL',
						'paid_at'      => '2026-11-28T10:00:00.000Z',
						'is_under_way' => false,
						'tries'        => 1,
					),
				),
				'alerts'     => array( array( 'kind' => 'order_paid_twice', 'what' => 'Cobrado dos veces' ) ),
			)
		);
	}

	private static function box() {
		return self::printed( array( 'Puente_Order_Box', 'show' ), wc_get_order( 7 ) );
	}

	private static function refund( array $more = array() ) {
		return self::post(
			array( 'Puente_Second_Charge', 'refund' ),
			$more + array(
				'order_id'   => '7',
				'payment_id' => 'pay_2',
				'amount'     => '100.00',
				'currency'   => 'HNL',
				'sure'       => '1',
				'_wpnonce'   => 'nonce-puente_refund_second_7',
			)
		);
	}

	private static function notice() {
		return self::printed( array( 'Puente_Order_Notice', 'show' ) );
	}

	private static function refunds_sent() {
		global $puente_requests;
		return array_values(
			array_filter(
				$puente_requests,
				static function ( $request ) {
					return 'POST' === $request['method'];
				}
			)
		);
	}

	public function test_an_order_charged_twice_has_one_warning_with_a_confirmed_button() {
		self::place( 7 );
		self::answers( self::twice() );
		$box = self::box();
		$this->assertStringContainsString( 'charged 100.00 HNL again, on 2026-11-28 10:00', $box );
		$this->assertStringContainsString( 'required form="puente_refund_second"', $box );
		$this->assertStringContainsString( 'value="pay_2"', $box );
		$this->assertStringNotContainsString( 'Cobrado dos veces', $box );
		$this->assertStringContainsString( 'nonce-puente_refund_second_7', self::printed( array( 'Puente_Second_Charge', 'print_form' ) ) );
	}

	public function test_people_without_the_right_for_refunds_and_orders_with_an_open_refund_get_no_button() {
		self::place( 7 );
		self::answers( self::twice( array( 'is_under_way' => true ) ), self::twice() );
		$this->assertStringNotContainsString( 'Refund the second payment', self::box() );
		$GLOBALS['puente_capabilities'] = array( 'edit_shop_orders' );
		$box                            = self::box();
		$this->assertStringContainsString( 'Charged twice', $box );
		$this->assertStringNotContainsString( 'Refund the second payment', $box );
	}

	public function test_the_second_payment_is_refunded_by_its_id_under_one_key() {
		self::place( 7 );
		foreach ( array( 1, 2 ) as $click ) {
			self::answers( self::twice(), array( 'refund' => array( 'id' => 'ref_1' ) ) );
			$this->assertSame( 'to https://shop.example/order/7', self::refund() );
			$this->assertStringContainsString( 'notice-success', self::notice() );
		}
		list( $first, $second ) = self::refunds_sent();
		$this->assertStringEndsWith( '/v1/orders/7/refunds', $first['url'] );
		$this->assertSame( array( 'amount' => '100.00', 'currency' => 'HNL', 'payment_id' => 'pay_2' ), json_decode( $first['body'], true ) );
		$this->assertSame( 'woocommerce-second-charge-pay_2-1', $first['headers']['Idempotency-Key'] );
		$this->assertSame( $first['headers']['Idempotency-Key'], $second['headers']['Idempotency-Key'] );
		$this->assertLessThanOrEqual( 3, $first['timeout'] );
	}

	public function test_nothing_is_refunded_unless_the_charge_is_as_the_person_saw_it() {
		self::place( 7 );
		$views = array(
			self::view(),
			self::twice( array( 'payment_id' => 'pay_3' ) ),
			self::twice( array( 'amount' => '50.00' ) ),
			self::twice( array( 'currency' => 'USD' ) ),
			self::twice( array( 'is_under_way' => true ) ),
			array( 'store_id' => 'tienda', 'found' => null ),
			self::away(),
			self::refusal( 404, 'not_found' ),
		);
		foreach ( $views as $view ) {
			self::answers( $view );
			self::refund();
			$this->assertStringContainsString( 'Nothing was refunded', self::notice() );
		}
		self::refund( array( 'sure' => '' ) );
		$this->assertStringContainsString( 'tick the confirmation', self::notice() );
		self::answers( self::twice() );
		self::refund( array( 'payment_id' => array( 'pay_2' ) ) );
		$this->assertSame( array(), self::refunds_sent() );
	}

	public function test_a_refund_needs_nonce_and_right() {
		global $puente_requests;
		self::place( 7 );
		$this->assertSame( 'nonce', self::refund( array( '_wpnonce' => 'nonce-puente_ask_order_7' ) ) );
		foreach ( array( 'edit_shop_orders', 'publish_shop_orders' ) as $only ) {
			$GLOBALS['puente_capabilities'] = array( $only );
			$this->assertStringStartsWith( '403', self::refund() );
		}
		$this->assertSame( array(), $puente_requests );
	}

	public function test_a_refusal_is_quoted_and_a_lost_answer_is_not_called_refunded() {
		self::place( 7 );
		self::answers( self::twice(), self::refusal( 422, 'refund_refused', array( 'detail' => 'The gateway refused it.' ) ) );
		self::refund();
		$notice = self::notice();
		$this->assertStringContainsString( 'notice-error', $notice );
		$this->assertStringContainsString( 'Nothing was refunded', $notice );
		self::answers( self::twice(), array( 'refund' => array( 'id' => 'ref_1', 'state' => 'failed' ) ) );
		self::refund();
		$this->assertStringContainsString( 'Nothing was refunded', self::notice() );
		self::answers( self::twice(), self::refusal( 409, 'in_progress', array( 'retry' => 'retry' ) ) );
		self::refund();
		$this->assertStringNotContainsString( 'Nothing was refunded', self::notice() );
		self::answers( self::twice(), self::away() );
		self::refund();
		$notice = self::notice();
		$this->assertStringContainsString( 'has not confirmed', $notice );
		$this->assertStringNotContainsString( 'Nothing was refunded', $notice );
	}
}
