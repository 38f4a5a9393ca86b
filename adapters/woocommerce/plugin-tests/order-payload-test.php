<?php

$order = static function ( array $changes = array() ) {
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
};

return array(
	'order: the payload has decimal strings, UTC times and a list of lines' => static function () use ( $order ) {
		$told = Puente_Order_Payload::of( $order() );
		same( '45.89', $told['total'] );
		same( '5.985', $told['total_tax'] );
		same( '2026-11-21T18:00:00', $told['date_created_gmt'] );
		same( null, $told['date_modified_gmt'] );
		same( '1017', $told['number'] );
		same( array( 0, 1 ), array_keys( $told['line_items'] ) );
		same( array( '39.90', 'CAFE-1', 2 ), array( $told['line_items'][0]['total'], $told['line_items'][0]['sku'], $told['line_items'][0]['quantity'] ) );
		same( '', $told['line_items'][1]['sku'] );
		same( null, $told['identity_number'] );
	},
	'order: the plugin sends the first of thousands of lines, and their count' => static function () use ( $order ) {
		$line = new Puente_Stub( array( 'id' => 5, 'product_id' => 10, 'name' => 'Café', 'quantity' => NAN, 'total' => '1', 'product' => false ) );
		$told = Puente_Order_Payload::of( $order( array( 'items' => array_fill( 7, 5000, $line ) ) ) );
		same( array( Puente_Order_Payload::MOST_LINES, 5000 ), array( count( $told['line_items'] ), $told['line_count'] ) );
		same( null, $told['line_items'][0]['quantity'] );
		same( true, is_string( wp_json_encode( $told ) ) );
	},
	'order: the identity number comes from the configured field' => static function () use ( $order ) {
		global $puente_options;
		$meta   = array(
			'_billing_dni'                 => '0801-1990-11111',
			'_billing_puente_identity'     => " 0801-1990-12345\n",
			'_wc_other/puente/identity-number' => '0801-1990-67890',
		);
		$source = static function ( $source, array $meta ) use ( $order ) {
			global $puente_options;
			$puente_options['woocommerce_puente_settings'] = array(
				'identity_source'   => $source,
				'identity_meta_key' => '_billing_dni',
			);
			return Puente_Order_Payload::of( $order( array( 'meta' => $meta ) ) )['identity_number'];
		};
		same( null, $source( 'none', $meta ) );
		same( '0801-1990-12345', $source( 'own', $meta ) );
		same( '0801-1990-67890', $source( 'own', array_slice( $meta, 2 ) ) );
		same( '0801-1990-11111', $source( 'other', $meta ) );
		same( null, $source( 'other', array() ) );
	},
);
