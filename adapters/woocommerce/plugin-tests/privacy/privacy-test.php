<?php

final class Puente_Privacy_Test extends Puente_Test_Case {

	private static function order( array $meta ) {
		return new WC_Order( array( 'meta' => $meta ) );
	}

	public function test_the_export_of_an_order_names_its_card_in_words() {
		$key    = Puente_Payment_Details::CARD_META;
		$labels = Puente_Privacy::add_labels( array( 'Payer first name' => 'First name' ) );
		self::assertSame( array( 'First name', 'Identity number', 'Identity number', 'Card' ), array_values( $labels ) );
		$order = self::order( array( $key => '{"brand":"visa","last_four":"1111"}' ) );
		self::assertStringContainsString( '1111', Puente_Privacy::name_card( $order->get_meta( $key ), $key, $order ) );
		self::assertStringNotContainsString( '{', Puente_Privacy::name_card( $order->get_meta( $key ), $key, $order ) );
		self::assertSame( '', Puente_Privacy::name_card( '', $key, self::order( array() ) ) );
		self::assertSame( 'x', Puente_Privacy::name_card( 'x', '_other', self::order( array() ) ) );
	}

	public function test_an_anonymized_order_keeps_neither_identity_number_nor_card_nor_receipt() {
		$types = Puente_Privacy::add_types( array( 'Payer first name' => 'text' ) );
		self::assertSame( array( '_billing_puente_identity', '_wc_other/puente/identity-number', '_puente_card', '_puente_receipt' ), array_keys( array_slice( $types, 1 ) ) );
		foreach ( array( '_puente_card', '_puente_receipt' ) as $key ) {
			self::assertNotContains( $types[ $key ], array( 'email', 'url', 'ip', 'date', 'text', 'longtext' ), 'WordPress would write "[deleted]".' );
		}
	}

	public function test_the_identity_number_of_an_account_is_exported_and_erased_and_the_removal_is_reported() {
		$customer = self::order( array( Puente_Identity_Number::CLASSIC_FIELD => '0801<b>1990' ) );
		self::assertSame(
			array(
				array(
					'name'  => 'Identity number',
					'value' => '0801&lt;b&gt;1990',
				),
			),
			Puente_Privacy::export_customer( array(), $customer )
		);
		self::assertTrue( Puente_Privacy::erase_customer( array( 'items_removed' => false ), $customer )['items_removed'] );
		self::assertSame( array(), Puente_Privacy::export_customer( array(), $customer ) );
		self::assertFalse( Puente_Privacy::erase_customer( array( 'items_removed' => false ), $customer )['items_removed'] );
	}
}
