<?php

require_once __DIR__ . '/token-stubs.php';

/**
 * Customer data in the source of a pay page, as a visitor opens it.
 */
$told = static function ( $visitor, $customer ) {
	global $puente_options, $puente_orders, $puente_order_to_pay, $puente_user_id;
	$puente_options['woocommerce_puente_settings'] = array(
		'way'               => 'fields',
		'identity_source'   => 'other',
		'identity_meta_key' => '_identity',
	);
	$puente_options['puente_facts']                = array(
		'card_fields' => array(
			'sdk_url'         => 'https://gateway.example/sdk.js',
			'publishable_key' => 'pk_test_1',
		),
	);
	$puente_orders[17]   = new WC_Order(
		array(
			'id'                          => 17,
			'customer_id'                 => $customer,
			'formatted_billing_full_name' => 'Ana Mejía',
			'billing_email'               => 'ana@correo.example',
			'billing_phone'               => '+504 9876-5432',
			'meta'                        => array( '_identity' => '0801-1990-12345' ),
		)
	);
	$puente_order_to_pay = 17;
	$puente_user_id      = $visitor;
	$settings            = Puente_Card_Form::settings();
	$puente_order_to_pay = 0;
	$puente_user_id      = 0;
	return $settings['customer'];
};

$ana  = 5;
$luis = 6;

return array(
	'card form: the pay page of a guest order does not contain the data of the guest' => static function () use ( $told, $ana ) {
		same( array(), $told( 0, 0 ) );
		same( array(), $told( $ana, 0 ) );
	},
	'card form: the pay page of an order does not contain the data of its customer for another visitor' => static function () use ( $told, $ana, $luis ) {
		same( array(), $told( 0, $ana ) );
		same( array(), $told( $luis, $ana ) );
	},
	'card form: the pay page prefills the data of its logged-in customer' => static function () use ( $told, $ana ) {
		same(
			array(
				'name'            => 'Ana Mejía',
				'email'           => 'ana@correo.example',
				'phone'           => '+504 9876-5432',
				'identity_number' => '0801-1990-12345',
			),
			$told( $ana, $ana )
		);
	},
);
