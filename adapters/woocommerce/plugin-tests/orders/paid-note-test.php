<?php

final class Puente_Paid_Note_Test extends Puente_Order_Screen_Case {

	private static function paid( array $values = array() ) {
		global $puente_orders;
		$order              = new Puente_Noted_Order(
			$values + array(
				'id'             => 7,
				'status'         => 'processing',
				'payment_method' => 'puente',
				'date_paid'      => new WC_DateTime(),
				'transaction_id' => 'tx-7',
				'total'          => '320.50',
				'currency'       => 'HNL',
				'order_key'      => 'wc_order_7',
				'meta'           => array( Puente_Payment_Details::CARD_META => '{"brand":"visa","last_four":"4242"}' ),
			)
		);
		$puente_orders[ 7 ] = $order;
		return $order;
	}

	public function test_a_paid_order_gets_a_note_with_amount_card_and_receipt() {
		$order = self::paid();
		Puente_Paid_Note::write( 7 );
		$this->assertCount( 1, $order->notes );
		foreach ( array( '320.50 HNL', 'Visa ending in 4242', 'tx-7', 'puente_receipt', 'View the receipt' ) as $part ) {
			$this->assertStringContainsString( $part, $order->notes[0] );
		}
	}

	public function test_one_payment_gets_one_note_from_both_hooks_and_from_two_requests() {
		$order = self::paid();
		Puente_Paid_Note::write_after( 7, 'on-hold', 'processing' );
		Puente_Paid_Note::write( 7 );
		$order->delete_meta_data( Puente_Paid_Note::META );
		Puente_Paid_Note::write( 7 );
		$this->assertCount( 1, $order->notes );
		$order->set_transaction_id( 'tx-8' );
		Puente_Paid_Note::write( 7 );
		$this->assertCount( 2, $order->notes );
	}

	public function test_an_order_paid_long_ago_gets_no_note_when_it_is_shipped() {
		$order = self::paid();
		Puente_Paid_Note::write_after( 7, 'processing', 'completed' );
		Puente_Paid_Note::write_after( 7, 'pending', 'cancelled' );
		$this->assertSame( array(), $order->notes );
	}

	public function test_orders_of_other_methods_without_payment_or_deleted_get_no_note() {
		foreach ( array( array( 'payment_method' => 'cod' ), array( 'date_paid' => null ), array( 'transaction_id' => '' ) ) as $values ) {
			$order = self::paid( $values );
			Puente_Paid_Note::write( 7 );
			$this->assertSame( array(), $order->notes );
		}
		Puente_Paid_Note::write( 99 );
	}

	public function test_the_note_is_in_the_language_of_the_shop_not_of_the_person() {
		global $puente_locale, $puente_orders;
		$puente_locale = 'en_US';
		$seen          = array();
		$puente_orders[7] = new class( $seen ) extends Puente_Noted_Order {
			private $locales;
			public function __construct( &$seen ) {
				$this->locales = &$seen;
				parent::__construct( array( 'id' => 7, 'payment_method' => 'puente', 'date_paid' => new WC_DateTime(), 'transaction_id' => 'tx-7', 'currency' => 'HNL', 'order_key' => 'k', 'total' => '1.00' ) );
			}
			public function get_total() {
				$this->locales[] = determine_locale();
				return '1.00';
			}
		};
		try {
			Puente_Paid_Note::write( 7 );
			$this->assertSame( array( 'es_HN' ), $seen );
			$this->assertSame( 'en_US', determine_locale() );
		} finally {
			$puente_locale = 'es_HN';
		}
	}
}
