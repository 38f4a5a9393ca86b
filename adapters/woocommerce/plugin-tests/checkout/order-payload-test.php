<?php

final class Puente_Order_Payload_Test extends Puente_Test_Case {

	private static function order( array $changes = array() ) {
		$product = new Puente_Stub( array( 'sku' => 'CAFE-1' ) );
		$line    = array(
			'id'         => 5,
			'product_id' => 10,
			'name'       => 'Café de altura',
			'quantity'   => 2,
			'total'      => '39.9',
			'product'    => $product,
		);
		return new WC_Order(
			$changes + array(
				'id'                 => 17,
				'order_number'       => 1017,
				'order_key'          => 'wc_order_abc',
				'status'             => 'pending',
				'currency'           => 'HNL',
				'total'              => '45.89',
				'total_tax'          => '5.985',
				'customer_id'        => 3,
				'date_created'       => new WC_DateTime( '2026-11-21T12:00:00-06:00' ),
				'date_modified'      => null,
				'payment_method'     => 'puente',
				'customer_note'      => '',
				'billing_first_name' => 'José',
				'billing_last_name'  => 'Núñez',
				'billing_company'    => '',
				'billing_email'      => 'jose@example.com',
				'billing_phone'      => '9999-9999',
				'billing_country'    => 'HN',
				'billing_city'       => 'Tegucigalpa',
				'billing_address_1'  => 'Calle 1',
				'items'              => array(
					5 => new Puente_Stub( $line ),
					9 => new Puente_Stub( array( 'id' => 9, 'product' => false ) + $line ),
				),
			)
		);
	}

	public function test_the_payload_has_decimal_strings_utc_times_and_a_list_of_lines() {
		$told = Puente_Order_Payload::of( self::order() );
		self::assertSame( '45.89', $told['total'] );
		self::assertSame( '5.985', $told['total_tax'] );
		self::assertSame( '2026-11-21T18:00:00', $told['date_created_gmt'] );
		self::assertNull( $told['date_modified_gmt'] );
		self::assertSame( '1017', $told['number'] );
		self::assertSame( array( 0, 1 ), array_keys( $told['line_items'] ) );
		self::assertSame( array( '39.90', 'CAFE-1', 2 ), array( $told['line_items'][0]['total'], $told['line_items'][0]['sku'], $told['line_items'][0]['quantity'] ) );
		self::assertSame( '', $told['line_items'][1]['sku'] );
		self::assertNull( $told['identity_number'] );
	}

	public function test_the_plugin_sends_the_first_of_thousands_of_lines_and_their_count() {
		$line = new Puente_Stub( array( 'id' => 5, 'product_id' => 10, 'name' => 'Café', 'quantity' => NAN, 'total' => '1', 'product' => false ) );
		$told = Puente_Order_Payload::of( self::order( array( 'items' => array_fill( 7, 5000, $line ) ) ) );
		self::assertSame( array( Puente_Order_Payload::MOST_LINES, 5000 ), array( count( $told['line_items'] ), $told['line_count'] ) );
		self::assertNull( $told['line_items'][0]['quantity'] );
		self::assertTrue( is_string( wp_json_encode( $told ) ) );
	}

	public function test_the_identity_number_comes_from_the_configured_field() {
		global $puente_options;
		$meta   = array(
			'_billing_dni'                 => '0801-1990-11111',
			'_billing_puente_identity'     => " 0801-1990-12345\n",
			'_wc_other/puente/identity-number' => '0801-1990-67890',
		);
		$source = static function ( $source, array $meta ) {
			global $puente_options;
			$puente_options['woocommerce_puente_settings'] = array(
				'identity_source'   => $source,
				'identity_meta_key' => '_billing_dni',
			);
			return Puente_Order_Payload::of( self::order( array( 'meta' => $meta ) ) )['identity_number'];
		};
		self::assertNull( $source( 'none', $meta ) );
		self::assertSame( '0801-1990-12345', $source( 'own', $meta ) );
		self::assertSame( '0801-1990-67890', $source( 'own', array_slice( $meta, 2 ) ) );
		self::assertSame( '0801-1990-11111', $source( 'other', $meta ) );
		self::assertNull( $source( 'other', array() ) );
	}
}
